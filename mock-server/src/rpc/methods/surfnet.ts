import * as z from "zod/mini";
import { asField, type ControlTarget } from "../../control/command.js";
import { placeAccount } from "../../control/commands/chain-accounts.js";
import { reset } from "../../control/commands/state.js";
import { type ChainAccount, RENT_EXEMPT_EPOCH } from "../../formats/accounts.js";
import { addressBytes } from "../../formats/addresses.js";
import {
  authorityOf,
  codeOf,
  isElf,
  isLoader,
  programAccounts,
  programDataOf,
  withAuthority,
} from "../../formats/program-accounts.js";
import { associatedTokenAddress } from "../../formats/program-addresses.js";
import { PROGRAMS } from "../../formats/programs.js";
import {
  decodeTokenAccount,
  MINT_LENGTH,
  mintDecimals,
  newTokenAccount,
  TOKEN_AMOUNT_AT,
} from "../../formats/token-layout.js";
import { isWritable } from "../../formats/transaction.js";
import { ServiceError } from "../../kernel/errors.js";
import { readJson, writeJson } from "../../kernel/json.js";
import { choice, flag, textThat, withoutUndefined } from "../../kernel/schema-kit.js";
import { HOUR_MS } from "../../kernel/time.js";
import { describeChainError } from "../../ledger/chain-errors.js";
import { readSent } from "../../ledger/sent.js";
import type { ClockTarget } from "../../world/server-clock.js";
import { type Chain, inContext, supplyName } from "../chain.js";
import { emptyAccount, encodeAccounts } from "../encode/account.js";
import {
  type AccountEncoding,
  accountEncoding,
  address,
  count,
  fields,
  list,
  type Method,
  method,
  nullable,
  oneField,
  type Params,
  packetBytes,
  type Schemas,
  text,
  u64,
} from "../params.js";
import { ACCOUNT_STATES } from "../parsed/token-extensions.js";
import { invalidParams } from "../rpc-error.js";
import { BUNDLE_METHODS } from "./bundles.js";
import { CLUSTER_METHODS } from "./cluster.js";
import { allAccounts } from "./economy.js";
import { simulated } from "./sending.js";

const hexBytes = z.pipe(
  textThat((written) => /^(?:[0-9a-f]{2})*$/i.test(written), "must be a hex string"),
  z.transform((written): Uint8Array => Buffer.from(written, "hex")),
);
const accountUpdate = fields({
  lamports: nullable(u64),
  data: nullable(hexBytes),
  owner: nullable(address),
  executable: nullable(flag),
});
const orNone = z.union([z.literal("null"), address], 'must be a base58 address or "null"');
const tokenUpdate = fields({
  amount: nullable(u64),
  delegate: nullable(orNone),
  state: nullable(choice(ACCOUNT_STATES)),
  delegatedAmount: nullable(u64),
  closeAuthority: nullable(orNone),
});
const timeTarget = z.pipe(
  oneField({
    absoluteEpoch: nullable(count),
    absoluteSlot: nullable(count),
    absoluteTimestamp: nullable(count),
  }),
  z.transform(
    ({ absoluteEpoch: epoch, absoluteSlot: slot, absoluteTimestamp: now = 0 }): ClockTarget =>
      epoch !== undefined ? { epoch } : slot !== undefined ? { slot } : { now },
  ),
);
/** Maximum size of a program. */
const MAX_PROGRAM = 10 << 20;
/** surfpool's names, each without a value as omitted. */
const supplyUpdate = z.pipe(
  fields({
    total: nullable(u64),
    circulating: nullable(u64),
    non_circulating: nullable(u64),
    non_circulating_accounts: nullable(list(address)),
  }),
  z.transform(
    ({ non_circulating: nonCirculating, non_circulating_accounts: nonCirculatingAccounts, ...rest }) =>
      withoutUndefined({ ...rest, nonCirculating, nonCirculatingAccounts }),
  ),
);
const snapshotConfig = fields({
  includeParsedAccounts: nullable(flag),
  filter: nullable(
    fields({
      includeProgramAccounts: nullable(flag),
      includeAccounts: nullable(list(address)),
      excludeAccounts: nullable(list(address)),
    }),
  ),
  scope: nullable(
    z.literal("network", 'must be "network", because accounts before a transaction are not kept'),
  ),
});
type SnapshotConfig = z.output<typeof snapshotConfig>;
const encoding = nullable(accountEncoding);

