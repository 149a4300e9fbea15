import { describe, expect, test } from "vitest";
import type { Caller } from "../../mock-server/src/accounts/caller.js";
import { limitExceeded, type RateState } from "../../mock-server/src/accounts/rate-state.js";
import { DAY, HOUR, MINUTE, Office } from "./accounts-harness.js";

const NEXT_MINUTE = Date.parse("2026-01-15T10:21:00.000Z");
const NEXT_DAY = Date.parse("2026-01-16T00:00:00.000Z");

/** Makes requests until one is refused; returns how many were allowed, and the refusal. */
function exhaust(office: Office, caller: Caller): { allowed: number; refused: RateState } {
  for (let allowed = 0; ; allowed++) {
    const rate = office.limits.admit(caller);
    if (!rate.allowed) return { allowed, refused: rate };
  }
}

describe("decision 5: the headers describe the window with the fewest requests left", () => {
  test("the minute of a live key, this request counted", () => {
    const office = new Office();
    const caller = office.newCaller({ tier: "pro" });
    expect(office.limits.admit(caller)).toEqual({
      allowed: true,
      limit: 120,
      remaining: 119,
      resetAt: NEXT_MINUTE,
      window: "minute",
    });
  });

  test("a test key's minute at first, its day once that has fewer left", async () => {
    const office = new Office();
    const caller = office.newCaller({ environment: "test" });
    const first = office.limits.admit(caller);
    expect(first).toMatchObject({ limit: 30, remaining: 29, window: "minute" });
    for (let minute = 0; minute < 3; minute++) {
      await office.clock.advance(MINUTE);
      for (let request = 0; request < 25; request++) office.limits.admit(caller);
    }
    await office.clock.advance(MINUTE);
    expect(office.limits.admit(caller)).toMatchObject({
      limit: 100,
      remaining: 23,
      window: "day",
      resetAt: NEXT_DAY,
    });
  });

  test("the day of a pro test key from the start, as it allows fewer than the minute", () => {
    const office = new Office();
    const rate = office.limits.admit(office.newCaller({ environment: "test", tier: "pro" }));
    expect(rate).toMatchObject({ limit: 100, remaining: 99, window: "day" });
  });

  test("of two alike the day, since waiting for the minute would not help", () => {
    const office = new Office({ limits: { pro: { requestsPerMinute: 100 } } });
    const { refused } = exhaust(office, office.newCaller({ environment: "test", tier: "pro" }));
    expect(refused).toMatchObject({ window: "day", code: "quota_exceeded" });
  });
});

describe("decision 7: the account owns its limits", () => {
  test.each([
    ["free", 30],
    ["pro", 120],
    ["enterprise", 600],
  ] as const)("%s allows %i requests a minute over all keys of the account, live and test", (tier, limit) => {
    const office = new Office();
    const live = office.newCaller({ account: "acme", tier });
    const test = office.newCaller({ account: "acme", tier, environment: "test" });
    for (let request = 0; request < 10; request++) expect(office.limits.admit(test).allowed).toBe(true);
    expect(exhaust(office, live).allowed).toBe(limit - 10);
    expect(office.limits.admit(test).allowed).toBe(false);
    expect(office.limits.admit(office.newCaller({ tier })).allowed).toBe(true);
  });

  test("an account's test keys share one day of 100, which live requests leave alone", async () => {
    const office = new Office();
    const options = { account: "acme", tier: "enterprise", environment: "test" } as const;
    const [one, two] = [office.newCaller(options), office.newCaller(options)];
    const live = office.newCaller({ account: "acme", tier: "enterprise" });
    for (let request = 0; request < 50; request++) {
      office.limits.admit(live);
      office.limits.admit(one);
    }
    expect(exhaust(office, two).allowed).toBe(50);
    await office.clock.advance(MINUTE);
    expect(office.limits.admit(one)).toMatchObject({ allowed: false, code: "quota_exceeded" });
    expect(office.limits.admit(live).allowed).toBe(true);
  });
});

