import { expect, test } from "vitest";
import { openStudio, type Served, sharedBrowser, sharedServer } from "./setup.js";

const browser = sharedBrowser();
const server = sharedServer();

const LINES = 10_000;
const RATE = 200;
const LONG_MS = 200;

/** Sends `count` requests in small groups, `rate` per second. */
async function flood({ origin }: Served, count: number, rate: number): Promise<void> {
  const group = rate / 10;
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "getHealth" });
  const headers = { "Content-Type": "application/json" };
  for (let sent = 0; sent < count; sent += group) {
    const began = performance.now();
    await Promise.all(
      Array.from({ length: group }, async () =>
        (await fetch(`${origin}/rpc/live`, { method: "POST", headers, body })).arrayBuffer(),
      ),
    );
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, 100 - (performance.now() - began))));
  }
}

test("the log keeps up with 200 requests per second up to 10,000, and renders only the visible lines", {
  timeout: 1_800_000,
}, async () => {
  const { page, complaints } = await openStudio(browser(), server(), "live?own=1");
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(globalThis, { seen });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.push(Math.round(duration));
    }).observe({ type: "longtask" });
  });
  await flood(server(), LINES, RATE);
  await expect
    .poll(async () => Number((await page.getByText(/^[\d,]+ shown$/).innerText()).replace(/\D/g, "")), {
      timeout: 900_000,
    })
    .toBe(LINES);
  expect(await page.getByRole("region", { name: "Requests" }).getByRole("listitem").count()).toBeLessThan(
    200,
  );
  const tasks = await page.evaluate(() => (globalThis as unknown as { seen: number[] }).seen);
  console.log(
    `long tasks: ${tasks.length}; over ${LONG_MS} ms: ${tasks.filter((ms) => ms > LONG_MS).length}; ` +
      `longest ${Math.max(0, ...tasks)} ms`,
  );
  expect(complaints).toEqual([]);
});