/** The chain, and the control plane's target, with which the methods change it. */
interface TestChain extends Chain {
  readonly target: ControlTarget;
}

const onChain = <const S extends Schemas>(
  schemas: S,
  run: (chain: TestChain, params: Params<S>) => Promise<unknown>,
): Method<TestChain> => method(schemas, run);

async function place({ environment, target }: TestChain, { address, ...account }: ChainAccount) {
  const data = [Buffer.from(account.data).toString("base64"), "base64"];
  const placed = account.lamports === 0n ? null : { ...account, data };
  await placeAccount(target.world, { environment, pubkey: address, account: placed });
}

/** A method that changes the chain and returns nothing. */
const changing = <const S extends Schemas>(
  schemas: S,
  change: (chain: TestChain, params: Params<S>) => Promise<unknown>,
): Method<TestChain> =>
  method(schemas, async (chain, params) => {
    await change(chain, params);
    return inContext(await chain.ledger.slot(), null);
  });

async function changeClock(chain: TestChain, change: (target: ControlTarget) => Promise<void> | void) {
  await change(chain.target);
  return CLUSTER_METHODS["getEpochInfo"]?.([{ commitment: "processed" }])(chain);
}

/**
 * Surfpool's test methods, implemented with the control plane. They require access to the control plane. The clock does
 * not wait for them, because some of them move it.
 */
