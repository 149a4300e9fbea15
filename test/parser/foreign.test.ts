import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { FOREIGN_SLIPS } from "../../mock-server/src/parser/languages/english/words/foreign-slips.js";
import { readRows, scoreRows } from "../../scripts/corpus-score.js";
import { line } from "./world.js";

const MULTILINGUAL = "test/parser/corpus/multilingual.jsonl";

describe("text in another language", () => {
  it.each([
    "sende alice.sol 1.500 USDC",
    "sende alice.sol fast 5 USDC",
    "soll 1 SOL in USDC",
    "turun 1 SOL to USDC",
    "tous 1 SOL to USDC",
    "moje 1 SOL to USDC",
    "converto 1 SOL in USDC",
    "swapo 1 SOL in USDC",
    "swap 5 mil BONK in SOL",
    "trasfer 1.500 USDC to alice.sol",
    "trasfer 1,500 USDC to alice.sol",
  ])("is not English with slips: %s", (command) => {
    expect(line(command)).toMatch(/^refused /);
  });

  it("has words that are never taken for an English verb", () => {
    for (const word of FOREIGN_SLIPS) expect(line(`${word} 1 SOL for USDC`)).toMatch(/^refused /);
  });

  it("is never read with another meaning", () => {
    expect(readFileSync(MULTILINGUAL, "utf8").split("\n").length).toBeGreaterThan(590);
    const wrong = scoreRows(readRows(MULTILINGUAL)).filter(
      ({ verdict }) => verdict !== "right" && verdict !== "over_rejection" && verdict !== "skipped",
    );
    expect(wrong.map(({ row }) => row.command)).toEqual([]);
  });
});
