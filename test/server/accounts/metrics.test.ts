import { describe, expect, test } from "vitest";
import { DAY, Office, START } from "./harness.js";

const acme = { account: "acme" };
const JANUARY = { startDate: "2026-01-01", endDate: "2026-02-01" };
const at = (text: string) => Date.parse(text);
const hourOf = (moment: number) => Math.floor(moment / 3_600_000) * 3_600_000;

function office() {
  const made = new Office();
  const land = (
    signature: string,
    moment: string,
    row: { action?: "swap" | "transfer"; success?: boolean; usd?: number } = {},
  ) =>
    made.metrics.landed(signature, {
      account: "acme",
      at: at(moment),
      action: "swap",
      success: true,
      usd: 0,
      ...row,
    });
  return { made, metrics: made.metrics, land };
}

describe("decision 32: metrics", () => {
  test("show no rounding noise, in any order of requests", () => {
    const confidences = [0.99, 0.996];
    for (let many = 1; many <= 60; many++) {
      const { metrics, land } = office();
      for (let one = 0; one < many; one++) {
        metrics.parsed({ ...acme, at: at(START), confidence: 0.996 });
        land(`${many}:${one}`, START, { usd: 0.1, success: one < 7 });
      }
      const { intents, volume, transactions } = metrics.metrics(acme, JANUARY);
      expect(intents.averageConfidence).toBe(0.996);
      expect([volume.totalUSD, volume.averagePerTransaction]).toEqual([many / 10, 0.1]);
      expect(transactions.successRate).toBe((100 * Math.min(7, many)) / many);
    }
    const { metrics, land } = office();
    for (const usd of [0.1, 0.2]) land(`${usd}`, START, { usd });
    for (const confidence of confidences) metrics.parsed({ ...acme, at: at(START), confidence });
    expect(metrics.metrics(acme, JANUARY)).toMatchObject({
      volume: { totalUSD: 0.3, averagePerTransaction: 0.15 },
      intents: { averageConfidence: 0.993 },
    });
  });

  test("granularity changes only the field period", () => {
    const { metrics, land } = office();
    land("a", START, { usd: 3 });
    const [hour, month] = (["hour", "month"] as const).map((granularity) => {
      const { period: _period, ...rest } = metrics.metrics(acme, { ...JANUARY, granularity });
      return rest;
    });
    expect(hour).toEqual(month);
  });

  test("a transaction reported twice counts once", () => {
    const { metrics, land } = office();
    land("a", START, { usd: 5 });
    metrics.metrics(acme, JANUARY);
    land("a", START, { usd: 5 });
    expect(metrics.metrics(acme, JANUARY)).toMatchObject({
      transactions: { total: 1 },
      volume: { totalUSD: 5 },
    });
  });

  test("follow a restore, before and after they were first read", () => {
    const { made, metrics, land } = office();
    land("a", START);
    const rows = made.state.snapshot();
    land("b", START);
    metrics.parsed({ ...acme, at: at(START), confidence: 1 });
    expect(metrics.metrics(acme, JANUARY)).toMatchObject({
      transactions: { total: 2 },
      intents: { total: 1 },
    });
    made.state.restore(structuredClone(rows));
    expect(metrics.metrics(acme, JANUARY)).toMatchObject({
      transactions: { total: 1 },
      intents: { total: 0 },
    });
    land("b", START);
    expect(metrics.metrics(acme, JANUARY).transactions.total).toBe(2);
  });
});

test("the last 31 days count to the millisecond, older data by the hour", () => {
  const { made, metrics, land } = office();
  const start = hourOf(at(START));
  const rows = [0, 1, 59 * 60_000, 60 * 60_000];
  for (const ms of rows) {
    metrics.parsed({ ...acme, at: start + ms, confidence: 0.9 });
    land(`s${ms}`, new Date(start + ms).toISOString(), { usd: 0.1 });
  }
  const range = (from: number, to: number) => {
    const { intents, transactions, volume } = metrics.metrics(acme, {
      startDate: new Date(start + from).toISOString(),
      endDate: new Date(start + to).toISOString(),
    });
    const averages = [intents.averageConfidence, transactions.successRate];
    return [intents.total, transactions.total, volume.totalUSD, ...averages];
  };
  expect(range(1, 2)).toEqual([1, 1, 0.1, 0.9, 100]);
  metrics.parsed({ ...acme, at: start + 31 * DAY + 2 * 3_600_000 });
  expect(made.state.size("parses") + made.state.size("landed")).toBe(1);
  // Older data counts at the start of its hour.
  expect(range(0, 1)).toEqual([3, 3, 0.3, 0.9, 100]);
  expect(range(1, 3_600_000)).toEqual([0, 0, 0, 0, 0]);
  expect(range(3_600_000, DAY)).toEqual([1, 1, 0.1, 0.9, 100]);
  made.state.restore(structuredClone(made.state.snapshot()));
  expect(range(0, DAY)).toEqual([4, 4, 0.4, 0.9, 100]);
});
