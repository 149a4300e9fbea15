// Two faults in one run, for apps that must pay once. `npm run soak` tries ten times as many schedules.
import { explore } from "@intent-tx/mock-server/explore";
import { describe, expect, test } from "vitest";
import { journalOf, paidOnce, SOUND } from "../../server/explore/apps.js";
import { failureOf } from "../../server/lab.js";

const schedules = process.env["SOAK"] === undefined ? 500 : 5000;

test.each(Object.entries(SOUND))("%s pays once under two faults", { timeout: 3_600_000 }, async (_, app) => {
  const budget = { schedules, ms: 3_600_000 };
  const report = await explore({ ...app, setup: journalOf, check: paidOnce, depth: 2, budget });
  expect(report.schedules).toBe(schedules);
  global.gc?.();
  console.log(`${schedules} schedules: ${Math.round(process.memoryUsage().rss / 2 ** 20)} MB`);
});

describe("an app that does not end is reported", () => {
  const failureWith = async (run: Parameters<typeof explore>[0]["run"]) =>
    String(
      await failureOf(explore({ run, check: () => {}, faults: { api: false, chain: false, crash: false } })),
    );

  test("a run that waits for nothing", async () => {
    expect(await failureWith(() => new Promise(() => {}))).toMatch(/hung/);
  });

  test("a run that makes ten thousand requests", async () => {
    expect(
      await failureWith(async ({ fetch, server }) => {
        for (;;) await fetch(`${server.baseUrl}/prices/SOL`);
      }),
    ).toMatch(/hung/);
  });
});
