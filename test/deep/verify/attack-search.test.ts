// A search for transactions that are accepted but should not be. Each transaction has several random changes. An oracle
// that shares no code with the verifier reads the bytes with web3.js, and reports if they could take funds beyond the
// intent.
import { PublicKey, TransactionInstruction, TransactionMessage, VersionedTransaction } from "@solana/web3.js";
import fc from "fast-check";
import type { Intent } from "intent-tx/contract";
import { PROGRAM_IDS } from "intent-tx/contract";
import { verifyTransaction } from "intent-tx/solana";
import { expect, test } from "vitest";
import {
  ata,
  blockhash,
  build,
  bytes,
  closeAccount,
  codesOf,
  createAccount,
  instruction,
  keypair,
  metas,
  recipient,
  SAMPLES,
  type Sample,
  SOL,
  SWAP,
  sendSol,
  stranger,
  TOKEN,
  TOKEN_2022,
  transferChecked,
  USDC,
  wallet,
} from "../../sdk/solana/samples.js";
import { type Random, random } from "../random.js";
import { SCALE } from "../scale.js";

const PER_SEED = SCALE === 1 ? 4_000 : 10_000;
const SEEDS = Array.from({ length: 3 * SCALE }, (_, i) => 20_261_122 + i);

const pick = <T>(next: Random, list: readonly T[]): T => list[next(list.length)] as T;

const { readonly, signer, writable } = metas;
const SYSTEM = new PublicKey(PROGRAM_IDS.system);
const thief = keypair(66).publicKey;

const ADDRESSES: readonly PublicKey[] = [
  ...new Map(
    [
      ...SAMPLES.flatMap(({ instructions }) =>
        instructions.flatMap(({ programId, keys }) => [programId, ...keys.map(({ pubkey }) => pubkey)]),
      ),
      ...[stranger, thief, wallet, recipient, TOKEN, TOKEN_2022, SYSTEM, SWAP, SOL, USDC],
      ...[ata(thief, SOL), ata(thief, USDC), ata(stranger, USDC), keypair(102).publicKey],
    ].map((address) => [address.toBase58(), address]),
  ).values(),
];

const U64S: readonly bigint[] = [
  0n,
  1n,
  5_000n,
  2n ** 32n,
  2n ** 63n,
  2n ** 64n - 1n,
  500_000_001n,
  25_000_001n,
];

const walletUsdc = ata(wallet, USDC);
/** Instructions that take funds, give another account power over them, or hide their effect. */
const HOSTILE: readonly TransactionInstruction[] = [
  sendSol(thief, 1n),
  sendSol(ata(thief, SOL), 1_000_000n),
  transferChecked(ata(thief, USDC), USDC, 1n),
  closeAccount(ata(wallet, SOL), thief),
  closeAccount(walletUsdc, wallet),
  createAccount(thief, USDC),
  instruction(TOKEN, [writable(walletUsdc), readonly(thief), signer(wallet)], bytes(4, 2n ** 64n - 1n)),
  instruction(TOKEN, [writable(walletUsdc), signer(wallet)], Buffer.from([6, 2, 1, ...thief.toBytes()])),
  instruction(TOKEN, [writable(walletUsdc), writable(USDC), signer(wallet)], bytes(8, 1n)),
  instruction(TOKEN, [writable(walletUsdc), writable(ata(thief, USDC)), signer(wallet)], bytes(3, 7n)),
  instruction(SYSTEM, [signer(wallet)], Buffer.from([1, 0, 0, 0, ...thief.toBytes()])),
  instruction(
    SYSTEM,
    [signer(wallet), signer(thief)],
    Buffer.concat([bytes(0, 0, 0, 0, 1n, 0n), thief.toBuffer()]),
  ),
  instruction(SYSTEM, [writable(thief), readonly(stranger), signer(wallet)], bytes(4, 0, 0, 0)),
  instruction(thief, [signer(wallet)], Buffer.alloc(0)),
  instruction(SWAP, [signer(wallet)], bytes(0)),
];

interface Draft {
  list: TransactionInstruction[];
  payer: PublicKey;
  legacy: boolean;
}

