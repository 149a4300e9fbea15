// A quick subset of test/deep/settle: every payment must end with one outcome that stays true.
import { expect, test } from "vitest";
import { playAll } from "../deep/settle/play.js";

const SEEDS = 25;

test(`${SEEDS} payments over forks, lag, faults and crashes end with a true outcome`, {
  timeout: 300_000,
}, async () => {
  const { counts, violations } = await playAll(Number(process.env["SETTLE_SEED"] ?? 1), SEEDS);
  expect(violations).toEqual([]);
  expect(Object.keys(counts)).toEqual(expect.arrayContaining(["crash", "failed", "landed", "unknown"]));
});
