import { createMockServer } from "@intent-tx/mock-server";
import {
  type ConfidenceFactor,
  type ExplainedCommand,
  type ExplainedReading,
  type ExplainedRefusal,
  explain,
  type RefusalReason,
  type Span,
} from "@intent-tx/mock-server/parser";
import type { ParsingReason } from "intent-tx/contract";
import { describe, expect, expectTypeOf, it } from "vitest";
import { ALICE, token } from "./world.js";

const understood = (explained: ExplainedCommand): ExplainedReading => {
  if (!explained.ok) throw new Error(explained.refusal.message);
  return explained;
};
const refused = (explained: ExplainedCommand): ExplainedRefusal => {
  if (explained.ok) throw new Error(`understood: ${explained.command}`);
  return explained;
};

describe("the parser as a function", () => {
  it("refuses a command that is no string", () => {
    expect(() => explain(undefined as never)).toThrow("command must be a string, not of type undefined");
  });

  it("returns the reading in base units, and each parameter's place in the command", () => {
    const command = "swap 1.5 SOL for USDC with 1% slippage";
    const { reading, slippageBps, slots } = understood(explain(command));
    expect(reading).toEqual({
      action: "swap",
      inputMint: token("SOL").mint,
      outputMint: token("USDC").mint,
      amount: { side: "input", baseUnits: 1_500_000_000n },
    });
    expect(slippageBps).toBe(100);
    expect(slots.map(({ parameter, text }) => [parameter, text])).toEqual([
      ["amount", "1.5"],
      ["inputToken", "SOL"],
      ["outputToken", "USDC"],
      ["slippageBps", "1% slippage"],
    ]);
    for (const { start, end, text } of slots) expect(command.slice(start, end)).toBe(text);
  });

  it("returns the words that caused a refusal, and suggestions that parse", () => {
    const command = "swap 1 SOL for BNOK";
    const { refusal, suggestions } = refused(explain(command));
    expect(refusal).toMatchObject({ reason: "unknown_token", span: { start: 15, end: 19 } });
    expect(suggestions).toEqual(["swap 1 SOL for BONK"]);
    for (const suggestion of suggestions) understood(explain(suggestion));
  });

  it("uses only the given tokens, names and wallet", () => {
    const tokens = [
      { symbol: "ACME", name: "Acme", mint: token("JUP").mint, decimals: 2 },
      { symbol: "USDC", name: "USD Coin", mint: token("USDC").mint, decimals: 6, aliases: ["ucoin"] },
    ];
    expect(understood(explain("swap 1.25 acme for ucoin", { tokens })).reading).toMatchObject({
      inputMint: token("JUP").mint,
      amount: { side: "input", baseUnits: 125n },
    });
    expect(refused(explain("swap 1 SOL for USDC", { tokens })).refusal.reason).toBe("unknown_token");
    expect(refused(explain("send 1 SOL to alice.sol")).refusal.reason).toBe("unknown_recipient");
    const names = { "alice.sol": ALICE };
    expect(understood(explain("send 1 SOL to Alice.sol", { names })).reading).toMatchObject({
      recipient: ALICE,
    });
    const own = explain("send 1 SOL to alice.sol", { names, walletAddress: ALICE });
    expect(refused(own).refusal.reason).toBe("self_transfer");
    // A property of every object must not resolve as a name.
    expect(refused(explain("send 1 SOL to constructor.sol", { names })).refusal.reason).toBe(
      "unknown_recipient",
    );
  });

  it("returns the same results as a server with the same world", async () => {
    await using server = await createMockServer({ seed: 1 });
    for (const command of ["swap 1.5 SOL for USDC", "swap 1 SOL for BNOK", "price of JUP", ""]) {
      const own = JSON.stringify(explain(command), (_, value) =>
        typeof value === "bigint" ? value.toString() : value,
      );
      expect(await server.explain(command)).toEqual(JSON.parse(own));
    }
  });

  it("has types that distinguish a reading from a refusal", () => {
    expectTypeOf(explain).returns.toEqualTypeOf<ExplainedReading | ExplainedRefusal>();
    expectTypeOf<ExplainedReading["ok"]>().toEqualTypeOf<true>();
    expectTypeOf<ExplainedRefusal["refusal"]["span"]>().toEqualTypeOf<Span>();
    expectTypeOf<ConfidenceFactor["span"]>().toEqualTypeOf<Span | undefined>();
    expectTypeOf<ParsingReason>().toExtend<RefusalReason>();
    expectTypeOf(explain).parameter(0).toEqualTypeOf<string>();
    // @ts-expect-error a token has decimals
    explain("swap 1 X for Y", { tokens: [{ symbol: "X", name: "X", mint: ALICE }] });
  });
});
