import { describe, expect, test } from "vitest";
import { clientOf, lab, send, signedOf } from "../lab.js";
import { Office, START } from "./harness.js";

const landed = (account: string, at: string, success = true) =>
  ({ account, at: Date.parse(at), action: "swap", success, usd: 1 }) as const;

describe("decision 33: usage", () => {
  test("of a test key shows the account's test requests against 100 a day", () => {
    const office = new Office();
    const live = office.newCaller({ account: "acme", tier: "pro" });
    const options = { account: "acme", tier: "pro", environment: "test" } as const;
    const [one, two] = [office.newCaller(options), office.newCaller(options)];
    for (const caller of [live, live, one, two]) office.usage.count(caller);
    expect(office.usage.usage(one).requests).toEqual({ used: 2, limit: 3100, percentage: 200 / 3100 });
    expect(office.usage.usage(live).requests).toMatchObject({ used: 4, limit: 120 * 60 * 24 * 31 });
  });

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
