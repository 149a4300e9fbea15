// A hostile wallet: what it signs is accepted only if it costs no more than was approved. The oracle reads the signed
// bytes with web3.js, which shares no code with the SDK.
import {
  ComputeBudgetProgram,
  type PublicKey,
  SystemProgram,
  TransactionInstruction,
  VersionedTransaction,
} from "@solana/web3.js";
import fc from "fast-check";
import { PROGRAM_IDS } from "intent-tx/contract";
import { UnsafeTransactionError, verifyAndSign } from "intent-tx/solana";
import { expect, test } from "vitest";
import { forAllAsync } from "../../for-all.js";
import { type Edited, editing, guard, LIGHTHOUSE, limit, partsOf, price } from "../../sdk/solana/edits.js";
import {
  ata,
  build,
  instruction,
  keypair,
  metas,
  SAMPLES,
  SOL,
  sendSol,
  stranger,
  TOKEN,
  transferChecked,
  USDC,
  wallet,
} from "../../sdk/solana/samples.js";

const ROOM = 100_000;
const BUDGET = PROGRAM_IDS.computeBudget;
const thief = keypair(66).publicKey;

/** Instructions that a wallet may insert: the first are harmless. */
const INSERTED: readonly (() => TransactionInstruction)[] = [
  ...[2, 3, 5, 6, 9, 10, 15].map((discriminator) => () => guard(wallet, discriminator)),
  () => guard(stranger, 6),
  ...[0, 1, 16, 17].map((discriminator) => () => guard(wallet, discriminator)),
  () => instruction(LIGHTHOUSE, [metas.writable(thief)], Buffer.of(5, 4, 1)),
  () => instruction(LIGHTHOUSE, [metas.writable(ata(thief, USDC)), metas.signer(wallet)], Buffer.of(6, 4, 1)),
  () => sendSol(thief, 1n),
  () => transferChecked(ata(thief, USDC), USDC, 1n),
  () =>
    instruction(
      TOKEN,
      [metas.writable(ata(wallet, USDC)), metas.readonly(thief), metas.signer(wallet)],
      Buffer.of(4, 1, 0, 0, 0, 0, 0, 0, 0),
    ),
  () => instruction(thief, [metas.signer(wallet)], Buffer.from("memo")),
  () => SystemProgram.assign({ accountPubkey: wallet, programId: thief }),
  () => SystemProgram.nonceAdvance({ noncePubkey: thief, authorizedPubkey: wallet }),
  () => ComputeBudgetProgram.requestHeapFrame({ bytes: 65_536 }),
  () => limit(200_000),
  () => price(1000n),
];

type Change = (parts: Edited) => Edited;

const at = fc.nat({ max: 20 });
const place = (index: number, list: readonly unknown[]) => index % Math.max(1, list.length);
const changed = (one: TransactionInstruction, parts: Partial<TransactionInstruction>) =>
  new TransactionInstruction({ programId: one.programId, keys: one.keys, data: one.data, ...parts } as never);
const replaced =
  (index: number, edit: (one: TransactionInstruction) => TransactionInstruction): Change =>
  (parts) => ({
    ...parts,
    instructions: parts.instructions.map((one, i, all) => (i === place(index, all) ? edit(one) : one)),
  });

const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(fc.constantFrom(...INSERTED), at).map(
      ([make, index]): Change =>
        (parts) => ({
          ...parts,
          instructions: parts.instructions.toSpliced(index % (parts.instructions.length + 1), 0, make()),
        }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(at, at).map(
      ([from, to]): Change =>
        (parts) => ({
          ...parts,
          instructions: parts.instructions.toSpliced(
            place(to, parts.instructions),
            0,
            parts.instructions[place(from, parts.instructions)]!,
          ),
        }),
    ),
  },
  at.map(
    (index): Change =>
      (parts) => ({
        ...parts,
        instructions: parts.instructions.toSpliced(place(index, parts.instructions), 1),
      }),
  ),
  at.map(
    (index): Change =>
      (parts) => ({ ...parts, instructions: parts.instructions.toReversed().slice(index % 2) }),
  ),
  fc.tuple(at, at, fc.integer({ min: 1, max: 255 })).map(([index, byte, bits]) =>
    replaced(index, (one) => {
      const data = Buffer.from(one.data);
      if (data.length > 0) data[byte % data.length]! ^= bits;
      return changed(one, { data });
    }),
  ),
  fc
    .tuple(at, at, fc.constantFrom<PublicKey>(thief, ata(thief, USDC), wallet, ata(wallet, SOL)))
    .map(([index, key, pubkey]) =>
      replaced(index, (one) =>
        changed(one, {
          keys: one.keys.map((meta, i) => (i === place(key, one.keys) ? { ...meta, pubkey } : meta)),
        }),
      ),
    ),
  fc.tuple(at, at, fc.constantFrom("isWritable", "isSigner")).map(([index, key, flag]) =>
    replaced(index, (one) =>
      changed(one, {
        keys: one.keys.map((meta, i) => (i === place(key, one.keys) ? { ...meta, [flag]: true } : meta)),
      }),
    ),
  ),
  fc.constantFrom<PublicKey>(thief, wallet).map(
    (payerKey): Change =>
      (parts) => ({ ...parts, payerKey }),
  ),
  fc.bigInt({ min: 0n, max: 2_000_000_000n }).map(
    (micro): Change =>
      (parts) => ({
        ...parts,
        instructions: [
          ...parts.instructions.filter(
            ({ programId, data }) => !(programId.toBase58() === BUDGET && data[0] === 3),
          ),
          price(micro),
        ],
      }),
  ),
  fc.nat({ max: 1_400_000 }).map(
    (units): Change =>
      (parts) => ({
        ...parts,
        instructions: [
          limit(units),
          ...parts.instructions.filter(
            ({ programId, data }) => !(programId.toBase58() === BUDGET && data[0] === 2),
          ),
        ],
      }),
  ),
  fc.constant<Change>((parts) => ({ ...parts, recentBlockhash: keypair(10).publicKey.toBase58() })),
  fc.boolean().map(
    (legacy): Change =>
      (parts) => ({ ...parts, legacy }),
  ),
);

