import {
  AddressLookupTableAccount,
  PublicKey,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import fc from "fast-check";
import { NATIVE_MINT, PROGRAM_IDS } from "intent-tx/contract";
import { decodeTransaction, UnsafeTransactionError, verifyTransaction } from "intent-tx/solana";
import { expect, test } from "vitest";
import { isOnCurve, programAddress } from "../../src/solana/decode/token-address.js";
import { forAll } from "../for-all.js";
import { build, SAMPLES, wallet } from "../sdk/solana/samples.js";

const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => new PublicKey(bytes));
const known = fc.constantFrom(...Object.values(PROGRAM_IDS), NATIVE_MINT).map((id) => new PublicKey(id));
const meta = fc.record({ pubkey: fc.oneof(key, known), isSigner: fc.boolean(), isWritable: fc.boolean() });
const anyInstruction = fc
  .record({
    programId: fc.oneof(key, known),
    keys: fc.array(meta, { maxLength: 5 }),
    data: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  })
  .map((parts) => new TransactionInstruction(parts));

test("decoding agrees with web3.js on transactions of any shape, legacy and v0, with lookup tables", () => {
  const shape = fc.record({
    payerKey: key,
    blockhash: key,
    instructions: fc.array(anyInstruction, { minLength: 1, maxLength: 3 }),
    legacy: fc.boolean(),
    tabled: fc.boolean(),
  });
  let compared = 0;
  forAll(250, [shape], ({ payerKey, blockhash, instructions, legacy, tabled }) => {
    const draft = new TransactionMessage({ payerKey, recentBlockhash: blockhash.toBase58(), instructions });
    const addresses = instructions.flatMap(({ keys }) => keys.map(({ pubkey }) => pubkey)).slice(0, 8);
    const state = { deactivationSlot: 0n, lastExtendedSlot: 0, lastExtendedSlotStartIndex: 0, addresses };
    const table = new AddressLookupTableAccount({ key: blockhash, state });
    const message = legacy ? draft.compileToLegacyMessage() : draft.compileToV0Message(tabled ? [table] : []);
    const wire = new VersionedTransaction(message).serialize();
    if (wire.length > 1232) return;
    compared++;

    const theirs = VersionedTransaction.deserialize(wire).message;
    const ours = decodeTransaction(Buffer.from(wire).toString("base64"));
    expect(ours.version).toBe(theirs.version);
    expect(ours.recentBlockhash).toBe(theirs.recentBlockhash);
    expect(Buffer.from(ours.message).equals(theirs.serialize())).toBe(true);
    expect(ours.lookupTables).toEqual(
      theirs.addressTableLookups.map(({ accountKey, writableIndexes, readonlyIndexes }) => ({
        table: accountKey.toBase58(),
        writable: [...writableIndexes],
        readonly: [...readonlyIndexes],
      })),
    );
    const listed = theirs.staticAccountKeys.map((key, i) => ({
      address: key.toBase58(),
      source: "static",
      signer: theirs.isAccountSigner(i),
      writable: theirs.isAccountWritable(i),
    }));
    const loaded = (name: "writableIndexes" | "readonlyIndexes") =>
      theirs.addressTableLookups.flatMap(({ accountKey, [name]: indexes }) =>
        indexes.map((index) => ({
          address: `${accountKey.toBase58()}[${index}]`,
          source: { table: accountKey.toBase58(), index },
          signer: false,
          writable: name === "writableIndexes",
        })),
      );
    expect(ours.accounts).toEqual([...listed, ...loaded("writableIndexes"), ...loaded("readonlyIndexes")]);
    const names = ours.accounts.map(({ address }) => address);
    expect(
      ours.instructions.map(({ programId, accounts, data }) => [programId, accounts, [...data]]),
    ).toEqual(
      theirs.compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => [
        names[programIdIndex],
        accountKeyIndexes.map((index) => names[index]),
        [...data],
      ]),
    );
  });
  expect(compared).toBeGreaterThan(150);
});

/** Runs a call that may throw only an `UnsafeTransactionError`, whatever its input is. */
const nothingElse = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(UnsafeTransactionError);
    expect((error as UnsafeTransactionError).findings.length).toBeGreaterThan(0);
  }
};

test("random text and random bytes throw only UnsafeTransactionError", () => {
  const options = { walletAddress: wallet.toBase58() };
  const [{ intent }] = SAMPLES as unknown as [(typeof SAMPLES)[0]];
  const anything = fc.oneof(
    fc.string(),
    fc.base64String(),
    fc.uint8Array({ maxLength: 1300 }).map((bytes) => Buffer.from(bytes).toString("base64")),
  );
  forAll(400, [anything], (text) => {
    nothingElse(() => decodeTransaction(text));
    nothingElse(() => verifyTransaction(text, intent, options));
  });
});

test("changed bytes that still decode are written back unchanged by web3.js", () => {
  const sample = fc
    .constantFrom(...SAMPLES)
    .map(({ instructions }) => Buffer.from(build([...instructions]), "base64"));
  const change = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 });
  forAll(400, [sample, change], (wire, changes) => {
    const changed = Buffer.from(wire);
    for (const [index, value] of changes) changed[index % changed.length] = value;
    const text = changed.toString("base64");
    nothingElse(() => {
      decodeTransaction(text);
      const back = VersionedTransaction.deserialize(changed).serialize();
      expect(Buffer.from(back).equals(changed)).toBe(true);
    });
  });
});

test("the curve test and derived addresses agree with web3.js", () => {
  const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
  forAll(300, [bytes, fc.array(bytes, { minLength: 1, maxLength: 4 })], (program, seeds) => {
    expect(isOnCurve(program)).toBe(PublicKey.isOnCurve(program));
    const [theirs] = PublicKey.findProgramAddressSync(seeds, new PublicKey(program));
    expect(theirs.toBytes()).toEqual(programAddress(seeds, program));
  });
});
