// Every payment ends in one outcome, and that outcome stays true: `npm run soak` plays twenty times as many seeds.
import { expect, test } from "vitest";
import { SCALE } from "../scale.js";
import { FAULTS } from "./connections.js";
import { playAll, played } from "./play.js";

const SEEDS = SCALE === 1 ? 1000 : 20_000;
const FIRST = Number(process.env["SETTLE_SEED"] ?? 1_000_000);

test(`${SEEDS} payments over forks, lag, faults and crashes end with a true outcome`, {
  timeout: 7_200_000,
}, async () => {
  const { counts, faults, violations } = await playAll(FIRST, SEEDS);
  console.log(`${SEEDS} seeds: ${JSON.stringify(counts)}`);
  expect(violations).toEqual([]);
  // All outcomes and faults must occur: otherwise the test would prove nothing.
  expect(Object.keys(counts).sort()).toEqual(["crash", "expired", "failed", "landed", "not-sent", "unknown"]);
  expect(faults.size).toBe(FAULTS.length);
});

test("the same seed gives the same run", async () => {
  for (let seed = FIRST; seed < FIRST + 20; seed++) expect(await played(seed)).toEqual(await played(seed));
});