export const SURFNET_METHODS: ReadonlyMap<string, Method<TestChain>> = new Map(
  Object.entries<Method<TestChain>>({
    surfnet_setAccount: changing({ address, update: accountUpdate }, async (chain, { address, update }) => {
      const [account = emptyAccount(address)] = await chain.ledger.accounts([address]);
      await place(chain, { ...account, ...withoutUndefined(update) });
    }),
    surfnet_setTokenAccount: changing(
      { owner: address, mint: address, update: tokenUpdate, tokenProgram: nullable(address) },
      async (chain, { owner, mint, update, tokenProgram = PROGRAMS.token }) => {
        const at = associatedTokenAddress(owner, mint, tokenProgram);
        const [held, minted] = await chain.ledger.accounts([at, mint]);
        const isMint =
          minted?.owner === tokenProgram && mintDecimals(tokenProgram, minted.data) !== undefined;
        if (!isMint) throw invalidParams(`Invalid param: mint is not a mint of ${tokenProgram}`);
        if (!held && minted.data.length > MINT_LENGTH)
          throw invalidParams("Invalid param: mint has extensions; create the account with a transaction");
        const { lamportsPerByte } = chain;
        const program = tokenProgram === PROGRAMS.token2022 ? "token-2022" : "spl-token";
        const account = held ?? newTokenAccount(at, { mint, program }, owner, 0n, lamportsPerByte);
        await place(chain, updatedTokenAccount(account, update));
      },
    ),
    surfnet_cloneProgramAccount: changing(
      { source: address, destination: address },
      async (chain, { source, destination }) => {
        const { held, code } = await programAt(chain, source);
        if (!held || !code)
          throw invalidParams("Invalid param: source is not an upgradeable program on this chain");
        for (const account of programAccounts(destination, new Uint8Array()))
          await place(chain, account.executable ? account : { ...code, address: account.address });
      },
    ),
    surfnet_writeProgram: changing(
      { program: address, data: hexBytes, offset: count, authority: nullable(address) },
      async (chain, { program, data, offset, authority }) => {
        const { held, code } = await programAt(chain, program);
        if (held && !code) throw invalidParams("Invalid param: program is not an upgradeable program");
        if (offset + data.length > MAX_PROGRAM)
          throw invalidParams(
            `Invalid param: offset plus the length of data must be at most ${MAX_PROGRAM} bytes, the maximum size of a program`,
          );
        const old = code ? codeOf(code) : new Uint8Array();
        const image = new Uint8Array(Math.max(old.length, offset + data.length));
        image.set(old);
        image.set(data, offset);
        const owner = authority ?? (code ? authorityOf(code) : PROGRAMS.system);
        const [newCode, newProgram] = programAccounts(program, image, owner);
        // The program is missing until its code is complete: LiteSVM must not get part of a program.
        if (held) await place(chain, { ...held, lamports: 0n });
        if (newCode) await place(chain, newCode);
        if (newProgram && isElf(image)) await place(chain, newProgram).catch(refuseUnlessIncomplete);
      },
    ),
    surfnet_setProgramAuthority: changing(
      { program: address, authority: nullable(address) },
      async (chain, { program, authority }) => {
        const { code } = await programAt(chain, program);
        if (!code) throw invalidParams("Invalid param: program is not an upgradeable program on this chain");
        await place(chain, withAuthority(code, authority));
      },
    ),
    surfnet_setSupply: changing({ update: supplyUpdate }, async (chain, { update }) => {
      const { state } = chain.target.world.parts;
      const before = chain.supply === undefined ? {} : (readJson(chain.supply) as object);
      state.storeText(supplyName(chain.environment), writeJson({ ...before, ...update }));
    }),
    surfnet_resetAccount: changing(
      { address, config: nullable(fields({ includeOwnedAccounts: nullable(flag) })) },
      async (chain, { address, config }) => {
        const owned = config?.includeOwnedAccounts ? await chain.ledger.programAccounts(address) : [];
        const { code } = await programAt(chain, address);
        // LiteSVM accepts a program only after its code.
        for (const one of [...owned.map(({ address }) => address), ...(code ? [code.address] : []), address])
          await place(chain, (await chain.ledger.original(one)) ?? { ...emptyAccount(one), lamports: 0n });
      },
    ),
    surfnet_getSurfnetInfo: onChain({}, async ({ ledger }) =>
      inContext(await ledger.slot(), { runbookExecutions: [] }),
    ),
    surfnet_getLocalSignatures: onChain({ limit: nullable(count) }, async ({ ledger }, { limit = 50 }) => {
      const landed = await ledger.newest(limit);
      const lines = landed.map(({ signature, err, logs }) => ({ signature, err, logs }));
      return inContext(await ledger.slot(), lines);
    }),
    surfnet_exportSnapshot: onChain({ config: nullable(snapshotConfig) }, (chain, { config }) =>
      exportSnapshot(chain, config),
    ),
    ...BUNDLE_METHODS,
    surfnet_timeTravel: onChain({ target: nullable(timeTarget) }, (chain, { target: time }) =>
      changeClock(chain, async ({ clock }) => {
        const { running } = clock;
        await asField(clock.set(time ?? clock.now() + HOUR_MS));
        if (running) clock.resume();
      }),
    ),
    surfnet_pauseClock: onChain({}, (chain) =>
      changeClock(chain, ({ clock, world }) => world.setClock(clock.now())),
    ),
    surfnet_resumeClock: onChain({}, (chain) => changeClock(chain, ({ clock }) => clock.resume())),
    surfnet_resetNetwork: changing({}, ({ target }) => reset(target)),
    surfnet_profileTransaction: onChain(
      { transaction: text, tag: nullable(text), config: nullable(fields({ encoding })) },
      (chain, { transaction, config }) =>
        profile(chain, packetBytes("transaction", transaction, "base64"), config?.encoding),
    ),
  }),
);

async function programAt({ ledger }: Chain, program: string) {
  const [held] = await ledger.accounts([program]);
  const codeAt = held ? programDataOf(held) : programAccounts(program, new Uint8Array())[0]?.address;
  const [code] = codeAt === undefined ? [] : await ledger.accounts([codeAt]);
  return { held, code };
}

/** An incomplete program stays missing. Its code is kept, so that the next chunk can complete it. */
function refuseUnlessIncomplete(error: unknown): void {
  if (!(error instanceof ServiceError)) throw error;
}

