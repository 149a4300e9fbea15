// Apps that must pay once: one fault in a run, and two. `npm run soak` tries 500 times as many schedules with two.
import { ExplorationError, explore } from "@intent-tx/mock-server/explore";
import { describe, expect, test } from "vitest";
import { journalOf, paidOnce, SOUND, UNSOUND } from "../../server/explore/apps.js";
import { failureOf } from "../../server/lab.js";
import { SCALE } from "../scale.js";

const schedules = SCALE === 1 ? 10 : 5000;

test.each(Object.entries(SOUND))("%s pays once under two faults", { timeout: 3_600_000 }, async (_, app) => {
  const budget = { schedules, ms: 3_600_000, partial: true };
  const report = await explore({ ...app, setup: journalOf, check: paidOnce, depth: 2, budget });
  expect(report.schedules).toBe(schedules);
  global.gc?.();
  console.log(`${schedules} schedules: ${Math.round(process.memoryUsage().rss / 2 ** 20)} MB`);
});

test.each(Object.entries(SOUND))("%s pays once under every fault", async (_, app) => {
  const report = await explore({ ...app, setup: journalOf, check: paidOnce });
  expect(report.schedules).toBeGreaterThan(50);
  for (const { schedule } of report.unmatched) expect(schedule).toMatch(/^\d+:(moved-pool|disk-lost)$/);
  expect(report.warnings).toEqual([]);
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

describe.concurrent("an app that does not end is reported", () => {
  test.each<[string, Parameters<typeof explore>[0]["run"]]>([
    ["waits for nothing", () => new Promise(() => {})],
    [
      "never sleeps",
      async () => {
        for (;;) await new Promise((resolve) => setImmediate(resolve));
      },
    ],
    [
      "sleeps for ever",
      async ({ server }) => {
        for (;;) await server.clock.sleep(1000);
      },
    ],
    [
      "makes ten thousand requests",
      async ({ fetch, server }) => {
        for (;;) await fetch(`${server.baseUrl}/prices/SOL`);
      },
    ],
  ])("a run that %s", async (_, run) => {
    const NONE = { api: false, chain: false, crash: false } as const;
    expect(String(await failureOf(explore({ run, check: () => {}, faults: NONE })))).toMatch(/hung/);
  });

  test("a run that waits for a response that does not come", async () => {
    const report = await explore({
      setup: ({ server }) => void server.faults.add({ fault: { kind: "latency", ms: 20_000 } }),
      run: ({ client }) => client.prices.retrieve("SOL", { maxRetries: 0 }),
      check: () => {},
      throws: false,
    });
    expect(String(report)).toMatch(/hung.*nothing: the run ended/s);
  });
});
