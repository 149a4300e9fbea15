import { describe, expect, test } from "vitest";
import type { Answer } from "./answer.js";
import { type Target, testOwnChain } from "./setup.js";

const rate = ({ headers }: Answer) =>
  ["limit", "remaining", "reset"].map((name) => Number(headers.get(`x-ratelimit-${name}`)));
const seconds = (iso: string) => Date.parse(iso) / 1000;

/** Decisions 5 to 10: windows, quotas, and which requests count against which limit. */
export function limitsSuite(target: Target): void {
  describe("limits", () => {
    test("decision 5: the headers describe the window with the fewest requests left", async () => {
      await using setup = await target.open();
      const { key, account } = await setup.issue({ tier: "free", environment: "test" });
      expect(rate(await setup.get("/prices/SOL", { key }))).toEqual([
        30,
        29,
        seconds("2026-01-01T00:01:00Z"),
      ]);
      for (let minute = 0; minute < 3; minute++) {
        for (let sent = 0; sent < 25; sent++) await setup.get("/prices/SOL", { key });
        await setup.advance("60s");
      }
      // 24 of the day's 100 requests are left, and all 30 of the minute's.
      expect(rate(await setup.get("/prices/SOL", { key }))).toEqual([
        100,
        23,
        seconds("2026-01-02T00:00:00Z"),
      ]);
      const live = await setup.issue({ tier: "free", account });
      expect(rate(await setup.get("/prices/SOL", { key: live.key }))).toEqual([
        30,
        28,
        seconds("2026-01-01T00:04:00Z"),
      ]);
    });

    test("decision 6: every response has the headers, errors included, and every request with a key counts", async () => {
      await using setup = await target.open();
      const { key } = await setup.issue({ tier: "pro", scopes: ["write:intents"] });
      const ask = { key };
      const big = "x".repeat(65_537);
      const answers = [
        await setup.post("/intents", {}, ask),
        await setup.get("/nowhere", ask),
        await setup.request("PUT", "/intents", {}, ask),
        await setup.get("/prices/SOL", ask),
        await setup.post("/intents", undefined, { ...ask, raw: big }),
        await setup.post("/intents", undefined, {
          ...ask,
          raw: "{}",
          headers: { "Content-Type": "text/plain" },
        }),
        await setup.post("/intents", { walletAddress: setup.alice, command: "buy some SOL" }, ask),
        await setup.request("HEAD", "/intents", undefined, ask),
      ];
      expect(answers.map(({ status }) => status)).toEqual([400, 404, 405, 403, 413, 415, 422, 405]);
      expect(answers.map((answer) => rate(answer)[1])).toEqual([119, 118, 117, 116, 115, 114, 113, 112]);
      await setup.control("POST", "/faults", { nth: 1, fault: { kind: "status", status: 500 } });
      const failed = await setup.get("/prices/SOL", ask);
      expect([failed.status, ...rate(failed)]).toEqual([500, 120, 111, seconds("2026-01-01T00:01:00Z")]);
    });

    test("decision 6: requests without a valid key share 30 per minute, and all others are 429", async () => {
      await using setup = await target.open();
      const answers: Answer[] = [];
      for (let sent = 0; sent < 10; sent++) {
        answers.push(await setup.get("/prices/SOL", { key: null }));
        answers.push(await setup.get("/nowhere", { key: "svc_live_guess" }));
        answers.push(await setup.request("PUT", "/prices/SOL", {}, { key: "nonsense" }));
      }
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill([401, 404, 405]).flat());
      expect(answers.map((answer) => rate(answer)[1])).toEqual(Array.from({ length: 30 }, (_, i) => 29 - i));
      for (const key of [null, "svc_live_guess"]) {
        (await setup.get("/nowhere", { key })).refusal(429, "rate_limit_exceeded");
      }
      expect((await setup.get("/prices/SOL")).status).toBe(200);
      await setup.advance("60s");
      expect((await setup.get("/prices/SOL", { key: null })).status).toBe(401);
    });

    test("decision 6: OPTIONS needs no key and is not counted, HEAD is GET without the body", async () => {
      await using setup = await target.open();
      for (let sent = 0; sent < 40; sent++) {
        const { status } = await setup.request("OPTIONS", "/prices/SOL", undefined, { key: null });
        expect(status).toBe(204);
      }
      await setup.request("OPTIONS", "/prices/SOL", undefined, { key: "pro" });
      const head = await setup.request("HEAD", "/prices/SOL", undefined, { key: "pro" });
      expect([head.status, head.text, ...rate(head).slice(0, 2)]).toEqual([200, "", 120, 119]);
      expect(rate(await setup.get("/prices/SOL", { key: "pro" }))[1]).toBe(118);
      const missing = await setup.request("HEAD", "/prices/NOPE", undefined, { key: "pro" });
      expect([missing.status, missing.text]).toEqual([404, ""]);
    });

    test("decision 7: all keys of an account share its minute window, and its test keys share 100 requests per day", async () => {
      await using setup = await target.open();
      const account = (await setup.issue({ tier: "pro", account: "acme" })).account;
      const live = await setup.issue({ tier: "pro", account });
      const tests = [
        await setup.issue({ tier: "pro", account, environment: "test" }),
        await setup.issue({ tier: "pro", account, environment: "test" }),
      ];
      const { key: rotated } = (
        await setup.post(`/keys/${live.keyId}/rotate`, undefined, { key: live.key })
      ).as<"keys.rotate">();
      const left = async (key: string) => rate(await setup.get("/prices/SOL", { key })).slice(0, 2);
      expect(await left(live.key)).toEqual([120, 118]);
      expect(await left(rotated)).toEqual([120, 117]);
      expect(await left(tests[0]!.key)).toEqual([100, 99]);
      expect(await left(tests[1]!.key)).toEqual([100, 98]);
      expect(await left(live.key)).toEqual([120, 114]);
      expect(await left("pro")).toEqual([120, 119]);
    });

    test("decision 8: windows are the UTC minute and the UTC day of the server's clock", async () => {
      await using setup = await target.open({
        now: "2026-01-01T23:59:50Z",
        world: {
          accounts: {
            spent: { requestsUsed: 30 },
            tested: { tier: "pro", environment: "test", requestsUsed: 100 },
          },
        },
      });
      expect((await setup.get("/prices/SOL", { key: "spent" })).status).toBe(429);
      expect((await setup.get("/prices/SOL", { key: "tested" })).status).toBe(429);
      await setup.advance(9_999);
      expect((await setup.get("/prices/SOL", { key: "spent" })).status).toBe(429);
      expect((await setup.get("/prices/SOL", { key: "tested" })).status).toBe(429);
      await setup.advance(1);
      expect(rate(await setup.get("/prices/SOL", { key: "spent" }))).toEqual([
        30,
        29,
        seconds("2026-01-02T00:01:00Z"),
      ]);
      expect(rate(await setup.get("/prices/SOL", { key: "tested" }))).toEqual([
        100,
        99,
        seconds("2026-01-03T00:00:00Z"),
      ]);
    });

    test("decision 9: a used-up minute is 429 with Retry-After, and the refused request has no effect and is not counted", async () => {
      await using setup = await target.open({
        now: "2026-01-01T00:00:42.500Z",
        world: { accounts: { spent: { requestsUsed: 29 } } },
      });
      await setup.get("/analytics/usage", { key: "spent" });
      const lastUsedAt = async () => {
        const { data = [] } = (await setup.control("GET", "/accounts")) as {
          data?: { account: string; keys: { lastUsedAt?: string }[] }[];
        };
        return data.find(({ account }) => account === "spent")?.keys[0]?.lastUsedAt;
      };
      const create = () => setup.post("/keys", { name: "k", scopes: ["admin"] }, { key: "spent" });
      const answer = await create();
      const { details } = answer.refusal(429, "rate_limit_exceeded");
      expect(details).toEqual({ limit: 30, window: "minute", resetAt: "2026-01-01T00:01:00.000Z" });
      expect(answer.header("retry-after")).toBe("18");
      expect(rate(answer)).toEqual([30, 0, seconds("2026-01-01T00:01:00Z")]);
      await setup.advance(17_499);
      expect((await create()).header("retry-after")).toBe("1");
      expect(await lastUsedAt()).toBe("2026-01-01T00:00:42.500Z");
      await setup.advance(1);
      const usage = (await setup.get("/analytics/usage", { key: "spent" })).as<"analytics.usage">();
      expect(usage.requests.used).toBe(31);
      expect(rate(await create())[1]).toBe(28);
    });

    test("decision 9: a used-up day of the test keys is 429 quota_exceeded until midnight UTC", async () => {
      await using setup = await target.open({
        now: "2026-01-01T22:00:00Z",
        world: { accounts: { tested: { tier: "enterprise", environment: "test", requestsUsed: 100 } } },
      });
      const answer = await setup.get("/prices/SOL", { key: "tested" });
      expect(answer.refusal(429, "quota_exceeded").details).toEqual({
        limit: 100,
        window: "day",
        resetAt: "2026-01-02T00:00:00.000Z",
      });
      expect(answer.header("retry-after")).toBe("7200");
    });

    testOwnChain(target)(
      "decision 10: a build beyond the day's quota is 429, and usage counts landed transactions",
      async () => {
        await using setup = await target.open({ limits: { free: { transactionsPerDay: 2 } } });
        const ask = { key: "free" };
        const { intentId } = await setup.parse("send 0.01 SOL to bob.sol", {}, ask);
        const { intentId: broke } = await setup.parse("send 5000 SOL to bob.sol", {}, ask);
        (await setup.build(broke, {}, ask)).refusal(400, "simulation_failed");
        const built = (await setup.build(intentId, {}, ask)).as<"transactions.build">();
        await setup.build(intentId, {}, ask);
        const refused = await setup.build(intentId, {}, ask);
        expect(refused.refusal(429, "quota_exceeded").details).toEqual({
          limit: 2,
          window: "day",
          resetAt: "2026-01-02T00:00:00.000Z",
        });
        expect(refused.header("retry-after")).toBe("86400");
        expect(refused.text).not.toContain('transaction":');
        // Once the quota is used up, nothing is simulated.
        (await setup.build(broke, {}, ask)).refusal(429, "quota_exceeded");
        const used = async () =>
          (await setup.get("/analytics/usage", ask)).as<"analytics.usage">().transactions.used;
        expect(await used()).toBe(0);
        await setup.send(built.transaction);
        expect(await used()).toBe(1);
        await setup.advance("24h");
        const { intentId: tomorrow } = await setup.parse("send 0.01 SOL to bob.sol", {}, ask);
        expect((await setup.build(tomorrow, {}, ask)).status).toBe(200);
      },
    );

    test("decision 10: concurrent builds cannot exceed the daily quota", async () => {
      await using setup = await target.open({ limits: { free: { transactionsPerDay: 2 } } });
      const { intentId } = await setup.parse("send 0.01 SOL to bob.sol", {}, { key: "free" });
      const builds = await Promise.all(
        Array.from({ length: 6 }, () => setup.build(intentId, {}, { key: "free" })),
      );
      expect(builds.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429, 429]);
    });
  });
}