/** All accounts in surfpool's format, sorted by address. Programs are included only on request. */
async function exportSnapshot(chain: Chain, { includeParsedAccounts, filter = {} }: SnapshotConfig = {}) {
  const { includeProgramAccounts = false, includeAccounts = [], excludeAccounts = [] } = filter;
  const kept = (await allAccounts(chain)).filter(
    ({ address, owner }) =>
      !excludeAccounts.includes(address) &&
      (includeProgramAccounts || !isLoader(owner) || includeAccounts.includes(address)),
  );
  kept.sort((a, b) => (a.address < b.address ? -1 : 1));
  const encoding = includeParsedAccounts ? "jsonParsed" : "base64";
  const written = await encodeAccounts(chain.ledger, kept, { encoding });
  const entries = kept.map(({ address, data, lamports, owner, executable }, at) => {
    const form = written[at]?.data;
    const parsedData = typeof form === "object" && "parsed" in form ? form : null;
    const base64 = Buffer.from(data).toString("base64");
    return [address, { lamports, owner, executable, rentEpoch: RENT_EXEMPT_EPOCH, data: base64, parsedData }];
  });
  return inContext(await chain.ledger.slot(), Object.fromEntries(entries));
}

/** Offsets in a token account. */
const [DELEGATE_AT, STATE_AT, DELEGATED_AT, CLOSE_AUTHORITY_AT] = [72, 108, 121, 129];

function updatedTokenAccount(
  account: ChainAccount,
  { amount, delegate, state, delegatedAmount, closeAuthority }: z.output<typeof tokenUpdate>,
): ChainAccount {
  const data = Uint8Array.from(account.data);
  const view = new DataView(data.buffer);
  if (amount !== undefined) view.setBigUint64(TOKEN_AMOUNT_AT, amount, true);
  if (delegatedAmount !== undefined) view.setBigUint64(DELEGATED_AT, delegatedAmount, true);
  if (state !== undefined) data[STATE_AT] = ACCOUNT_STATES.indexOf(state);
  const authorities = [[DELEGATE_AT, delegate] as const, [CLOSE_AUTHORITY_AT, closeAuthority] as const];
  for (const [offset, who] of authorities) {
    if (who === undefined) continue;
    view.setUint32(offset, who === "null" ? 0 : 1, true);
    data.set(who === "null" ? new Uint8Array(32) : addressBytes(who), offset + 4);
  }
  const { nativeReserve } = decodeTokenAccount(account.owner, data) ?? {};
  if (nativeReserve === undefined) return { ...account, data };
  return { ...account, data, lamports: nativeReserve + view.getBigUint64(TOKEN_AMOUNT_AT, true) };
}

/** Runs a transaction without keeping the result, and reports its accounts before and after. */
async function profile(chain: Chain, wire: Uint8Array, encoding: AccountEncoding = "jsonParsed") {
  const { ledger, random } = chain;
  const run = await simulated(ledger, wire, { sigVerify: true });
  const { accountKeys, err, loadedWritable, logs, unitsConsumed } = run;
  const written = (accounts: readonly (ChainAccount | undefined)[]) =>
    encodeAccounts(ledger, accounts, { encoding });
  const before = await written(await ledger.accounts(accountKeys));
  const after = await written(run.postAccounts);
  const sent = readSent(wire);
  const isChanging = (at: number) => isWritable(sent, loadedWritable, at);
  const states = accountKeys.map((key, at) => {
    if (!isChanging(at)) return [key, { type: "readonly" }];
    const [pre, post] = [before[at] ?? null, after[at] ?? null];
    const changed = pre && post ? "update" : pre ? "delete" : "create";
    const type = writeJson(pre) === writeJson(post) ? "unchanged" : changed;
    const data = { unchanged: pre, update: [pre, post], delete: pre, create: post }[type];
    return [key, { type: "writable", accountChange: { type, data } }];
  });
  const slot = await ledger.slot();
  const id = Buffer.from(random.bytes("profile", Buffer.from(wire).toString("base64"))).toString("hex");
  return inContext(slot, {
    slot,
    key: id.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-4$3-8$4-$5"),
    transactionProfile: {
      accountStates: Object.fromEntries(states),
      computeUnitsConsumed: unitsConsumed,
      logMessages: logs,
      errorMessage: err === null ? null : describeChainError(err),
    },
    readonlyAccountStates: Object.fromEntries(
      accountKeys.flatMap((key, at) => (isChanging(at) || !before[at] ? [] : [[key, before[at]]])),
    ),
  });
}
