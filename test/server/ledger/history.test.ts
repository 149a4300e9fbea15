import { Keypair } from "@solana/web3.js";
import bs58 from "bs58";
import * as fc from "fast-check";
import { PROGRAM_IDS } from "intent-tx/contract";
import { expect, test } from "vitest";
import { PROGRAMS, SYSVARS } from "../../../mock-server/src/formats/programs.js";
import { LedgerRows } from "../../../mock-server/src/ledger/log/ledger-rows.js";
import { TransactionLog } from "../../../mock-server/src/ledger/log/transaction-log.js";
import type { LedgerTransactionRow } from "../../../mock-server/src/state/rows.js";
import { State } from "../../../mock-server/src/state/state.js";
import { control, lab, rpc } from "../lab.js";

const NAMES = ["a", "b", "c", "d"];
const signatureOf = (at: number) => bs58.encode(Buffer.from(`signature ${at} `.padEnd(64, "x")));

/** A transaction that names some owners, and changes token accounts of others. */
function rowOf(at: number, slot: number, names: readonly string[], owners: readonly string[]) {
  const balance = (owner: string) => ({
    accountIndex: 0,
    mint: "mint",
    owner,
    programId: "token",
    amount: "1",
    decimals: 6,
  });
  return {
    signature: signatureOf(at),
    slot,
    at: slot * 400,
    wire: "",
    accountKeys: names,
    loadedWritable: 0,
    loadedReadonly: 0,
    err: null,
    fee: "5000",
    unitsConsumed: 1,
    logs: [],
    preBalances: [],
    postBalances: [],
    preTokenBalances: [],
    innerInstructions: [],
    postTokenBalances: owners.map(balance),
  } satisfies LedgerTransactionRow;
}

interface Landing {
  readonly names: readonly string[];
  readonly owners: readonly string[];
  readonly step: number;
}

const some = fc.subarray(NAMES);
const landings = (maxLength: number) =>
  fc.array(fc.record({ names: some, owners: some, step: fc.constantFrom(0, 0, 1, 200) }), { maxLength });

function logOf(past: readonly Landing[], since: readonly Landing[], keep: number) {
  const state = new State();
  let slot = 1;
  const rows = [...past, ...since].map(({ names, owners, step }, at) => {
    slot += step;
    return rowOf(at, slot, names, owners);
  });
  const before = rows.slice(0, past.length).reverse();
  const log = new TransactionLog({
    state,
    environment: "live",
    past: () => before,
    keep,
    rows: new LedgerRows(state, "live").transactions,
  });
  for (const row of rows.slice(past.length)) log.append(row);
  const kept = rows.filter((row) => row.slot >= log.firstSlot);
  return { log, kept: kept.reverse(), now: slot };
}

/** The expected list, computed from all rows. */
function naive(
  kept: readonly LedgerTransactionRow[],
  address: string,
  page: { readonly before?: string; readonly until?: string; readonly limit: number },
) {
  const place = (signature: string) => kept.findIndex((row) => row.signature === signature);
  if (page.before !== undefined && place(page.before) < 0) return [];
  const from = page.before === undefined ? 0 : place(page.before) + 1;
  const end = page.until === undefined ? -1 : place(page.until);
  return kept
    .slice(from, end < 0 ? undefined : Math.max(from, end))
    .filter(({ accountKeys }) => accountKeys.includes(address))
    .slice(0, page.limit)
    .map(({ signature }) => signature);
}

test("an address's list between any two transactions has every transaction that names it", async () => {
  const bound = fc.option(fc.nat(60), { nil: undefined });
  const page = fc.record({
    before: bound,
    until: bound,
    limit: fc.integer({ min: 1, max: 70 }),
    address: fc.constantFrom(...NAMES, "nobody"),
  });
  const keeps = fc.constantFrom(5, Number.POSITIVE_INFINITY);
  const lists = fc.asyncProperty(
    landings(6),
    landings(50),
    keeps,
    fc.array(page, { minLength: 1, maxLength: 6 }),
    async (past, since, keep, pages) => {
      const { log, kept, now } = logOf(past, since, keep);
      for (const restored of [false, true]) {
        if (restored) await log.restore();
        for (const { address, before, until, limit } of pages) {
          const wanted = {
            ...(before !== undefined && { before: signatureOf(before) }),
            ...(until !== undefined && { until: signatureOf(until) }),
            limit,
          };
          const lines = log.history(address, now, { ...wanted, reached: () => true });
          expect(lines.map(({ signature }) => signature)).toEqual(naive(kept, address, wanted));
        }
      }
    },
  );
  await fc.assert(lists, { numRuns: 300 });
});

const OWNERS = [
  PROGRAM_IDS.system,
  PROGRAM_IDS.token,
  PROGRAM_IDS.swap,
  PROGRAMS.loaderV2,
  PROGRAMS.loaderV3,
  PROGRAMS.nativeLoader,
  SYSVARS.owner,
];
type Server = Awaited<ReturnType<typeof lab>>;
const scanned = (server: Server) =>
  Promise.all(
    OWNERS.map(
      async (owner) => (await rpc(server, "getProgramAccounts", [owner, { encoding: "base64" }])).result,
    ),
  );

test("accounts of a program are listed in the same order on every server, also after a restore", async () => {
  const wallets = Array.from({ length: 12 }, () => Keypair.generate().publicKey.toBase58());
  const servers = [await lab(), await lab(), await lab()] as const;
  const [one, other, restored] = servers;
  for (const server of [one, other]) {
    // An earlier scan must not affect the order.
    await scanned(server);
    for (const wallet of wallets) await server.fund(wallet, { SOL: 1, USDC: 2 });
    await control(server, "POST", "/chain-accounts", {
      environment: "live",
      pubkey: wallets[3],
      account: null,
    });
  }
  await restored.restore(await one.snapshot());
  const found = await scanned(one);
  expect(await scanned(other)).toEqual(found);
  expect(await scanned(restored)).toEqual(found);
  const [system, token] = found as [{ pubkey: string }[], unknown[]];
  const keys = system.map(({ pubkey }) => pubkey);
  expect(keys).toEqual(expect.arrayContaining(wallets.filter((_, at) => at !== 3)));
  expect(keys).not.toContain(wallets[3]);
  expect(new Set(keys).size).toBe(keys.length);
  expect(token.length).toBeGreaterThan(12);
  for (const accounts of found) expect((accounts as unknown[]).length).toBeGreaterThan(0);
  // Accounts removed by a restore disappear from the list too.
  await one.reset();
  await restored.reset();
  const fresh = await scanned(await lab());
  expect(await scanned(one)).toEqual(fresh);
  expect(await scanned(restored)).toEqual(fresh);
});