/** Meaning of an instruction: program, accounts with their privileges in the whole message, and data. */
const meaningOf = ({ programId, keys, data }: TransactionInstruction): string =>
  [
    programId,
    ...keys.map(({ pubkey, isSigner, isWritable }) => `${pubkey} ${isSigner} ${isWritable}`),
    Buffer.from(data).toString("hex"),
  ].join();

const isGuard = ({ programId, data }: TransactionInstruction) =>
  programId.equals(LIGHTHOUSE) && data[0]! >= 2 && data[0]! <= 15;
const isPriced = ({ programId, data }: TransactionInstruction) =>
  programId.toBase58() === BUDGET && [2, 3].includes(data[0]!);
const doing = (parts: Edited) =>
  parts.instructions.filter((one) => !isGuard(one) && !isPriced(one)).map(meaningOf);

function feeOf({ instructions }: Edited): number {
  const of = (tag: number) =>
    instructions.find(({ programId, data }) => programId.toBase58() === BUDGET && data[0] === tag)?.data;
  const units = of(2) && Buffer.from(of(2)!).readUInt32LE(1);
  const assumed = instructions.reduce(
    (sum, { programId }) =>
      sum +
      (programId.toBase58() === BUDGET || programId.toBase58() === PROGRAM_IDS.system ? 3_000 : 200_000),
    0,
  );
  const micro = of(3) ? Buffer.from(of(3)!).readBigUInt64LE(1) : 0n;
  return 5_000 + Number((BigInt(Math.min(units ?? assumed, 1_400_000)) * micro + 999_999n) / 1_000_000n);
}

test("nothing that a hostile wallet changes is accepted if it costs more than was approved", async () => {
  let accepted = 0;
  let refused = 0;
  await forAllAsync(
    500,
    [fc.constantFrom(...SAMPLES), fc.array(change, { minLength: 1, maxLength: 3 })],
    async (sample, changes) => {
      const built = { transaction: build([...sample.instructions]) };
      const before = partsOf(Buffer.from(built.transaction, "base64"));
      let answer: Uint8Array;
      try {
        const signer = editing((parts) => changes.reduce((edited, edit) => edit(edited), parts));
        answer = await verifyAndSign({ intent: sample.intent, built, signer });
      } catch (error) {
        // web3.js cannot write some of the changes.
        if (error instanceof UnsafeTransactionError) refused++;
        return;
      }
      accepted++;
      const after = partsOf(answer);
      expect(doing(after)).toEqual(doing(before));
      expect(after.payerKey.equals(wallet)).toBe(true);
      expect(feeOf(after)).toBeLessThanOrEqual(feeOf(before) + ROOM);
      const { message } = VersionedTransaction.deserialize(answer);
      expect(message.header.numRequiredSignatures).toBe(1);
      expect(message.addressTableLookups).toEqual([]);
      const known = new Set(
        VersionedTransaction.deserialize(
          Buffer.from(built.transaction, "base64"),
        ).message.staticAccountKeys.map(String),
      );
      const added = message.staticAccountKeys.map(
        (key, i) => [String(key), message.isAccountWritable(i)] as const,
      );
      expect(added.filter(([key, writable]) => !known.has(key) && writable)).toEqual([]);
    },
  );
  expect(accepted).toBeGreaterThan(20);
  expect(refused).toBeGreaterThan(200);
});