const changed = (
  { programId, keys, data }: TransactionInstruction,
  change: Partial<{ programId: PublicKey; keys: TransactionInstruction["keys"]; data: Buffer }>,
) => new TransactionInstruction({ programId, keys, data, ...change });

type Change = (draft: Draft, next: Random, sample: Sample) => void;

const onOne =
  (change: (one: TransactionInstruction, next: Random) => TransactionInstruction): Change =>
  (draft, next) => {
    if (draft.list.length === 0) return;
    const at = next(draft.list.length);
    draft.list[at] = change(draft.list[at]!, next);
  };

const CHANGES: readonly Change[] = [
  onOne((one, next) => {
    if (one.keys.length === 0) return one;
    const at = next(one.keys.length);
    return changed(one, { keys: one.keys.with(at, { ...one.keys[at]!, pubkey: pick(next, ADDRESSES) }) });
  }),
  onOne((one, next) => {
    if (one.keys.length < 2) return one;
    const [a, b] = [next(one.keys.length), next(one.keys.length)];
    return changed(one, { keys: one.keys.with(a, one.keys[b]!).with(b, one.keys[a]!) });
  }),
  onOne((one, next) => {
    if (one.keys.length === 0) return one;
    const at = next(one.keys.length);
    const meta = one.keys[at]!;
    const flag = next(2) === 0 ? { isSigner: !meta.isSigner } : { isWritable: !meta.isWritable };
    return changed(one, { keys: one.keys.with(at, { ...meta, ...flag }) });
  }),
  onOne((one, next) => {
    const data = Buffer.from(one.data);
    if (data.length > 0) data[next(data.length)] = next(256);
    return changed(one, { data });
  }),
  onOne((one, next) => {
    const data = Buffer.from(one.data);
    for (const at of [1, 4, 9])
      if (data.length >= at + 8 && next(2) === 0) data.writeBigUInt64LE(pick(next, U64S), at);
    return changed(one, { data });
  }),
  onOne((one, next) => {
    const data = Buffer.from(one.data);
    // Slightly larger or smaller amounts, where rounding errors occur.
    for (const at of [1, 4, 9])
      if (data.length >= at + 8 && next(2) === 0)
        data.writeBigUInt64LE(BigInt.asUintN(64, data.readBigUInt64LE(at) + BigInt(next(5) - 2)), at);
    return changed(one, { data });
  }),
  onOne((one, next) =>
    changed(one, {
      data:
        next(2) === 0
          ? one.data.subarray(0, next(one.data.length + 1))
          : Buffer.concat([one.data, Buffer.alloc(1 + next(9))]),
    }),
  ),
  onOne((one, next) => changed(one, { programId: pick(next, ADDRESSES) })),
  onOne((one, next) =>
    changed(one, {
      keys: next(2) === 0 ? one.keys.slice(0, -1) : [...one.keys, writable(pick(next, ADDRESSES))],
    }),
  ),
  (draft, next) => draft.list.splice(next(draft.list.length + 1), 0, pick(next, HOSTILE)),
  (draft, next) =>
    draft.list.splice(next(draft.list.length + 1), 0, pick(next, pick(next, SAMPLES).instructions)),
  (draft, next) => draft.list.splice(next(draft.list.length), 1),
  (draft, next) => {
    if (draft.list.length > 0) draft.list.splice(next(draft.list.length), 0, pick(next, draft.list));
  },
  (draft, next) => {
    const [moved] = draft.list.splice(next(draft.list.length), 1);
    if (moved) draft.list.splice(next(draft.list.length + 1), 0, moved);
  },
  (draft, next) => {
    if (next(4) === 0) draft.payer = pick(next, [thief, stranger, recipient]);
  },
  (draft) => {
    draft.legacy = !draft.legacy;
  },
  // The complete transaction of another order.
  (draft, next) => {
    if (next(3) === 0) draft.list = [...pick(next, SAMPLES).instructions];
  },
];

/** The base64 of a draft, or undefined if it does not fit into a transaction. */
function compiled({ list, payer, legacy }: Draft): string | undefined {
  try {
    const message = new TransactionMessage({
      payerKey: payer,
      recentBlockhash: blockhash,
      instructions: list,
    });
    const whole = new VersionedTransaction(
      legacy ? message.compileToLegacyMessage() : message.compileToV0Message(),
    );
    return Buffer.from(whole.serialize()).toString("base64");
  } catch {
    return undefined;
  }
}

