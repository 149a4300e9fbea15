import type { MockServer } from "@intent-tx/mock-server";
import { IntentTx } from "intent-tx";
import { describe, expect, test } from "vitest";
import { ANONYMOUS_ADDRESSES } from "../../../mock-server/src/accounts/limits.js";
import { api, failureOf, lab } from "../lab.js";
import { DAY, MINUTE, Office } from "./harness.js";

// Windows are compared with a plain count in test/property/limits-windows.test.ts, the responses in
// test/contract/suite/limits.ts.

const NEXT_MINUTE = Date.parse("2026-01-15T10:21:00.000Z");

test("decision 5: if minute and day have equally few requests left, the headers describe the day", () => {
  const office = new Office({ limits: { pro: { requestsPerMinute: 100 } } });
  const caller = office.newCaller({ environment: "test", tier: "pro" });
  for (let request = 0; request < 100; request++) office.limits.admit(caller);
  expect(office.limits.admit(caller)).toMatchObject({ allowed: false, window: "day" });
});

test("decision 8: State keeps one row for each owner and kind of window over 90 days", async () => {
  const office = new Office();
  const caller = office.newCaller({ environment: "test" });
  for (let day = 0; day < 90; day++) {
    office.limits.admit(caller);
    office.limits.countBuild(caller);
    await office.clock.advance(DAY);
  }
  expect(office.state.size("windows")).toBe(3);
});

describe("decision 6: requests without a valid key", () => {
  const fill = ({ limits }: Office) => {
    for (let host = 0; host < ANONYMOUS_ADDRESSES; host++) limits.admitAnonymous(`known ${host}`);
  };

  test("have a window for each remote address, unchanged by reading", () => {
    const { limits } = new Office();
    for (let look = 0; look < 40; look++) expect(limits.peekAnonymous("::1").remaining).toBe(30);
    expect(limits.admitAnonymous("::1").remaining).toBe(29);
    expect(limits.admitAnonymous("::2").remaining).toBe(29);
  });

  test("have windows that are dropped after their minute", async () => {
    const office = new Office();
    for (let host = 0; host < 100; host++) office.limits.admitAnonymous(`10.0.0.${host}`);
    expect(office.state.size("windows")).toBe(100);
    await office.clock.advance(MINUTE);
    office.limits.admitAnonymous("10.0.0.1");
    expect(office.state.size("windows")).toBe(1);
  });

  test("from addresses beyond the bound share one window, also after a restore", () => {
    const office = new Office();
    const { limits, state } = office;
    const empty = state.snapshot();
    fill(office);
    const full = state.snapshot();
    const newcomers = () =>
      Array.from({ length: 31 }, (_, host) => limits.admitAnonymous(`new ${host}`).remaining).at(-1);
    expect(newcomers()).toBe(0);
    expect(state.size("windows")).toBe(ANONYMOUS_ADDRESSES + 1);
    expect(limits.admitAnonymous("known 0").remaining).toBe(28);
    state.restore(empty);
    expect(newcomers()).toBe(29);
    state.restore(full);
    expect(newcomers()).toBe(0);
  });
});

describe("decision 10: transactions per day", () => {
  const windowsOf = async (server: MockServer) => {
    const { windows = [] } = (await server.snapshot()).state;
    return windows.filter(([key]) => !key.startsWith("builds:"));
  };

  test.each(["free", "test"] as const)("an excess build is not counted: the %s key", async (name) => {
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
  });

  test("a refused build whose response a fault replaces by another 429 is given back once", async () => {
    const server = await lab({ limits: { free: { transactionsPerDay: 0 } } });
    const { address: walletAddress } = server.wallets.alice;
    const order = { walletAddress, command: "send 1 SOL to bob.sol" };
    const { intentId } = (await api(server, "POST", "/intents", order, "free")).body;
    const before = await windowsOf(server);
    const headers = { "Mock-Control": "status=429; handled" };
    const build = { intentId, walletAddress };
    const refused = await api(server, "POST", "/transactions/build", build, "free", headers);
    expect([refused.status, refused.headers.get("x-ratelimit-remaining")]).toEqual([429, "29"]);
    expect(await windowsOf(server)).toEqual(before);
  });

  test("giving back a request of a past minute does not change the current minute", async () => {
    const office = new Office();
    const caller = office.newCaller();
    const then = office.clock.now();
    const counted = office.limits.admit(caller);
    await office.clock.set(NEXT_MINUTE);
    office.limits.admit(caller);
    office.limits.refund(caller, counted, then);
    expect(office.limits.admit(caller).remaining).toBe(28);
  });
});
