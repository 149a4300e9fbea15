import { describe, expect, test } from "vitest";
import { type Setup, type Target, testOwnChain } from "./setup.js";

const metrics = async (setup: Setup, start: string, end: string, extra = "") => {
  const query = new URLSearchParams({ startDate: start, endDate: end });
  return (await setup.get(`/analytics/metrics?${query}${extra}`)).as<"analytics.metrics">();
};

/** Decisions 10, 32, 34 and 47: prices, metrics, and dates and flags in a query. */
export function figuresSuite(target: Target): void {
  describe("figures", () => {
    testOwnChain(target)(
      "decision 34: a swap moves the price and adds to the volume, advancing the clock does neither",
      async () => {
        await using setup = await target.open();
        const before = await setup.price("SOL");
        expect(await setup.price("USDC")).toMatchObject({ symbol: "USDC", price: 1 });
        await setup.advance("10m");
        expect((await setup.price("SOL")).price).toBe(before.price);
        await setup.execute("swap 50 SOL for USDC");
        const after = await setup.price("SOL");
        expect(after.price).toBeLessThan(before.price);
        expect(after.volume24h! - before.volume24h!).toBeGreaterThan(before.price * 45);
        // The supply is fixed: the market cap moves with the price.
        expect(after.marketCap! / after.price).toBeCloseTo(before.marketCap! / before.price, 0);
        expect((await setup.price("SOL", { key: "test" })).price).toBe(before.price);
      },
    );

    testOwnChain(target)("decision 34: change24h compares with the price 24 hours ago", async () => {
      await using setup = await target.open();
      const opening = await setup.price("SOL");
      await setup.fault({ kind: "moved-pool", pool: "SOL-USDC", percent: 25 });
      const moved = await setup.price("SOL");
      expect(moved.price / opening.price).toBeCloseTo(1.25, 2);
      const yesterday = opening.price / (1 + opening.change24h! / 100);
      expect(moved.change24h).toBeCloseTo((moved.price / yesterday - 1) * 100, 2);
      await setup.advance("23h");
      expect((await setup.price("SOL")).price).toBe(moved.price);
      await setup.advance("2h");
      expect(await setup.price("SOL")).toMatchObject({ price: moved.price, change24h: 0 });
    });

    testOwnChain(target)(
      "decision 32: metrics count parses, parse errors and landed transactions in a half-open range",
      async () => {
        await using setup = await target.open({ now: "2026-01-01T10:00:00Z" });
        const swap = await setup.execute("swap 0.5 SOL for USDC");
        await setup.advance("1h");
        const transfer = await setup.execute("send 5 USDC to bob.sol");
        const failed = await setup.execute("send 90000 SOL to bob.sol", {
          build: { simulate: false },
          skipPreflight: true,
        });
        await setup.refused("buy some SOL");
        await setup.post("/intents", { walletAddress: setup.alice, command: "" });
        const day = await metrics(setup, "2026-01-01", "2026-01-02", "&granularity=hour");
        expect(day.period).toEqual({
          start: "2026-01-01T00:00:00.000Z",
          end: "2026-01-02T00:00:00.000Z",
          granularity: "hour",
        });
        expect(day.transactions).toEqual({
          total: 3,
          swaps: 1,
          transfers: 2,
          successRate: expect.closeTo(200 / 3, 9),
        });
        const confidences = [swap, transfer, failed].map(({ intent }) => intent.confidence);
        expect(day.intents).toEqual({
          total: 3,
          averageConfidence: expect.closeTo(confidences.reduce((sum, one) => sum + one, 0) / 3, 9),
          parseErrors: 1,
        });
        const { price } = await setup.price("SOL");
        expect(day.volume.totalUSD).toBeGreaterThan(0.5 * price * 0.98 + 5);
        expect(day.volume.averagePerTransaction).toBeCloseTo(day.volume.totalUSD / 3, 9);
        const total = async (start: string, end: string) =>
          (await metrics(setup, start, end)).transactions.total;
        expect(await total("2026-01-01T10:00:00Z", "2026-01-01T11:00:00Z")).toBe(1);
        expect(await total("2026-01-01T11:00:00Z", "2026-01-01T11:00:00.001Z")).toBe(2);
      },
    );

    test("decision 32: an empty range gives zeros, the default granularity is day, other accounts see nothing", async () => {
      await using setup = await target.open();
      await setup.execute("send 1 USDC to bob.sol");
      const query = "/analytics/metrics?startDate=2026-01-01&endDate=2026-01-02";
      for (const answer of [
        await setup.get(query, { key: "pro" }),
        await setup.get(query.replaceAll("2026", "2025")),
      ]) {
        const { period, ...rest } = answer.as<"analytics.metrics">();
        expect(period.granularity).toBe("day");
        expect(rest).toEqual({
          transactions: { total: 0, swaps: 0, transfers: 0, successRate: 0 },
          volume: { totalUSD: 0, averagePerTransaction: 0 },
          intents: { total: 0, averageConfidence: 0, parseErrors: 0 },
        });
      }
    });

    test.each([
      ["endDate", "startDate=2026-01-02&endDate=2026-01-01"],
      ["endDate", "startDate=2026-01-01&endDate=2026-01-01"],
      ["endDate", "startDate=2026-01-01"],
      ["startDate", "endDate=2026-01-01"],
      ["startDate", "startDate=&endDate=2026-01-02"],
      ["granularity", "startDate=2026-01-01&endDate=2026-01-02&granularity=year"],
    ])("decision 32: metrics refuse %s in %s", async (field, query) => {
      await using setup = await target.open();
      expect((await setup.get(`/analytics/metrics?${query}`)).refusedField).toBe(field);
    });

    test("decision 47: a date without a time is 00:00 UTC, an offset is accepted, a time without a zone is 400", async () => {
      await using setup = await target.open();
      const { period } = await metrics(setup, "2026-01-01", "2026-01-01T12:00:00.5+02:00");
      expect(period).toMatchObject({ start: "2026-01-01T00:00:00.000Z", end: "2026-01-01T10:00:00.500Z" });
      for (const date of [
        "2026-01-01T00:00:00",
        "2026-02-30",
        "2026-13-01",
        "01/02/2026",
        "1767225600",
        "2026-01-01T25:00:00Z",
      ]) {
        const query = new URLSearchParams({ startDate: date, endDate: "2027-01-01" });
        const answer = await setup.get(`/analytics/metrics?${query}`);
        expect(answer.refusedField, date).toBe("startDate");
      }
    });

    test("decision 47: flags are true or false, and nothing else", async () => {
      await using setup = await target.open();
      for (const flag of ["includeNFTs", "includeStaked"]) {
        for (const value of ["1", "TRUE", "yes", "", "null"]) {
          const answer = await setup.get(`/portfolio/${setup.alice}?${flag}=${value}`);
          expect(answer.refusedField, value).toBe(flag);
        }
        expect((await setup.get(`/portfolio/${setup.alice}?${flag}=true`)).status).toBe(200);
        expect((await setup.get(`/portfolio/${setup.alice}?${flag}=false`)).status).toBe(200);
      }
    });

    test("decision 47: symbols ignore case, mints do not", async () => {
      await using setup = await target.open();
      const { mint } = await setup.price("bonk");
      expect((await setup.price("BoNk")).mint).toBe(mint);
      expect((await setup.price(mint)).symbol).toBe("BONK");
      (await setup.get(`/prices/${mint.toLowerCase()}`)).refusal(404, "token_not_found");
    });
  });
}
