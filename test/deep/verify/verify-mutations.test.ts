import { type PublicKey, TransactionInstruction, VersionedTransaction } from "@solana/web3.js";
import fc from "fast-check";
import { PROGRAM_IDS } from "intent-tx/contract";
import { verifyTransaction } from "intent-tx/solana";
import { describe, expect, test } from "vitest";
import {
  build,
  codesOf,
  SAMPLES,
  type Sample,
  stranger,
  TOKEN,
  TOKEN_2022,
  wallet,
} from "../../sdk/solana/samples.js";

const options = { walletAddress: wallet.toBase58() };

const accepted = (transaction: string, { intent }: Sample) =>
  codesOf(() => verifyTransaction({ transaction }, intent, options)).length === 0;

interface Plain {
  readonly programId: string;
  readonly accounts: readonly string[];
  readonly data: Uint8Array;
}

const plain = ({ programId, keys, data }: TransactionInstruction): Plain => ({
  programId: programId.toBase58(),
  accounts: keys.map(({ pubkey }) => pubkey.toBase58()),
  data,
});

const u64 = (data: Uint8Array, at: number) =>
  new DataView(data.buffer, data.byteOffset).getBigUint64(at, true);

/**
 * True if `after` can move only wallet funds that `before` can move. Independent of the implementation: lists every
 * byte and account that may vary.
 */
function harmless(before: Plain, after: Plain): boolean {
  if (before.programId !== after.programId) return false;
  const changedAccounts = before.accounts.flatMap((address, i) => (address === after.accounts[i] ? [] : [i]));
  const changedBytes = [...before.data].flatMap((byte, i) => (byte === after.data[i] ? [] : [i]));
  if (before.accounts.length !== after.accounts.length || before.data.length !== after.data.length)
    return false;
  if (changedAccounts.length + changedBytes.length === 0) return true;
  switch (before.programId) {
    case PROGRAM_IDS.computeBudget: {
      if (after.data[0] !== before.data[0]) return false;
      if (after.data[0] === 3) return u64(after.data, 1) <= u64(before.data, 1);
      return new DataView(after.data.buffer, after.data.byteOffset).getUint32(1, true) <= 1_400_000;
    }
    // Create instead of CreateIdempotent only fails more often.
    case PROGRAM_IDS.associatedToken:
      return changedAccounts.length === 0 && (after.data[0] === 0 || after.data[0] === 1);
    // The chain checks the decimals against the mint.
    case PROGRAM_IDS.token:
    case PROGRAM_IDS.token2022:
      return changedAccounts.length === 0 && before.data[0] === 12 && changedBytes.every((i) => i === 9);
    // Only the bound may change, and only in favour of the wallet.
    case PROGRAM_IDS.swap: {
      if (changedAccounts.length > 0 || !changedBytes.every((i) => i >= 9)) return false;
      const [was, is] = [u64(before.data, 9), u64(after.data, 9)];
      return before.data[0] === 1 ? is >= was : is <= was;
    }
    default:
      return false;
  }
}

const rebuilt = (
  { programId, keys, data }: TransactionInstruction,
  change: { program?: PublicKey; account?: [number, PublicKey]; data?: Buffer },
) =>
  new TransactionInstruction({
    programId: change.program ?? programId,
    keys: keys.map((meta, i) => (change.account?.[0] === i ? { ...meta, pubkey: change.account[1] } : meta)),
    data: change.data ?? data,
  });

/** Every transaction that differs in one bit of data, one account, or the program of one instruction. */
function* singleChanges({
  instructions,
}: Sample): Generator<[TransactionInstruction, TransactionInstruction, string]> {
  const addresses = new Map<string, PublicKey>();
  for (const { programId, keys } of instructions)
    for (const address of [programId, ...keys.map(({ pubkey }) => pubkey), stranger, TOKEN, TOKEN_2022])
      addresses.set(address.toBase58(), address);
  for (const [i, before] of instructions.entries()) {
    const out = (after: TransactionInstruction): [TransactionInstruction, TransactionInstruction, string] => [
      before,
      after,
      build(instructions.with(i, after)),
    ];
    for (let bit = 0; bit < before.data.length * 8; bit++) {
      const data = Buffer.from(before.data);
      data[bit >> 3]! ^= 1 << (bit & 7);
      yield out(rebuilt(before, { data }));
    }
    for (const address of addresses.values()) {
      for (let at = 0; at < before.keys.length; at++)
        if (!before.keys[at]!.pubkey.equals(address)) yield out(rebuilt(before, { account: [at, address] }));
      if (!before.programId.equals(address)) yield out(rebuilt(before, { program: address }));
    }
  }
}

