import { Keypair, SystemProgram, TransactionMessage, VersionedTransaction } from "@solana/web3.js";
import { describe, expect, test } from "vitest";
import { readTransaction, wireProblem } from "../../../mock-server/src/formats/transaction.js";

const payer = Keypair.fromSeed(new Uint8Array(32).fill(1));
const to = Keypair.fromSeed(new Uint8Array(32).fill(2)).publicKey;
const blockhash = Keypair.fromSeed(new Uint8Array(32).fill(3)).publicKey.toBase58();
const message = new TransactionMessage({
  payerKey: payer.publicKey,
  recentBlockhash: blockhash,
  instructions: [SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: to, lamports: 5 })],
});

const wire = (compiled: ReturnType<typeof message.compileToV0Message>) =>
  Buffer.from(new VersionedTransaction(compiled).serialize());
const v0 = wire(message.compileToV0Message());
const legacy = Buffer.from(new VersionedTransaction(message.compileToLegacyMessage()).serialize());
// Offsets of the legacy form: signatures 0, header 65, keys 69, blockhash 165, instructions 197, program 198.
const changed = (at: number, value: number) => {
  const bytes = Buffer.from(legacy);
  bytes[at] = value;
  return bytes;
};

describe("the wire check", () => {
  test("passes what web3.js writes, legacy and version 0, and reads it", () => {
    expect(wireProblem(legacy)).toBeUndefined();
    expect(wireProblem(v0)).toBeUndefined();
    const read = readTransaction(v0);
    expect(read).toMatchObject({ version: 0, signers: 1, readonlySigned: 0, readonlyUnsigned: 1, blockhash });
    expect(read.staticKeys).toEqual([payer.publicKey, to, SystemProgram.programId].map(String));
    expect(read.instructions).toMatchObject([{ programIdIndex: 2, accounts: [0, 1] }]);
    expect(Buffer.from(read.message)).toEqual(v0.subarray(65));
    expect(readTransaction(legacy).version).toBe("legacy");
  });

  test.each([
    ["nothing", Buffer.alloc(0), "signatures is malformed"],
    ["no signature", Buffer.concat([Buffer.of(0), legacy.subarray(65)]), "no signature"],
    [
      "a length in two bytes that fits one",
      Buffer.concat([Buffer.of(0x82, 0), legacy.subarray(1)]),
      "malformed",
    ],
    ["a length of three bytes", Buffer.concat([Buffer.of(0x82, 0x80, 1), legacy.subarray(1)]), "malformed"],
    ["another version", Buffer.from(v0).fill(0x81, 65, 66), "version"],
    ["another count in the header", changed(65, 2), "different number of signatures"],
    ["a payer that may not be written", changed(66, 1), "the fee payer is not a writable signer"],
    ["more read-only accounts than there are", changed(67, 3), "more accounts than there are"],
    ["a program that is the payer", changed(198, 0), "not a static account"],
    ["a program that is not there", changed(198, 3), "not a static account"],
    ["an account that is not there", changed(200, 3), "missing account"],
    ["a byte too many", Buffer.concat([legacy, Buffer.of(0)]), "after the end"],
    ["more bytes than a packet", Buffer.alloc(1233, 1), "too large"],
    ["an empty lookup", Buffer.concat([v0.subarray(0, -1), Buffer.of(1), Buffer.alloc(34)]), "empty lookup"],
    [
      "more than 256 accounts",
      Buffer.concat([
        v0.subarray(0, -1),
        Buffer.of(1),
        Buffer.alloc(32),
        Buffer.of(0xff, 1),
        Buffer.alloc(256),
      ]),
      "more than 256",
    ],
  ])("refuses %s", (_, bytes, reason) => {
    expect(wireProblem(bytes)).toContain(reason);
    expect(() => readTransaction(bytes)).toThrow(RangeError);
  });

  test("refuses every truncation", () => {
    for (const whole of [legacy, v0]) {
      for (let end = 0; end < whole.length; end++) {
        expect(wireProblem(whole.subarray(0, end))).toBeTypeOf("string");
      }
    }
  });
});
