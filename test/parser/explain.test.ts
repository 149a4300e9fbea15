import { describe, expect, it } from "vitest";
import { explainIn } from "../../mock-server/src/parser/explain.js";
import { readRows } from "../../scripts/corpus/score.js";
import { line, read, token, world } from "./world.js";

describe("explanations", () => {
  it("list the words that set each parameter", () => {
    const text = "please swap 1.5k USDC for SOL";
    const { slots, spans, candidates, factors, score } = explainIn(text, world);
    for (const slot of [...slots, ...spans]) expect(text.slice(slot.start, slot.end)).toBe(slot.text);
    expect(slots.map(({ parameter, text: words, value }) => [parameter, words, value])).toEqual([
      ["amount", "1.5k", "1500 exact"],
      ["inputToken", "USDC", token("USDC").mint],
      ["outputToken", "SOL", token("SOL").mint],
    ]);
    expect(spans[0]).toMatchObject({ text: "please", kind: "noise" });
    expect(candidates).toEqual([{ pattern: "swap-in", reading: "in = 1500 exact USDC, out = SOL" }]);
    expect(factors).toMatchObject([{ name: "suffix", value: 0.97, span: { start: 12, end: 16 } }]);
    expect(score).toBe(0.97);
  });

  it("are JSON with the same bytes each time, for every row of the corpus", () => {
    for (const { command } of readRows("test/parser/corpus/commands.jsonl")) {
      const explanation = read(command).explain();
      const once = JSON.stringify(explanation);
      expect(JSON.stringify(read(command).explain())).toBe(once);
      expect(JSON.parse(once)).toEqual(explanation);
    }
  });

  it("list every reading if two give the same order", () => {
    const { ok, candidates } = explainIn("rotate 10 USDC into SOL", world);
    expect(ok).toBe(true);
    expect(candidates.map(({ pattern }) => pattern)).toEqual(["swap-in", "put-into"]);
  });
});

describe("suggestions", () => {
  it("are at most five and all parse, for every refused row of the corpus", () => {
    for (const { command } of readRows("test/parser/corpus/commands.jsonl")) {
      const result = read(command);
      if (result.ok) continue;
      expect(result.suggest().length).toBeLessThanOrEqual(5);
      for (const suggestion of result.suggest())
        expect(line(suggestion), suggestion).not.toContain("refused");
    }
  });
});
