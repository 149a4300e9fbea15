// Random orders of several wallets on a server with faults, restarts and moved pools: no base unit is created or lost,
// and each order costs and yields the stated amounts.
import { createMockServer, type MockServer } from "@intent-tx/mock-server";
import { Connection, Keypair } from "@solana/web3.js";
import bs58 from "bs58";
import { IntentTx, isApiError } from "intent-tx";
import { type Intent, NATIVE_MINT, PROGRAM_IDS } from "intent-tx/contract";
import {
  submit,
  TransactionExpiredError,
  TransactionFailedError,
  TransactionUnconfirmedError,
  verifyAndSign,
} from "intent-tx/solana";
import { expect, test } from "vitest";
import { rpc } from "../../server/lab.js";
import { random } from "../random.js";
import { SCALE } from "../scale.js";

const ORDERS = SCALE === 1 ? 100 : 1000;
const TOKENS = ["SOL", "USDC", "BONK", "JUP", "PYUSD", "WIF", "mSOL"];
const RICHES = { SOL: "50", USDC: "5000", JUP: "500", PYUSD: "300", BONK: "10000000", WIF: "100" };
const FAULTS = [
  { kind: "drop-transaction" },
  { kind: "late-transaction" },
  { kind: "expired-blockhash" },
  { kind: "moved-pool", percent: -20 },
  { kind: "moved-pool", percent: 15 },
] as const;

const start = (seed: number) =>
  createMockServer({ seed, clock: { now: "2026-01-01T00:00:00Z", mode: "frozen" }, limits: "off" });

/** Lamports and tokens of a wallet; wrapped SOL is separate. */
async function balanceOf(server: MockServer, client: IntentTx, wallet: string) {
  const config = { commitment: "processed" };
  const { value } = (await rpc(server, "getBalance", [wallet, config])).result;
  const { tokens } = await client.portfolio.retrieve(wallet);
  const held = new Map(tokens.map(({ mint, balance }) => [mint, balance]));
  return (mint: string) => (mint === NATIVE_MINT ? BigInt(value) : (held.get(mint) ?? 0n));
}

/** Each mint's supply minus the balances of its accounts, and whether wrapped SOL is backed by lamports. */
async function audit(server: MockServer) {
  const gaps = new Map<string, bigint>();
  const add = (mint: string, units: bigint) => gaps.set(mint, (gaps.get(mint) ?? 0n) + units);
  const config = { encoding: "base64", commitment: "processed" };
  for (const program of [PROGRAM_IDS.token, PROGRAM_IDS.token2022])
    for (const { pubkey, account } of (await rpc(server, "getProgramAccounts", [program, config])).result) {
      const data = Buffer.from(account.data[0], "base64");
      if (data.length === 82 || data[165] === 1) add(pubkey, data.readBigUInt64LE(36));
      else {
        const [mint, amount] = [bs58.encode(data.subarray(0, 32)), data.readBigUInt64LE(64)];
        if (mint === NATIVE_MINT) expect(BigInt(account.lamports)).toBeGreaterThanOrEqual(amount);
        else add(mint, -amount);
      }
    }
  return gaps;
}

