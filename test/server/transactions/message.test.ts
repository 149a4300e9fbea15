import { PublicKey, TransactionInstruction, TransactionMessage, VersionedTransaction } from "@solana/web3.js";
import bs58 from "bs58";
import fc from "fast-check";
import { PACKET_BYTES } from "intent-tx/contract";
import { describe, expect, it } from "vitest";
import { compileTransaction } from "../../../mock-server/src/formats/compile.js";
import {
  type StepKind,
  unitsFromSimulation,
  unitsFromTable,
} from "../../../mock-server/src/formats/compute-units.js";
import { networkFee } from "../../../mock-server/src/formats/fees.js";
import type { Instruction } from "../../../mock-server/src/formats/instructions.js";
import { boundsOf } from "../../../mock-server/src/transactions/plan.js";
import { forAll } from "../../for-all.js";

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
    forAll(60, [fc.array(instruction, { maxLength: 5 })], (instructions) => {
      const { wire } = compileTransaction(WALLET, BLOCKHASH, instructions);
      expect(Buffer.from(wire)).toEqual(Buffer.from(compiledByWeb3(WALLET, instructions)));
    });
  });

  it("refuses a transaction that does not fit into a packet", () => {
    const big: Instruction = { programId: addressOf(20), accounts: [], data: new Uint8Array(PACKET_BYTES) };
    expect(() => compileTransaction(WALLET, BLOCKHASH, [big])).toThrow(RangeError);
  });
});

const amount = fc.bigInt({ min: 1n, max: 2n ** 63n });
const slippage = fc.integer({ min: 1, max: 1000 });

describe("slippage bounds (decision 43)", () => {
  it("never allow a swap that is worse than the quote with slippage", () => {
    forAll(100, [amount, amount, slippage], (inAmount, outAmount, bps) => {
      const quote = { inAmount, outAmount };
      const exactIn = boundsOf("input", quote, bps);
      const exactOut = boundsOf("output", quote, bps);
      if (exactIn.kind !== "exactIn" || exactOut.kind !== "exactOut") throw new Error("wrong side");
      expect(exactIn.minimumAmountOut * 10_000n).toBeGreaterThanOrEqual(outAmount * BigInt(10_000 - bps));
      expect(exactIn.minimumAmountOut).toBeLessThanOrEqual(outAmount);
      expect(exactOut.maximumAmountIn * 10_000n).toBeLessThanOrEqual(inAmount * BigInt(10_000 + bps));
      expect(exactOut.maximumAmountIn).toBeGreaterThanOrEqual(inAmount);
    });
  });

  it("stay within 64 bits", () => {
    const most = 2n ** 64n - 1n;
    const bounds = boundsOf("output", { inAmount: most, outAmount: 1n }, 1000);
    expect(bounds).toMatchObject({ maximumAmountIn: most });
  });
});

describe("compute units and fees (decision 49)", () => {
  const steps: StepKind[] = ["create-token-account", "swap-one-hop"];

  it("give a simulated transaction a fifth more units than it consumed, and 50,000 for a wallet's guards", () => {
    expect(unitsFromSimulation(20_000, steps)).toBe(74_000);
  });

  it("never exceed the table, so that the fee never exceeds the reserved amount", () => {
    const table = unitsFromTable(steps);
    for (const consumed of [1, table / 2, table - 1, table]) {
      expect(unitsFromSimulation(consumed, steps)).toBeLessThanOrEqual(table);
      expect(unitsFromSimulation(consumed, steps)).toBeGreaterThanOrEqual(consumed);
    }
  });

  it("round the priority fee up to whole lamports", () => {
    expect(networkFee(600, 0)).toBe(5000n);
    expect(networkFee(600, 1000)).toBe(5001n);
    expect(networkFee(1_000_000, 1000)).toBe(6000n);
    expect(networkFee(1_000_001, 1000)).toBe(6001n);
  });
});
