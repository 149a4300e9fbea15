import { describe, expect, test } from "vitest";
import type { Answer } from "./answer.js";
import type { Target } from "./setup.js";

const left = ({ headers }: Answer) =>
  ["limit", "remaining"].map((name) => Number(headers.get(`x-ratelimit-${name}`)));

/** Decisions 33 and 51: an account's usage, and changed or removed limits. */
export function usageSuite(target: Target): void {
  describe("usage", () => {
    test("decision 33: usage covers the UTC month, counts all requests except 429s, and reports no limit as -1", async () => {
      await using setup = await target.open({
        now: "2026-02-28T23:59:00Z",
        world: { accounts: { spent: { requestsUsed: 26 } } },
      });
      const usage = async (key: string) =>
        (await setup.get("/analytics/usage", { key })).as<"analytics.usage">();
      await setup.get("/nowhere", { key: "spent" });
      await setup.get("/prices/NOPE", { key: "spent" });
      expect(await usage("spent")).toEqual({
        billingPeriod: { start: "2026-02-01T00:00:00.000Z", end: "2026-03-01T00:00:00.000Z" },
        requests: { used: 29, limit: 30 * 1440 * 28, percentage: (29 * 100) / (30 * 1440 * 28) },
        transactions: { used: 0, limit: 2800, percentage: 0 },
        tier: "free",
      });
      for (let sent = 0; sent < 5; sent++) await setup.get("/prices/SOL", { key: "spent" });
      expect((await usage("test")).requests).toEqual({ used: 1, limit: 2800, percentage: 100 / 2800 });
      expect((await usage("enterprise")).transactions).toEqual({ used: 0, limit: -1, percentage: 0 });
      await setup.advance("59s");
      await setup.advance("1s");
      expect(await usage("spent")).toMatchObject({
        billingPeriod: { start: "2026-03-01T00:00:00.000Z", end: "2026-04-01T00:00:00.000Z" },
        requests: { used: 1, limit: 30 * 1440 * 31 },
      });
    });

    test("decision 51: with limits off nothing is refused, and the headers stay at the limit", async () => {
      await using setup = await target.open({
        limits: "off",
        world: {
          accounts: { spent: { requestsUsed: 500 }, day: { environment: "test", requestsUsed: 100 } },
        },
      });
      for (let sent = 0; sent < 40; sent++) {
        expect((await setup.get("/prices/SOL", { key: "spent" })).status).toBe(200);
        expect((await setup.get("/prices/SOL", { key: null })).status).toBe(401);
      }
      expect((await setup.get("/prices/SOL", { key: "day" })).status).toBe(200);
      for (const key of ["spent", "day", null])
        expect(left(await setup.get("/prices/SOL", { key }))).toEqual([30, 30]);
    });

    test("decision 51: configured limits of a tier apply", async () => {
      await using setup = await target.open({
        limits: { pro: { requestsPerMinute: 1000 }, free: { requestsPerMinute: 1 } },
      });
      expect(left(await setup.get("/prices/SOL", { key: "pro" }))).toEqual([1000, 999]);
      await setup.get("/prices/SOL", { key: "free" });
      expect((await setup.get("/prices/SOL", { key: "free" })).status).toBe(429);
    });
  });
}
