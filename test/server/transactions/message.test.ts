import { PublicKey, TransactionInstruction, TransactionMessage, VersionedTransaction } from "@solana/web3.js";
import bs58 from "bs58";
import fc from "fast-check";
import { PACKET_BYTES, PROGRAM_IDS } from "intent-tx/contract";
import { describe, expect, it } from "vitest";
import { compileTransaction } from "../../../mock-server/src/chain/compile.js";
import {
  computeUnitLimit,
  computeUnitPrice,
  createTokenAccount,
  type Instruction,
  solTransfer,
  syncNative,
  transferChecked,
  unwrapSol,
} from "../../../mock-server/src/chain/instructions.js";
import { readTransaction } from "../../../mock-server/src/chain/transaction.js";

const addressOf = (number: number): string => bs58.encode(new Uint8Array(32).fill(number + 1));
const WALLET = addressOf(100);
const BLOCKHASH = addressOf(200);

/** The message that web3.js compiles from the same instructions. */
function compiledByWeb3(payer: string, instructions: readonly Instruction[]): Uint8Array {
  const message = new TransactionMessage({
    payerKey: new PublicKey(payer),
    recentBlockhash: BLOCKHASH,
    instructions: instructions.map(
      ({ programId, accounts, data }) =>
        new TransactionInstruction({
          programId: new PublicKey(programId),
          keys: accounts.map(({ address, signer, writable }) => ({
            pubkey: new PublicKey(address),
            isSigner: signer,
            isWritable: writable,
          })),
          data: Buffer.from(data),
        }),
    ),
  }).compileToV0Message();
  return new VersionedTransaction(message).serialize();
}

const account = fc.record({
  address: fc.integer({ min: 0, max: 5 }).map(addressOf),
  signer: fc.boolean(),
  writable: fc.boolean(),
});
const instruction: fc.Arbitrary<Instruction> = fc.record({
  programId: fc.integer({ min: 20, max: 24 }).map(addressOf),
  accounts: fc.array(account, { maxLength: 8 }),
  data: fc.uint8Array({ maxLength: 20 }),
});

describe("the message compiler", () => {
  it("writes the bytes that web3.js writes", () => {
    fc.assert(
      fc.property(fc.array(instruction, { maxLength: 5 }), (instructions) => {
        const { wire } = compileTransaction(WALLET, BLOCKHASH, instructions);
        expect(Buffer.from(wire)).toEqual(Buffer.from(compiledByWeb3(WALLET, instructions)));
      }),
      { numRuns: 60 },
    );
  });

  it("is read back by web3.js and by the reader of landed transactions", () => {
    const home = {
      account: addressOf(1),
      owner: WALLET,
      mint: addressOf(2),
      tokenProgram: PROGRAM_IDS.token,
    };
    const instructions = [
      computeUnitLimit(50_000),
      computeUnitPrice(1000),
      createTokenAccount(WALLET, home),
      solTransfer(WALLET, home.account, 7n),
      syncNative(home.account),
      transferChecked(home, addressOf(3), 2n ** 63n, 6),
      unwrapSol(home.account, WALLET),
    ];
    const { wire, message } = compileTransaction(WALLET, BLOCKHASH, instructions);
    const parsed = VersionedTransaction.deserialize(wire);
    expect(Buffer.from(parsed.serialize())).toEqual(Buffer.from(wire));
    expect(parsed.version).toBe(0);
    const keys = parsed.message.staticAccountKeys.map(String);
    const read = readTransaction(wire).instructions;
    expect(read.map(({ programIdIndex }) => keys[programIdIndex])).toEqual(
      instructions.map(({ programId }) => programId),
    );
    expect(read.map(({ accounts }) => accounts.map((index) => keys[index]))).toEqual(
      instructions.map(({ accounts }) => accounts.map(({ address }) => address)),
    );
    expect(Buffer.from(readTransaction(wire).message)).toEqual(Buffer.from(message));
  });

  it("refuses a transaction that does not fit into a packet", () => {
    const big: Instruction = { programId: addressOf(20), accounts: [], data: new Uint8Array(PACKET_BYTES) };
    expect(() => compileTransaction(WALLET, BLOCKHASH, [big])).toThrow(RangeError);
  });
});
