import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { networkFee } from "../../../mock-server/src/chain/fees.js";
import {
  type StepKind,
  unitsFromSimulation,
  unitsFromTable,
} from "../../../mock-server/src/transactions/compute-units.js";
import { boundsOf } from "../../../mock-server/src/transactions/plan.js";

const amount = fc.bigInt({ min: 1n, max: 2n ** 63n });
const slippage = fc.integer({ min: 1, max: 1000 });

describe("slippage bounds (decision 43)", () => {
  it("never allow a swap that is worse than the quote with slippage", () => {
    fc.assert(
      fc.property(amount, amount, slippage, (inAmount, outAmount, bps) => {
        const quote = { inAmount, outAmount };
        const exactIn = boundsOf("exact-in", quote, bps);
        const exactOut = boundsOf("exact-out", quote, bps);
        if (exactIn.kind !== "exactIn" || exactOut.kind !== "exactOut") throw new Error("wrong side");
        expect(exactIn.minimumAmountOut * 10_000n).toBeGreaterThanOrEqual(outAmount * BigInt(10_000 - bps));
        expect(exactIn.minimumAmountOut).toBeLessThanOrEqual(outAmount);
        expect(exactOut.maximumAmountIn * 10_000n).toBeLessThanOrEqual(inAmount * BigInt(10_000 + bps));
        expect(exactOut.maximumAmountIn).toBeGreaterThanOrEqual(inAmount);
      }),
    );
  });

  it("stay within 64 bits", () => {
    const most = 2n ** 64n - 1n;
    const bounds = boundsOf("exact-out", { inAmount: most, outAmount: 1n }, 1000);
    expect(bounds).toMatchObject({ maximumAmountIn: most });
  });
});

describe("compute units and fees (decision 49)", () => {
  const steps: StepKind[] = ["create-token-account", "swap-one-hop"];

  it("give a simulated transaction a fifth more units than it consumed", () => {
    expect(unitsFromSimulation(20_000, steps)).toBe(24_000);
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
