import { readdirSync } from "node:fs";
import type { CalibrationBucket } from "../../mock-server/src/parser/confidence/calibration.js";
import type { Scored } from "./score.js";

// With this many rows, the lower bound of a bucket without wrong rows is 0.99.
const MIN_ROWS = 300;
const DOUBT = 0.05;

interface Pool {
  from: number;
  rows: number;
  right: number;
}

const COMMANDS = "test/parser/commands";
// These rows were chosen because they are easy to misread, so their share of correct readings does not represent real
// input.
const CHOSEN: ReadonlySet<string> = new Set(["own-g.jsonl", "rules.jsonl"]);

/** The files that the calibration uses: the corpus and our own sets. */
export const calibrationSets = (): string[] => [
  "test/parser/corpus/commands.jsonl",
  ...readdirSync(COMMANDS)
    .filter((name) => name.endsWith(".jsonl") && !CHOSEN.has(name))
    .sort()
    .map((name) => `${COMMANDS}/${name}`),
];

/**
 * Returns score buckets in ascending order. Each has at least 300 rows, and its confidence is the lower 95% bound of
 * the share of right rows.
 */
export function calibrate(scored: readonly Scored[]): CalibrationBucket[] {
  const accepted = scored
    .flatMap(({ result, verdict }) =>
      result.ok && verdict !== "skipped"
        ? [{ score: result.explain().score ?? 0, right: verdict === "right" }]
        : [],
    )
    .sort((a, b) => b.score - a.score);
  const pools: Pool[] = [];
  for (const { score, right } of accepted) {
    const last = pools[pools.length - 1];
    if (last !== undefined && (last.rows < MIN_ROWS || last.from === score)) {
      last.from = score;
      last.rows += 1;
      last.right += right ? 1 : 0;
    } else pools.push({ from: score, rows: 1, right: right ? 1 : 0 });
  }
  return rising(pools.reverse());
}

/** Merges neighbours until each bucket has enough rows and the lower bounds rise. */
function rising(pools: readonly Pool[]): CalibrationBucket[] {
  const out: Pool[] = [];
  for (const pool of pools) {
    out.push({ ...pool });
    for (;;) {
      const upper = out[out.length - 1];
      const lower = out[out.length - 2];
      if (upper === undefined || lower === undefined) break;
      if (lower.rows >= MIN_ROWS && upper.rows >= MIN_ROWS && stated(lower) <= stated(upper)) break;
      out.splice(-2, 2, {
        from: lower.from,
        rows: lower.rows + upper.rows,
        right: lower.right + upper.right,
      });
    }
  }
  return out.map((pool, at) => ({ ...pool, from: at === 0 ? 0 : pool.from, confidence: stated(pool) }));
}

const stated = (pool: Pool): number => Math.floor(1000 * lowerBound(pool.right, pool.rows)) / 1000;

/** The lower one-sided 95% bound of a share (Clopper and Pearson), by bisection. */
export function lowerBound(right: number, rows: number): number {
  if (right === 0) return 0;
  let low = 0;
  let high = 1;
  for (let i = 0; i < 60; i += 1) {
    const middle = (low + high) / 2;
    if (atLeast(right, rows, middle) > DOUBT) high = middle;
    else low = middle;
  }
  return low;
}

/** The probability of at least this many successes. */
function atLeast(right: number, rows: number, share: number): number {
  let chance = 0;
  let logChoose = 0;
  for (let k = rows; k >= right; k -= 1) {
    chance += Math.exp(logChoose + k * Math.log(share) + (rows - k) * Math.log1p(-share));
    logChoose += Math.log(k) - Math.log(rows - k + 1);
  }
  return chance;
}

/** The content of mock-server/src/parser/confidence/calibration.ts. */
export function calibrationFile(buckets: readonly CalibrationBucket[]): string {
  const lines = buckets.map(
    ({ from, rows, right, confidence }) =>
      `  { from: ${from}, rows: ${rows}, right: ${right}, confidence: ${confidence} },`,
  );
  return `// Written by \`npm run corpus:calibrate\` from test/parser. Do not edit.

/** A range of scores, from \`from\` to the next bucket. \`confidence\` is the lower 95% bound of \`right / rows\`. */
export interface CalibrationBucket {
  readonly from: number;
  readonly rows: number;
  readonly right: number;
  readonly confidence: number;
}

/** Ascending by \`from\`; the first bucket starts at 0. */
export const CALIBRATION: readonly CalibrationBucket[] = [
${lines.join("\n")}
];
`;
}
