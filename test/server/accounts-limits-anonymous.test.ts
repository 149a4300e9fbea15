import { describe, expect, test } from "vitest";
import { ANONYMOUS_ADDRESSES } from "../../mock-server/src/accounts/anonymous-windows.js";
import { MINUTE, Office } from "./accounts-harness.js";

const NEXT_MINUTE = Date.parse("2026-01-15T10:21:00.000Z");

describe("decision 6: requests without a valid key", () => {
  test("have 30 a minute for each remote address, apart from every account", async () => {
    const office = new Office();
    const caller = office.newCaller();
    for (let left = 29; left >= 0; left--) {
      expect(office.limits.admitAnonymous("10.0.0.1")).toMatchObject({
        allowed: true,
        limit: 30,
        remaining: left,
      });
    }
    expect(office.limits.admitAnonymous("10.0.0.1")).toEqual({
      allowed: false,
      limit: 30,
      remaining: 0,
      resetAt: NEXT_MINUTE,
      window: "minute",
      code: "rate_limit_exceeded",
      retryAfterSeconds: 30,
    });
    expect(office.limits.admitAnonymous("10.0.0.2").allowed).toBe(true);
    expect(office.limits.admit(caller).remaining).toBe(29);
    await office.clock.advance(30_000);
    expect(office.limits.admitAnonymous("10.0.0.1").remaining).toBe(29);
  });

  test("a look counts nothing", () => {
    const { limits } = new Office();
    for (let look = 0; look < 40; look++) expect(limits.lookAnonymous("::1").remaining).toBe(30);
    expect(limits.admitAnonymous("::1").remaining).toBe(29);
  });

  test("addresses of past minutes are dropped", async () => {
    const office = new Office();
    for (let host = 0; host < 100; host++) office.limits.admitAnonymous(`10.0.0.${host}`);
    expect(office.state.size("windows")).toBe(100);
    await office.clock.advance(MINUTE);
    office.limits.admitAnonymous("10.0.0.1");
    expect(office.state.size("windows")).toBe(1);
  });

  test("addresses beyond the bound share one window, and known ones keep theirs", () => {
    const { limits, state } = new Office();
    for (let host = 0; host < ANONYMOUS_ADDRESSES; host++) limits.admitAnonymous(`known ${host}`);
    const allowed = Array.from({ length: 40 }, (_, host) => limits.admitAnonymous(`new ${host}`).allowed);
    expect(allowed.filter(Boolean)).toHaveLength(30);
    expect(state.size("windows")).toBe(ANONYMOUS_ADDRESSES + 1);
    expect(limits.admitAnonymous("known 0")).toMatchObject({ allowed: true, remaining: 28 });
  });

  test("the bound is that of the State restored", () => {
    const { limits, state } = new Office();
    const empty = state.snapshot();
    for (let host = 0; host < ANONYMOUS_ADDRESSES; host++) limits.admitAnonymous(`known ${host}`);
    const full = state.snapshot();
    const newcomers = () =>
      Array.from({ length: 31 }, (_, host) => limits.admitAnonymous(`new ${host}`).remaining).at(-1);
    state.restore(empty);
    expect(newcomers()).toBe(29);
    state.restore(full);
    expect(newcomers()).toBe(0);
    expect(state.size("windows")).toBe(ANONYMOUS_ADDRESSES + 1);
  });

  test("what was used survives a restore", () => {
    const { limits, state } = new Office();
    for (let request = 0; request < 30; request++) limits.admitAnonymous("::1");
    const rows = state.snapshot();
    limits.admitAnonymous("::2");
    state.restore(rows);
    expect(limits.admitAnonymous("::1").allowed).toBe(false);
    expect(limits.admitAnonymous("::2").remaining).toBe(29);
  });
});