const text = (address: PublicKey) => address.toBase58();
const WALLET = text(wallet);
const addressesOf = (mint: string, owner: string): string[] =>
  [TOKEN, TOKEN_2022].map((program) => text(ata(new PublicKey(owner), new PublicKey(mint), program)));
const derived = new Map<string, string[]>();
const atasOf = (mint: string, owner: string): string[] => {
  const key = `${mint} ${owner}`;
  const known = derived.get(key) ?? addressesOf(mint, owner);
  derived.set(key, known);
  return known;
};

/** Why the wallet must not sign this; undefined if it takes nothing beyond the intent. */
function harm(base64: string, { action, parameters, route }: Intent): string | undefined {
  const { message } = VersionedTransaction.deserialize(Buffer.from(base64, "base64"));
  const keys = message.staticAccountKeys.map(text);
  if (message.header.numRequiredSignatures !== 1 || keys[0] !== WALLET) return "another signer";
  const { inputToken = "", outputToken = "", amount = 0n, recipient: to = "" } = parameters;
  const native = text(SOL);
  const own = [...atasOf(inputToken, WALLET), ...(outputToken ? atasOf(outputToken, WALLET) : [])];
  const wrapped = atasOf(native, WALLET)[0];
  const theirs = to ? atasOf(inputToken, to) : [];
  let paid = 0n;
  let wraps = 0n;
  let takes = 0n;
  let swaps = 0;
  let rents = 0;
  for (const { programIdIndex, accountKeyIndexes, data } of message.compiledInstructions) {
    const at = accountKeyIndexes.map((index) => keys[index] ?? "");
    const u64 = (offset: number) => Buffer.from(data).readBigUInt64LE(offset);
    switch (keys[programIdIndex] ?? "") {
      case PROGRAM_IDS.computeBudget:
        if (data[0] === 3 ? u64(1) > 1000n : data[0] !== 2) return "a budget";
        break;
      case PROGRAM_IDS.system: {
        if (Buffer.from(data).readUInt32LE(0) !== 2) return "a system instruction";
        if (action === "swap" && at[1] === wrapped && inputToken === native) wraps += u64(4);
        else if (action === "transfer" && inputToken === native && at[1] === to) paid += u64(4);
        else return "lamports to a stranger";
        break;
      }
      case PROGRAM_IDS.associatedToken:
        if (!own.includes(at[1]!) && !theirs.includes(at[1]!)) return "a stranger's account";
        if (++rents > 2) return "rent";
        break;
      case PROGRAM_IDS.token:
      case PROGRAM_IDS.token2022:
        if (data[0] === 12 && action === "transfer" && theirs.includes(at[2]!) && at[1] === inputToken)
          paid += u64(1);
        else if (data[0] === 9 && at[0] === wrapped && at[1] === WALLET) break;
        else if (data[0] !== 17) return "a token instruction";
        break;
      case PROGRAM_IDS.swap: {
        if (action !== "swap" || ++swaps > 1 || !route) return "a swap";
        const [exact, bound] = [u64(1), u64(9)];
        if (at[3] !== inputToken || at[4] !== outputToken || !own.includes(at[1]!) || !own.includes(at[2]!))
          return "ends";
        const pools = at.length === 15 ? [at[7], at[12]] : [at[7]];
        if (pools.join() !== route.marketInfos.map(({ id }) => id).join()) return "pools";
        if (data[0] === 1) {
          takes = exact;
          if (exact !== amount || bound * 10_000n < route.outAmount * 9_950n) return "a rate";
        } else {
          takes = bound;
          if (exact !== route.outAmount || bound * 10_000n > amount * 10_050n) return "a rate";
        }
        break;
      }
      default:
        return "a program";
    }
  }
  if (action === "transfer") return paid === amount ? undefined : "an amount";
  if (swaps !== 1) return "no swap";
  return inputToken === native && wraps !== takes ? "a wrapping" : undefined;
}

