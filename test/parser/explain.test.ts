import { describe, expect, it } from "vitest";
import { explain } from "../../mock-server/src/parser/explain.js";
import { readRows } from "../../scripts/corpus-score.js";
import { line, read, token, world } from "./world.js";

describe("explanations", () => {
  it("say which words gave which parameter", () => {
    const text = "please swap 1.5k USDC for SOL";
    const { slots, tokens, candidates, factors, score } = explain(text, world);
    for (const slot of [...slots, ...tokens]) expect(text.slice(slot.start, slot.end)).toBe(slot.text);
    expect(slots.map(({ parameter, text: words, value }) => [parameter, words, value])).toEqual([
      ["amount", "1.5k", "1500 exact"],
      ["inputToken", "USDC", token("USDC").mint],
      ["outputToken", "SOL", token("SOL").mint],
    ]);
    expect(tokens[0]).toMatchObject({ text: "please", kind: "noise" });
    expect(candidates).toEqual([{ pattern: "swap-in", reading: "in = 1500 exact USDC, out = SOL" }]);
    expect(factors).toMatchObject([{ name: "suffix", value: 0.97, span: { start: 12, end: 16 } }]);
    expect(score).toBe(0.97);
  });

  it("are JSON, and the same bytes each time, for every row of the corpus", () => {
    for (const { command } of readRows("test/parser/corpus/commands.jsonl")) {
      const once = JSON.stringify(explain(command, world));
      expect(JSON.stringify(explain(command, world))).toBe(once);
      expect(JSON.parse(once).command).toBe(command);
    }
  });

  it("tell the readings apart when there are two", () => {
    const { reason, candidates } = explain("swap SOL 10 USDC", world);
    expect(reason).toBe("ambiguous_amount");
    expect(candidates.map(({ reading }) => reading)).toEqual([
      "in = 10 exact SOL, out = USDC",
      "in = SOL, out = 10 exact USDC",
    ]);
  });
});

describe("suggestions", () => {
  it("parse, all of them, at most five, on every refused row of the corpus", () => {
    for (const { command } of readRows("test/parser/corpus/commands.jsonl")) {
      const result = read(command);
      if (result.ok) continue;
      expect(result.suggestions.length).toBeLessThanOrEqual(5);
      for (const suggestion of result.suggestions)
        expect(line(suggestion), suggestion).not.toContain("refused");
    }
  });

  it.each([
    ["swap 1 SOL for USCD", ["swap 1 SOL for USDC"]],
    ["swap 1 SOL for BTC", ["swap 1 SOL for WBTC"]],
    ["should I swap 1 SOL for USDC?", ["swap 1 SOL for USDC"]],
    ["swap half SOL for USDC", ["swap half a SOL for USDC", "swap half of my SOL for USDC"]],
    ["swap 1 SOL for USDC on Base", ["swap 1 SOL for USDC"]],
    [
      "swap 1 SOL for USDC slippage 1",
      ["swap 1 SOL for USDC slippage 1%", "swap 1 SOL for USDC slippage 1 bps"],
    ],
    ["swap 1.5 SOL for 20 USDC", ["swap 1.5 SOL for USDC", "swap SOL for 20 USDC"]],
    ["don't swap 1 SOL for USDC", []],
    ["swap SOL for USDC", []],
    ["send 1 SOL", []],
  ])("for %s", (command, suggestions) => {
    const result = read(command);
    expect(result.ok ? [] : result.suggestions.slice(0, Math.max(1, suggestions.length))).toEqual(
      suggestions,
    );
  });
});
