import { describe, expect, test } from "vitest";
import { clientOf, lab, send, signedOf } from "../lab.js";
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

test("the last 31 days count to the millisecond, older data by the hour", async () => {
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
  await made.clock.set(start + 31 * DAY + 3_600_000 - 1);
  expect(range(1, 2)).toEqual([1, 1, 0.1, 0.9, 100]);
  // Older data counts at the start of its hour, also if the account did nothing since.
  await made.clock.advance(1);
  expect(range(1, 2)).toEqual([0, 0, 0, 0, 0]);
  expect(made.state.size("parses") + made.state.size("landed")).toBe(2);
  expect(range(0, 1)).toEqual([3, 3, 0.3, 0.9, 100]);
  expect(range(1, 3_600_000)).toEqual([0, 0, 0, 0, 0]);
  expect(range(3_600_000, DAY)).toEqual([1, 1, 0.1, 0.9, 100]);
  made.state.restore(structuredClone(made.state.snapshot()));
  expect(range(0, DAY)).toEqual([4, 4, 0.4, 0.9, 100]);
});

const landed = (account: string, at: string, success = true) =>
  ({ account, at: Date.parse(at), action: "swap", success, usd: 1 }) as const;

describe("decision 33: usage", () => {
  test("does not count a 429, also not in the following month", async () => {
    const office = new Office({ now: "2026-01-31T23:59:59.999Z" });
    const caller = office.newCaller({ environment: "test" });
    const used = () => office.usage.usage(caller).requests.used;
    office.usage.count(caller);
    office.usage.count(caller);
    office.usage.count(caller, -1);
    expect(used()).toBe(1);
    await office.clock.advance(1);
    office.usage.count(caller, -1);
    expect(used()).toBe(0);
    office.usage.count(caller);
    expect(used()).toBe(1);
    expect(office.state.size("usage")).toBe(1);
  });

  test.each([
    ["2028-02-01T00:00:00.000Z", 29, "2028-03-01T00:00:00.000Z"],
    ["2026-12-31T23:59:59.999Z", 31, "2027-01-01T00:00:00.000Z"],
  ])("the period of %s has %i days", (now, days, end) => {
    const office = new Office({ now });
    const usage = office.usage.usage(office.newCaller());
    expect(usage.billingPeriod.end).toBe(end);
    expect(usage.transactions.limit).toBe(100 * days);
    expect(usage.requests.limit).toBe(30 * 1440 * days);
  });

  test("a limit of 0 gives no NaN", () => {
    const office = new Office({ limits: { free: { transactionsPerDay: 0 } } });
    const caller = office.newCaller();
    expect(office.usage.usage(caller).transactions).toEqual({ used: 0, limit: 0, percentage: 0 });
    office.metrics.landed("sig", landed(caller.account, START));
    expect(office.usage.usage(caller).transactions).toEqual({ used: 1, limit: 0, percentage: 100 });
  });
});

test("decision 10: transactions used are those that landed in the period, not those built", () => {
  const office = new Office();
  const caller = office.newCaller();
  office.limits.countBuild(caller);
  const { metrics } = office;
  metrics.landed("before", landed(caller.account, "2025-12-31T23:59:59.999Z"));
  metrics.landed("first", landed(caller.account, "2026-01-01T00:00:00.000Z"));
  metrics.landed("failed", landed(caller.account, "2026-01-31T23:59:59.999Z", false));
  metrics.landed("after", landed(caller.account, "2026-02-01T00:00:00.000Z"));
  metrics.landed("other", landed("someone", START));
  expect(office.usage.usage(caller).transactions).toEqual({ used: 2, limit: 3100, percentage: 200 / 3100 });
});

test("decision 10: a transaction that was built for several accounts counts for each of them", async () => {
  const server = await lab();
  const builders = ["enterprise", "pro"].map((key) => clientOf(server, key));
  const walletAddress = server.wallets.alice.address;
  const command = "send 1 SOL to bob.sol";
  for (const { intents, transactions } of builders) {
    const { intentId } = await intents.parse({ walletAddress, command });
    await transactions.build({ intentId, walletAddress });
  }
  await send(server, (await signedOf(server, command)).wire);
  await server.restore(JSON.parse(JSON.stringify(await server.snapshot())));
  for (const { analytics } of builders) {
    const { transactions } = await analytics.metrics({ startDate: "2026-01-01", endDate: "2026-01-02" });
    expect([transactions.total, (await analytics.usage()).transactions.used]).toEqual([1, 1]);
  }
});

test("a swap has the same value in metrics and in volume, at the price before the swap", async () => {
  const server = await lab();
  const client = clientOf(server);
  for (const amount of [50, 20]) {
    const range = { startDate: server.clock.now() - 1000, endDate: server.clock.now() + 1000 };
    const of = async () => {
      const { volume } = await client.analytics.metrics({
        startDate: new Date(range.startDate),
        endDate: new Date(range.endDate),
      });
      return { price: await client.prices.retrieve("SOL"), usd: volume.totalUSD! };
    };
    const before = await of();
    const { wire, signature } = await signedOf(server, `swap ${amount} SOL for USDC`);
    expect(await send(server, wire)).toMatchObject({ result: signature });
    const after = await of();
    // Later swaps may go through other pools; the first one uses the pool of the price.
    if (amount === 50) expect(after.price.price).toBeLessThan(before.price.price);
    const value = after.usd - before.usd;
    expect(value).toBeCloseTo(amount * before.price.price, 4);
    expect(after.price.volume24h! - before.price.volume24h!).toBeCloseTo(value, 1);
  }
});
