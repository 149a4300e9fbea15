import { createMockServer, type LimitsOption, type MockServer, OptionError } from "@intent-tx/mock-server";
import { IntentTx } from "intent-tx";
import { describe, expect, test } from "vitest";
import type { Caller } from "../../mock-server/src/accounts/caller.js";
import { Office, refusalOf } from "./accounts-harness.js";
import { failureOf, lab } from "./lab.js";

const NEXT_MINUTE = Date.parse("2026-01-15T10:21:00.000Z");
const NEXT_DAY = Date.parse("2026-01-16T00:00:00.000Z");

function build(office: Office, caller: Caller): void {
  office.limits.reserveBuild(caller);
  office.limits.countBuild(caller);
}

describe("decision 10: transactions per day", () => {
  test.each([
    ["free", 100],
    ["pro", 1000],
  ] as const)("%s may build %i; the next is 429 quota_exceeded", async (tier, limit) => {
    const office = new Office();
    const caller = office.newCaller({ tier });
    for (let built = 0; built < limit; built++) build(office, caller);
    const refusal = refusalOf(() => office.limits.reserveBuild(caller));
    expect(refusal).toMatchObject({
      status: 429,
      code: "quota_exceeded",
      details: { limit, window: "day", resetAt: "2026-01-16T00:00:00.000Z" },
      headers: { "Retry-After": String((NEXT_DAY - office.clock.now()) / 1000) },
    });
    await office.clock.set(NEXT_DAY);
    expect(() => build(office, caller)).not.toThrow();
  });

  test("enterprise builds without end", () => {
    const office = new Office();
    const caller = office.newCaller({ tier: "enterprise" });
    for (let built = 0; built < 2000; built++) build(office, caller);
    expect(() => office.limits.reserveBuild(caller)).not.toThrow();
  });

  test("a reservation counts nothing: only a successful build does", () => {
    const office = new Office();
    const caller = office.newCaller();
    for (let tried = 0; tried < 200; tried++) office.limits.reserveBuild(caller);
    expect(office.state.size("windows")).toBe(0);
  });

  test("test keys have their account's tier and day here too", () => {
    const office = new Office();
    const live = office.newCaller({ account: "acme" });
    const test = office.newCaller({ account: "acme", environment: "test" });
    for (let built = 0; built < 100; built++) build(office, built % 2 ? live : test);
    for (const caller of [live, test]) {
      expect(refusalOf(() => office.limits.reserveBuild(caller)).details).toMatchObject({ limit: 100 });
    }
  });

  test("of two builds at once that were let in for the last place, one gets it", () => {
    const office = new Office({ limits: { free: { transactionsPerDay: 1 } } });
    const caller = office.newCaller();
    office.limits.reserveBuild(caller);
    office.limits.reserveBuild(caller);
    office.limits.countBuild(caller);
    expect(refusalOf(() => office.limits.countBuild(caller)).code).toBe("quota_exceeded");
  });
});

describe("decision 9: a build that the quota refuses is not counted as used", () => {
  const windowsOf = async (server: MockServer) => {
    const { windows = [] } = (await server.snapshot()).state;
    return windows.filter(([key]) => !key.startsWith("builds:"));
  };

  test.each(["free", "test"] as const)("with the %s key", async (name) => {
    const server = await lab({ limits: { free: { transactionsPerDay: 1 } } });
    const client = new IntentTx({ ...server.clientOptions(name), maxRetries: 0 });
    const walletAddress = server.wallets.alice.address;
    const { intentId } = await client.intents.parse({ walletAddress, command: "send 1 SOL to bob.sol" });
    await client.transactions.build({ intentId, walletAddress });
    const left = client.rateLimit?.remaining;
    const before = await windowsOf(server);
    for (let again = 0; again < 3; again++) {
      const refusal = await failureOf(client.transactions.build({ intentId, walletAddress }));
      expect(refusal).toMatchObject({ status: 429, code: "quota_exceeded", rateLimit: { remaining: left } });
    }
    expect(await windowsOf(server)).toEqual(before);
    await client.analytics.usage();
    expect(client.rateLimit?.remaining).toBe((left ?? 0) - 1);
  });

  test("what was counted in a minute that is over is not taken from the next", async () => {
    const office = new Office();
    const caller = office.newCaller();
    const then = office.clock.now();
    const counted = office.limits.admit(caller);
    await office.clock.set(NEXT_MINUTE);
    office.limits.admit(caller);
    office.limits.giveBack(caller, counted, then);
    expect(office.limits.admit(caller).remaining).toBe(28);
  });
});

describe("decision 51: limits off, or other figures", () => {
  test("off: nothing is refused, and remaining stays at the limit", () => {
    const office = new Office({ limits: "off" });
    const caller = office.newCaller({ environment: "test" });
    office.limits.spend(caller, 30);
    for (let request = 0; request < 200; request++) {
      expect(office.limits.admit(caller)).toEqual({
        allowed: true,
        limit: 30,
        remaining: 30,
        resetAt: NEXT_MINUTE,
        window: "minute",
      });
      expect(office.limits.admitAnonymous("::1")).toMatchObject({ allowed: true, limit: 30, remaining: 30 });
      build(office, caller);
    }
  });

  test("other figures hold for their tier and their kind alone", () => {
    const office = new Office({
      limits: { pro: { requestsPerMinute: 1000 }, free: { transactionsPerDay: 2 } },
    });
    const [pro, free] = [office.newCaller({ tier: "pro" }), office.newCaller()];
    expect(office.limits.admit(pro)).toMatchObject({ limit: 1000, remaining: 999 });
    expect(office.limits.admit(free).limit).toBe(30);
    expect(office.limits.of("pro").transactionsPerDay).toBe(1000);
    build(office, free);
    build(office, free);
    expect(() => build(office, free)).toThrow();
  });

  test.each([
    [{ gold: {} }, "limits.gold is unknown"],
    [{ pro: { perMinute: 3 } }, "limits.pro.perMinute is unknown"],
    [{ pro: { requestsPerMinute: -1 } }, "limits.pro.requestsPerMinute"],
    [{ pro: { requestsPerMinute: Number.POSITIVE_INFINITY } }, "limits.pro.requestsPerMinute"],
    [{ free: { transactionsPerDay: 1.5 } }, "limits.free.transactionsPerDay"],
    ["none", 'limits must be "off"'],
    [null, 'limits must be "off"'],
  ])("refuses %j", async (limits, message) => {
    const failure = await failureOf(createMockServer({ limits: limits as LimitsOption }));
    expect(failure).toBeInstanceOf(OptionError);
    expect(failure.message).toContain(message);
  });
});