test.each(SEEDS)(`seed %i: of ${PER_SEED} changed transactions, none that is accepted costs more`, (seed) => {
  const next = random(seed);
  const options = { walletAddress: WALLET };
  let judged = 0;
  let accepted = 0;
  while (judged < PER_SEED) {
    const sample = pick(next, SAMPLES);
    const draft: Draft = { list: [...sample.instructions], payer: wallet, legacy: false };
    for (let n = 1 + next(4); n > 0; n--) pick(next, CHANGES)(draft, next, sample);
    const transaction = compiled(draft);
    if (transaction === undefined) continue;
    judged++;
    if (codesOf(() => verifyTransaction({ transaction }, sample.intent, options)).length > 0) continue;
    accepted++;
    const found = harm(transaction, sample.intent);
    if (found !== undefined) expect.fail(`${found}, accepted for ${sample.name}: ${transaction}`);
  }
  // The search must also reach accepted transactions: otherwise it would prove nothing.
  expect(accepted).toBeGreaterThan(PER_SEED / 200);
});

const accepts = (transaction: string, { intent }: Sample) =>
  codesOf(() => verifyTransaction({ transaction }, intent, { walletAddress: WALLET })).length === 0;
const named = SAMPLES.map((sample) => [sample.name, sample] as const);

/** Every transaction that differs in one bit of data, one account, or the program of one instruction. */
function* singleChanges({ instructions }: Sample): Generator<string> {
  const addresses = new Map<string, PublicKey>();
  for (const { programId, keys } of instructions)
    for (const address of [programId, ...keys.map(({ pubkey }) => pubkey), stranger, TOKEN, TOKEN_2022])
      addresses.set(address.toBase58(), address);
  for (const [i, before] of instructions.entries()) {
    const out = (change: Parameters<typeof changed>[1]) =>
      build(instructions.with(i, changed(before, change)));
    for (let bit = 0; bit < before.data.length * 8; bit++) {
      const data = Buffer.from(before.data);
      data[bit >> 3]! ^= 1 << (bit & 7);
      yield out({ data });
    }
    for (const address of addresses.values()) {
      for (const [at, meta] of before.keys.entries())
        if (!meta.pubkey.equals(address))
          yield out({ keys: before.keys.with(at, { ...meta, pubkey: address }) });
      if (!before.programId.equals(address)) yield out({ programId: address });
    }
  }
}

test.each(named)("%s: one changed bit, account or program is refused, or costs no more", (_, sample) => {
  let refused = 0;
  for (const transaction of singleChanges(sample)) {
    if (!accepts(transaction, sample)) refused++;
    else expect(harm(transaction, sample.intent), transaction).toBeUndefined();
  }
  expect(refused).toBeGreaterThan(100);
});

const isOf = (program: string) => (one: TransactionInstruction) => text(one.programId) === program;
const isBudget = isOf(PROGRAM_IDS.computeBudget);
const isCreate = isOf(PROGRAM_IDS.associatedToken);
const isClose = (one: TransactionInstruction) => isOf(PROGRAM_IDS.token)(one) && one.data[0] === 9;

test.each(named)("%s: an added, removed or moved instruction", (_, sample) => {
  const { instructions } = sample;
  for (const [i, one] of instructions.entries()) {
    // An exact input of SOL is fully spent, so closing its account is optional.
    const optional =
      isBudget(one) || isCreate(one) || (isClose(one) && sample.name === "SOL to USDC, exact in");
    expect(accepts(build(instructions.toSpliced(i, 1)), sample), `without ${i}`).toBe(optional);
    for (let at = 0; at <= instructions.length; at++)
      expect(accepts(build(instructions.toSpliced(at, 0, one)), sample), `${i} again at ${at}`).toBe(false);
  }
  // A reordered transaction is refused, or the instructions that move funds keep their relative order.
  const moving = (list: readonly TransactionInstruction[]) =>
    list.filter((one) => !isBudget(one) && !isCreate(one));
  fc.assert(
    fc.property(fc.shuffledSubarray([...instructions], { minLength: instructions.length }), (shuffled) => {
      if (accepts(build(shuffled), sample)) expect(moving(shuffled)).toEqual(moving(instructions));
    }),
    { numRuns: 60 },
  );
});
