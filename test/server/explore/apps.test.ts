import { ExplorationError, explore } from "@intent-tx/mock-server/explore";
import { expect, test } from "vitest";
import { journalOf, paidOnce, SOUND, UNSOUND } from "./apps.js";

test.each(Object.entries(SOUND))("%s pays once under every fault", async (_, app) => {
  const report = await explore({ ...app, setup: journalOf, check: paidOnce });
  expect(report.schedules).toBeGreaterThan(50);
  for (const { schedule } of report.skipped) expect(schedule).toMatch(/^\d+:moved-pool$/);
  expect(report.realTimers).toBe(false);
});

test.each([
  ["builds, signs and sends again after any error", /^\d:lost$/],
  ["forgets its journal at a crash", /^\d:crash-after$/],
  ["a journal whose claim stores nothing", /^\d+:crash-after$/],
])("%s: explore finds that it pays twice", async (name, schedule) => {
  const app = UNSOUND[name]!;
  const error = await explore({ ...app, setup: journalOf, check: paidOnce }).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(ExplorationError);
  const { failures } = (error as ExplorationError).report;
  const found = failures.find((failure) => schedule.test(failure.schedule));
  expect(String(found?.error)).toContain("the recipient got 2 SOL");
  // The same schedule fails again, with the same trace.
  const replay = { ...app, setup: journalOf, check: paidOnce, only: found!.schedule, throws: false };
  expect((await explore(replay)).failures).toEqual([found]);
});
