import { type DecodedInstruction, decodeTransaction } from "intent-tx/solana";
import { describe, expect, test } from "vitest";
import { type Setup, type Target, testOwnChain } from "./setup.js";

const decoded = (transaction: string) => {
  const { instructions } = decodeTransaction(transaction);
  return {
    swap: instructions.find(
      (instruction): instruction is Extract<DecodedInstruction, { kind: "swap" }> =>
        instruction.kind === "swap",
    ),
    units: instructions.flatMap((one) => (one.kind === "compute-unit-limit" ? [one.units] : []))[0],
  };
};
const build = async (setup: Setup, intentId: string, extra: Record<string, unknown> = {}) =>
  (await setup.build(intentId, extra)).as<"transactions.build">();
const balances = async (setup: Setup, wallet: string) => {
  const { solBalance, tokens } = await setup.portfolio(wallet);
  const usdc = tokens.find(({ symbol }) => symbol === "USDC");
  return { SOL: BigInt(solBalance), USDC: BigInt(usdc?.balance ?? 0) };
};

/** Decisions 42, 43 and 49: the built transaction, and its effects after it is sent. */
export function buildsSuite(target: Target): void {
  describe("builds", () => {
    test.each([
      ["exact in", "swap 0.5 SOL for USDC", {}, 50n],
      ["exact in, slippage as a field", "swap 0.5 SOL for USDC", { slippage: 1 }, 1n],
      ["exact in, slippage in the command", "swap 0.5 SOL for USDC with 3% slippage", {}, 300n],
    ])(
      "decision 43: %s: the least output is the quote less slippage, rounded up",
      async (_, command, extra, bps) => {
        await using setup = await target.open();
        const intent = await setup.parse(command, extra);
        const { swap } = decoded((await build(setup, intent.intentId)).transaction);
        const quoted = BigInt(intent.route!.outAmount);
        expect(swap).toMatchObject({ side: "input", amount: 500_000_000n });
        expect(swap?.bound).toBe((quoted * (10_000n - bps) + 9_999n) / 10_000n);
      },
    );

    test("decision 43: exact out: the largest input is the quote plus slippage, rounded down", async () => {
      await using setup = await target.open();
      const intent = await setup.parse("buy 100 USDC with SOL", { slippage: 77 });
      const { swap } = decoded((await build(setup, intent.intentId)).transaction);
      expect(swap).toMatchObject({ side: "output", amount: 100_000_000n });
      expect(swap?.bound).toBe((BigInt(intent.route!.inAmount) * 10_077n) / 10_000n);
    });

    testOwnChain(target)(
      "decision 43: the bound comes from the intent's quote, so the simulation fails if the market moves",
      async () => {
        await using setup = await target.open();
        const intent = await setup.parse("swap 0.5 SOL for USDC");
        await setup.fault({ kind: "moved-pool", pool: "SOL-USDC", percent: -10 });
        const { details } = (await setup.build(intent.intentId)).refusal(400, "simulation_failed");
        expect(details["reason"]).toContain("slippage");
        expect((details["logs"] as string[]).join("\n")).toContain("minimum=");
        // A new quote uses another route or the new price.
        const again = await setup.parse("swap 0.5 SOL for USDC");
        expect(Number(again.route!.outAmount)).toBeLessThan(Number(intent.route!.outAmount));
        expect((await setup.build(again.intentId)).status).toBe(200);
      },
    );

    testOwnChain(target)(
      "decision 49: without simulation, units come from a table, the output from the current quote and the bound from the intent",
      async () => {
        await using setup = await target.open();
        const intent = await setup.parse("swap 0.5 SOL for USDC");
        const simulated = await build(setup, intent.intentId);
        expect(simulated.simulation).toMatchObject({ success: true });
        const limit = decoded(simulated.transaction).units!;
        expect(limit).toBeGreaterThanOrEqual(simulated.simulation!.computeUnits);
        await setup.fault({ kind: "moved-pool", pool: "SOL-USDC", percent: -10 });
        const blind = await build(setup, intent.intentId, { simulate: false });
        expect(blind).not.toHaveProperty("simulation");
        expect(decoded(blind.transaction).units).toBeGreaterThan(limit);
        const share = Number(blind.expectedOutput.outputAmount) / Number(intent.route!.outAmount);
        expect(share).toBeCloseTo(0.9, 2);
        expect(decoded(blind.transaction).swap?.bound).toBe(decoded(simulated.transaction).swap?.bound);
        // A transfer that the wallet cannot pay for is still built.
        const { intentId } = await setup.parse("send 90000 SOL to bob.sol");
        expect((await setup.build(intentId, { simulate: false })).status).toBe(200);
      },
    );

    test("decision 49: with simulation the expected output equals the transaction's output", async () => {
      await using setup = await target.open();
      const before = await balances(setup, setup.alice);
      const { built, intent } = await setup.execute("swap 0.5 SOL for USDC");
      const after = await balances(setup, setup.alice);
      expect(built.expectedOutput.outputAmount).toBe(intent.route!.outAmount);
      expect(after.USDC - before.USDC).toBe(BigInt(built.expectedOutput.outputAmount as unknown as string));
      expect(before.SOL - after.SOL).toBe(500_000_000n + BigInt(built.expectedOutput.fee));
    });

    test("decision 42: expectedOutput.fee is signature and priority fee without rent; a transfer's output is the received amount", async () => {
      await using setup = await target.open();
      const dave = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
      const intent = await setup.parse(`send 2 USDC to ${dave}`, { priorityFee: 2_000_000 });
      const built = await build(setup, intent.intentId);
      const { units } = decoded(built.transaction);
      expect(built.expectedOutput).toEqual({
        outputAmount: "2000000",
        priceImpact: 0,
        fee: 5000 + Math.ceil((units! * 2_000_000) / 1e6),
      });
      const before = await balances(setup, setup.alice);
      await setup.send(built.transaction);
      const after = await balances(setup, setup.alice);
      // Alice also pays the rent for Dave's new token account.
      const rent = 2_039_280n;
      expect(before.SOL - after.SOL).toBe(BigInt(built.expectedOutput.fee) + rent);
      expect((await balances(setup, dave)).USDC).toBe(2_000_000n);
    });
  });
}