test.each([1, 2, 3])(`seed %i: ${ORDERS} orders`, async (seed) => {
  const next = random(seed);
  const pick = <T>(list: readonly T[]): T => list[next(list.length)] as T;
  let server = await start(seed);
  const keys = [server.wallets.alice.secretKey, server.wallets.bob.secretKey].map((secret) =>
    Keypair.fromSecretKey(bs58.decode(secret)),
  );
  keys.push(Keypair.fromSeed(new Uint8Array(32).fill(7)));
  const wallets = keys.map((key) => ({ key, address: key.publicKey.toBase58() }));
  for (const { address } of wallets) await server.fund(address, RICHES, { environment: "live" });
  let gaps = await audit(server);
  const done = { swap: 0, transfer: 0, refused: 0, failed: 0, restarts: 0 };

  const amount = () => pick([String(next(1000) / 100 + 0.01), String(next(20) + 1), "0.000001", "0.001"]);
  const wording = (input: string, output: string, to: string) =>
    pick([
      `swap ${amount()} ${input} for ${output}`,
      `buy ${amount()} ${output} with ${input}`,
      `swap half my ${input} to ${output}`,
      `swap all my ${input} for ${output}`,
      `swap everything except ${amount()} ${input} to ${output}`,
      `send ${amount()} ${input} to ${to}`,
      `send half my ${input} to ${to}`,
      `send all my ${input} to ${to}`,
    ]);

  /** Checks an order's cost and proceeds against its stated amounts. */
  function settle(intent: Intent, exactOut: boolean, slippage: number, fee: bigint, moved: Moved) {
    const { inputToken = "", outputToken = "", amount: units = 0n } = intent.parameters;
    done[intent.action as "swap" | "transfer"]++;
    if (intent.action === "transfer") {
      expect(moved.theirs(inputToken)).toBe(units);
      if (inputToken === NATIVE_MINT) expect(-moved.own(inputToken)).toBe(units + fee);
      else expect(-moved.own(inputToken)).toBe(units);
      return;
    }
    const quoted = intent.route?.outAmount ?? 0n;
    const [least, most] = [quoted * BigInt(10_000 - slippage), units * BigInt(10_000 + slippage)];
    // Lamports also pay rent, which the verification bounds.
    if (outputToken !== NATIVE_MINT) {
      if (exactOut) expect(moved.own(outputToken)).toBe(quoted);
      else expect(moved.own(outputToken) * 10_000n).toBeGreaterThanOrEqual(least);
    }
    if (inputToken !== NATIVE_MINT) {
      if (exactOut) expect(-moved.own(inputToken) * 10_000n).toBeLessThanOrEqual(most);
      else expect(-moved.own(inputToken)).toBe(units);
    }
  }

  for (let order = 0; order < ORDERS; order++) {
    const event = next(30);
    if (event === 0) await server.clock.advance(pick(["1s", "30s", "5m", "1h"]));
    if (event === 1) {
      const state = JSON.parse(JSON.stringify(await server.snapshot()));
      await server.close();
      server = await start(seed);
      await server.restore(state);
      done.restarts++;
      expect(await audit(server)).toEqual(gaps);
    }
    if (event === 2) server.faults.add({ fault: pick(FAULTS) });
    const client = new IntentTx({ ...server.clientOptions("enterprise"), maxRetries: 0 });
    const [from, to] = [pick(wallets), pick(wallets)];
    const command = wording(pick(TOKENS), pick(TOKENS), to.address);
    const terms = pick([
      {},
      { slippage: 1 },
      { slippage: 1000 },
      { priorityFee: 0 },
      { priorityFee: 1_000_000 },
    ]);
    const walletAddress = from.address;
    let before: Awaited<ReturnType<typeof balanceOf>> | undefined;
    try {
      const intent = await client.intents.parse({ walletAddress, command, ...terms });
      const { intentId } = intent;
      const built = await client.transactions.build({ intentId, walletAddress, simulate: next(3) > 0 });
      gaps = await audit(server);
      before = await balanceOf(server, client, walletAddress);
      const was = [before, await balanceOf(server, client, to.address)];
      const { slippage, ...others } = { slippage: undefined, ...terms };
      const limits = { ...others, ...(slippage !== undefined && { slippageBps: slippage }) };
      const bytes = await verifyAndSign({ intent, built, signer: from.key, ...limits });
      const connection = new Connection(server.rpc.live, { fetch: server.fetch as typeof fetch });
      const signature = await submit(bytes, { connection });
      // A transaction that is sent twice lands once.
      if (next(3) === 0) expect(await submit(bytes, { connection })).toBe(signature);
      const config = { encoding: "json", maxSupportedTransactionVersion: 0, commitment: "confirmed" };
      const record: Landed | null = (await rpc(server, "getTransaction", [signature, config])).result;
      if (record === null) {
        await server.clock.advance("3m");
        continue;
      }
      const { err, fee, preBalances, postBalances } = record.meta;
      const sum = (list: readonly number[]) => list.reduce((total, one) => total + BigInt(one), 0n);
      expect(sum(preBalances) - sum(postBalances)).toBe(BigInt(fee));
      expect(BigInt(fee)).toBeLessThanOrEqual(built.expectedOutput.fee);
      expect(await audit(server)).toEqual(gaps);
      const is = [
        await balanceOf(server, client, walletAddress),
        await balanceOf(server, client, to.address),
      ];
      const change = (i: number) => (mint: string) => is[i]!(mint) - was[i]!(mint);
      if (err === null) {
        const moved = { own: change(0), theirs: change(1) };
        settle(
          intent,
          command.startsWith("buy"),
          "slippage" in terms ? terms.slippage : 50,
          BigInt(fee),
          moved,
        );
      } else {
        done.failed++;
        expect(-change(0)(NATIVE_MINT)).toBe(BigInt(fee));
      }
    } catch (error) {
      // A refused send proves nothing. After three minutes the transaction has landed or never can, and the balance
      // must agree with the status.
      if (error instanceof TransactionUnconfirmedError) {
        await server.clock.advance("3m");
        const config = { searchTransactionHistory: true };
        const { value } = (await rpc(server, "getSignatureStatuses", [[error.signature], config])).result;
        const own = await balanceOf(server, client, walletAddress);
        const lamports = own(NATIVE_MINT) - (before?.(NATIVE_MINT) ?? 0n);
        expect(lamports === 0n).toBe(value[0] === null);
        expect(await audit(server)).toEqual(gaps);
        continue;
      }
      const known = error instanceof TransactionFailedError || error instanceof TransactionExpiredError;
      if (!known && !isApiError(error)) throw error;
      done.refused++;
    }
  }
  expect(done.swap).toBeGreaterThan(ORDERS / 20);
  expect(done.transfer).toBeGreaterThan(ORDERS / 20);
  expect(done.restarts).toBeGreaterThan(0);
});

interface Moved {
  readonly own: (mint: string) => bigint;
  readonly theirs: (mint: string) => bigint;
}

interface Landed {
  readonly meta: {
    readonly err: unknown;
    readonly fee: number;
    readonly preBalances: readonly number[];
    readonly postBalances: readonly number[];
  };
}