describe("decision 8: fixed windows on the UTC minute and day of the server's clock", () => {
  test("the minute begins anew at its edge, not a minute after the first request", async () => {
    const office = new Office();
    const caller = office.newCaller();
    exhaust(office, caller);
    await office.clock.set(NEXT_MINUTE - 1);
    expect(office.limits.admit(caller).allowed).toBe(false);
    await office.clock.advance(1);
    expect(office.limits.admit(caller)).toMatchObject({ remaining: 29, resetAt: NEXT_MINUTE + MINUTE });
  });

  test("the day begins anew at 00:00 UTC", async () => {
    const office = new Office({ now: "2026-01-15T23:59:00.000Z" });
    const caller = office.newCaller({ tier: "pro", environment: "test" });
    exhaust(office, caller);
    await office.clock.set(NEXT_DAY - 1);
    expect(office.limits.admit(caller).allowed).toBe(false);
    await office.clock.advance(1);
    expect(office.limits.admit(caller)).toMatchObject({ remaining: 99, resetAt: NEXT_DAY + DAY });
  });

  test("State keeps one row for each owner and kind of window over 90 days", async () => {
    const office = new Office();
    const caller = office.newCaller({ environment: "test" });
    for (let day = 0; day < 90; day++) {
      office.limits.admit(caller);
      office.limits.countBuild(caller);
      await office.clock.advance(DAY);
    }
    expect(office.state.size("windows")).toBe(3);
  });
});

describe("decision 9: a limit exceeded", () => {
  test("the minute is 429 rate_limit_exceeded with whole seconds to wait", () => {
    const office = new Office();
    const { allowed, refused } = exhaust(office, office.newCaller());
    expect(allowed).toBe(30);
    expect(limitExceeded(refused)).toMatchObject({
      status: 429,
      code: "rate_limit_exceeded",
      details: { limit: 30, window: "minute", resetAt: "2026-01-15T10:21:00.000Z" },
      headers: { "Retry-After": "30" },
    });
  });

  test("a test key's day is 429 quota_exceeded until midnight", () => {
    const office = new Office();
    const { refused } = exhaust(office, office.newCaller({ tier: "pro", environment: "test" }));
    expect(limitExceeded(refused)).toMatchObject({
      status: 429,
      code: "quota_exceeded",
      details: { limit: 100, window: "day", resetAt: "2026-01-16T00:00:00.000Z" },
      headers: { "Retry-After": String((NEXT_DAY - office.clock.now()) / 1000) },
    });
  });

  test.each([
    ["10:20:59.999Z", 1],
    ["10:20:58.001Z", 2],
    ["10:20:58.000Z", 2],
    ["10:20:57.999Z", 3],
  ])("at %s the wait is %i s: rounded up, at least 1", (time, seconds) => {
    const office = new Office({ now: `2026-01-15T${time}` });
    expect(exhaust(office, office.newCaller()).refused.retryAfterSeconds).toBe(seconds);
  });

  test("a refused request counts in no window", async () => {
    const office = new Office();
    const caller = office.newCaller({ environment: "test" });
    exhaust(office, caller);
    const rows = office.state.snapshot();
    for (let request = 0; request < 50; request++) office.limits.admit(caller);
    expect(office.state.snapshot()).toEqual(rows);
    await office.clock.advance(MINUTE);
    expect(exhaust(office, caller).allowed).toBe(30);
  });
});

test("an account can begin in the middle of its windows", async () => {
  const office = new Office();
  const caller = office.newCaller({ environment: "test" });
  office.limits.spend(caller, 29);
  expect(office.limits.admit(caller)).toMatchObject({ allowed: true, remaining: 0 });
  expect(office.limits.admit(caller).allowed).toBe(false);
  await office.clock.advance(HOUR);
  expect(exhaust(office, caller).allowed).toBe(30);
});
