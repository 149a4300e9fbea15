import type { MockServerOptions } from "@intent-tx/mock-server";
import { expect, test } from "vitest";
import { control, lab } from "../../server/lab.js";
import { priceOf } from "../../server/market/arbitrage-chain.js";

type Models = NonNullable<NonNullable<MockServerOptions["world"]>["market"]>;

const moving = (market: Models) => lab({ world: { market } });

const market: Models = { SOL: { volatility: 8, drift: 2 } };

test("a restored snapshot continues with the same trades, in another server too", async () => {
  const first = await moving(market);
  await first.clock.advance("15m");
  await first.prices.set("SOL", 120);
  const snapshot = await first.snapshot();
  await first.clock.advance("30m");
  const expected = JSON.stringify(await first.snapshot());
  const other = await moving(market);
  await other.restore(snapshot);
  await other.clock.advance("25m");
  await other.clock.advance("5m");
  expect(JSON.stringify(await other.snapshot())).toBe(expected);
  await first.restore(snapshot);
  await first.clock.advance("30m");
  expect(JSON.stringify(await first.snapshot())).toBe(expected);
});

test("a reset restarts the market at the opening prices", async () => {
  const server = await moving(market);
  const opening = await priceOf(server, "SOL");
  await server.clock.advance("1h");
  const moved = await priceOf(server, "SOL");
  await server.reset();
  expect(await priceOf(server, "SOL")).toBe(opening);
  await server.clock.advance("1h");
  expect(await priceOf(server, "SOL")).toBe(moved);
});

test("a session has the market of its server, and its own clock", async () => {
  const server = await moving(market);
  const opening = await priceOf(server, "SOL");
  const session = server.openSession({ seed: 1 });
  const at = { controlUrl: session.controlUrl, fetch: server.fetch };
  await control(at, "POST", "/clock/advance", { by: "1h" });
  const { data } = (await control(at, "GET", "/prices/SOL?points=2")).body;
  expect(data[1].usd).not.toBe(opening);
  expect(await priceOf(server, "SOL")).toBe(opening);
});

test("two servers of one seed agree after their clocks are set, though prices move", async () => {
  const walk = async () => {
    const server = await lab({ clock: {}, world: { market } });
    await server.clock.set("2035-01-01T00:00:00Z");
    const opening = await priceOf(server, "SOL");
    await server.clock.advance("30m");
    return [opening, await priceOf(server, "SOL")];
  };
  const [opening, moved] = await walk();
  expect(moved).not.toBe(opening);
  expect(await walk()).toEqual([opening, moved]);
});
