// Every transaction that differs in one place from one that the verifier accepts. An oracle that shares no code with the
// verifier reads the bytes with web3.js, and reports if they could take funds beyond the intent. executed.test.ts makes
// several changes at once.
import { PublicKey, TransactionInstruction, VersionedTransaction } from "@solana/web3.js";
import fc from "fast-check";
import type { Intent } from "intent-tx/contract";
import { PROGRAM_IDS } from "intent-tx/contract";
import { verifyTransaction } from "intent-tx/solana";
import { expect, test } from "vitest";
import { forAll } from "../../for-all.js";
import {
  ata,
  build,
  codesOf,
  SAMPLES,
  type Sample,
  SOL,
  stranger,
  TOKEN,
  TOKEN_2022,
  wallet,
} from "../../sdk/solana/samples.js";

const changed = (
  { programId, keys, data }: TransactionInstruction,
  change: Partial<{ programId: PublicKey; keys: TransactionInstruction["keys"]; data: Buffer }>,
) => new TransactionInstruction({ programId, keys, data, ...change });

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
  forAll(60, [fc.shuffledSubarray([...instructions], { minLength: instructions.length })], (shuffled) => {
    if (accepts(build(shuffled), sample)) expect(moving(shuffled)).toEqual(moving(instructions));
  });
});
