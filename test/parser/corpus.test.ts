import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CALIBRATION } from "../../mock-server/src/parser/confidence/calibration.js";
import { calibrate, calibrationFile, calibrationSets, lowerBound } from "../../scripts/corpus/calibration.js";
import { grammarPages } from "../../scripts/corpus/grammar-text.js";
import { readRows, type Scored, scoreRows, summarise } from "../../scripts/corpus/score.js";
import { world } from "./world.js";

const sets = new Map<string, Scored[]>();
/** The scored rows of a file. Most files are used by several tests, and are scored once. */
function scoredOf(path: string): Scored[] {
  const scored = sets.get(path) ?? scoreRows(readRows(path));
  sets.set(path, scored);
  return scored;
}

describe.each([
  "corpus/commands",
  "corpus/commands-heldout-1",
  "corpus/coverage-sample",
  "commands/own-a",
  "commands/own-c",
  "commands/own-d",
])("%s", (name) => {
  const scored = scoredOf(`test/parser/${name}.jsonl`);
  const english = summarise(scored.filter(({ row }) => row.class !== "non-english"));

  it("has no unsafe row", () => {
    const unsafe = scored.filter(({ verdict }) => verdict === "unsafe").map(({ row }) => row.command);
    expect(unsafe).toEqual([]);
  });

  it("is read correctly in at least 97 of 100 rows", () => {
    expect(english.right).toBeGreaterThanOrEqual(0.97 * english.rows);
  });

  it("is refused for the right reason in at least 90 of 100 refusals", () => {
    expect(english.reasonRight).toBeGreaterThanOrEqual(0.9 * english.rejects);
  });

  it("never states a confidence above its rows' accuracy", () => {
    const shares = new Map<number, { rows: number; right: number }>();
    for (const { result, verdict } of scored) {
      if (!result.ok || verdict === "skipped") continue;
      const bucket = shares.get(result.confidence) ?? { rows: 0, right: 0 };
      shares.set(result.confidence, {
        rows: bucket.rows + 1,
        right: bucket.right + (verdict === "right" ? 1 : 0),
      });
    }
    for (const [stated, { rows, right }] of shares)
      expect(right / rows).toBeGreaterThanOrEqual(stated - 0.02);
  });
});

describe("the rules of the parser, in test/parser/commands/rules.jsonl", () => {
  it.each(readRows("test/parser/commands/rules.jsonl"))("$command", (row) => {
    const [scored] = scoreRows([row], world);
    expect([scored?.verdict, scored?.reasonRight ?? true]).toEqual(["right", true]);
    const result = scored?.result;
    if (result === undefined || result.ok) return;
    const { span, message } = result;
    if (row.at !== undefined) expect(span && row.command.slice(span.start, span.end)).toBe(row.at);
    if (row.says !== undefined) expect(message).toBe(row.says);
    if (row.offers !== undefined) expect(result.suggest()).toEqual(row.offers);
    if (row.completes !== undefined)
      expect(result.complete().map(({ command }) => command)).toEqual(row.completes);
  });
});

describe("commands in other languages", () => {
  const scored = scoredOf("test/parser/corpus/multilingual.jsonl");

  it("are never read with a different meaning", () => {
    const wrong = scored.filter(({ verdict }) => !["right", "over_rejection", "skipped"].includes(verdict));
    expect(wrong.map(({ row }) => row.command)).toEqual([]);
  });

  it("are read correctly in nine of ten Spanish rows", () => {
    const { rows, right } = summarise(scored.filter(({ row }) => row.id.startsWith("ml-es-")));
    expect(rows).toBeGreaterThan(30);
    expect(right / rows).toBeGreaterThanOrEqual(0.9);
  });
});

describe("each of our own sets", () => {
  it.each(["b", "e", "f", "g", "h", "k", "m", "n"])("has no unsafe row (%s)", (set) => {
    const scored = scoredOf(`test/parser/commands/own-${set}.jsonl`);
    // Held-out rows are counted but not shown.
    expect(scored.filter(({ verdict }) => verdict === "unsafe").length).toBe(0);
  });
});

describe("the generated files", () => {
  it("contain the calibration computed from the corpus", () => {
    const buckets = calibrate(calibrationSets().flatMap(scoredOf));
    expect(CALIBRATION).toEqual(buckets);
    expect(readFileSync("mock-server/src/parser/confidence/calibration.ts", "utf8")).toBe(
      calibrationFile(buckets),
    );
  });

  it("have buckets of at least 300 rows, with rising confidences from 0.8", () => {
    for (const bucket of CALIBRATION) expect(bucket.rows).toBeGreaterThanOrEqual(300);
    const stated = CALIBRATION.map(({ confidence }) => confidence);
    expect([...stated].sort((a, b) => a - b)).toEqual(stated);
    expect(stated[0]).toBeGreaterThanOrEqual(0.8);
  });

  it("use a lower bound below the share", () => {
    expect(lowerBound(30, 30)).toBeCloseTo(0.05 ** (1 / 30), 6);
    expect(lowerBound(29, 30)).toBeLessThan(lowerBound(30, 30));
    expect(lowerBound(0, 30)).toBe(0);
  });

  it("contain the grammar of the pattern tables", () => {
    for (const [path, text] of grammarPages()) expect(readFileSync(path, "utf8")).toBe(text);
  });
});