describe("one changed bit, account or program is refused, unless it moves nothing more", () => {
  test.each(SAMPLES.map((sample) => [sample.name, sample] as const))("%s", (_, sample) => {
    let refused = 0;
    for (const [before, after, transaction] of singleChanges(sample)) {
      if (!accepted(transaction, sample)) refused++;
      else if (!harmless(plain(before), plain(after)))
        expect.fail(`accepted: ${JSON.stringify(plain(before))} as ${JSON.stringify(plain(after))}`);
    }
    expect(refused).toBeGreaterThan(100);
  });
});

const isBudget = ({ programId }: TransactionInstruction) =>
  programId.toBase58() === PROGRAM_IDS.computeBudget;
const isCreate = ({ programId }: TransactionInstruction) =>
  programId.toBase58() === PROGRAM_IDS.associatedToken;
const isClose = ({ programId, data }: TransactionInstruction) =>
  programId.toBase58() === PROGRAM_IDS.token && data[0] === 9;

describe("an added, removed or moved instruction", () => {
  test.each(SAMPLES.map((sample) => [sample.name, sample] as const))("%s", (_, sample) => {
    const { instructions } = sample;
    for (const [i, one] of instructions.entries()) {
      // An exact input of SOL is fully spent, so closing its account is optional.
      const optional =
        isBudget(one) || isCreate(one) || (isClose(one) && sample.name === "SOL to USDC, exact in");
      expect(accepted(build(instructions.toSpliced(i, 1)), sample), `without ${i}`).toBe(optional);
      for (let at = 0; at <= instructions.length; at++)
        expect(accepted(build(instructions.toSpliced(at, 0, one)), sample), `${i} again at ${at}`).toBe(
          false,
        );
    }
    // A reordered transaction is refused, or the instructions that move funds keep their relative order.
    const moving = (list: readonly TransactionInstruction[]) =>
      list.filter((one) => !isBudget(one) && !isCreate(one)).map((one) => JSON.stringify(plain(one)));
    fc.assert(
      fc.property(fc.shuffledSubarray([...instructions], { minLength: instructions.length }), (shuffled) => {
        if (accepted(build(shuffled), sample)) expect(moving(shuffled)).toEqual(moving(instructions));
      }),
      { numRuns: 60 },
    );
  });
});

test("changed transaction bytes are refused, or move nothing more", () => {
  const change = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 3 });
  let taken = 0;
  fc.assert(
    fc.property(fc.constantFrom(...SAMPLES), change, (sample, changes) => {
      const wire = Buffer.from(build([...sample.instructions]), "base64");
      // Leaves the empty signature unchanged: a non-empty one is always refused.
      for (const [index, value] of changes) wire[65 + (index % (wire.length - 65))] = value;
      if (!accepted(wire.toString("base64"), sample)) return;
      taken++;
      const { message } = VersionedTransaction.deserialize(wire);
      const after = message.compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => ({
        programId: message.staticAccountKeys[programIdIndex]!.toBase58(),
        accounts: accountKeyIndexes.map((i) => message.staticAccountKeys[i]!.toBase58()),
        data,
      }));
      expect(after).toHaveLength(sample.instructions.length);
      sample.instructions.forEach((before, i) => {
        if (!harmless(plain(before), after[i]!)) expect.fail(`accepted: ${JSON.stringify(after[i])}`);
      });
    }),
    { numRuns: 2500 },
  );
  expect(taken).toBeGreaterThan(0);
});
