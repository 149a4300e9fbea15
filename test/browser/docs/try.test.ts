import { createMockServer } from "@intent-tx/mock-server";
import { expect, test } from "vitest";
import { findings } from "../axe.js";
import { open, sharedBrowser } from "../studio/setup.js";

const browser = sharedBrowser();

/** The page in a window of the given width, with all its requests. */
async function opened(url: string, width: number, colorScheme: "light" | "dark") {
  const { page } = await open(browser(), { viewport: { width, height: 844 }, colorScheme });
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(url);
  const call = (name: string) => page.locator(".opblock", { hasText: name });
  await call("prices.retrieve").waitFor();
  return { page, requests, call };
}

test("/docs sends calls to the running server with its key, and loads nothing from elsewhere", async () => {
  await using server = await createMockServer({ seed: 1 });
  const { baseUrl } = await server.listen({ port: 0 });
  // The page's address is not the one in the OpenAPI document.
  const origin = new URL(baseUrl).origin.replace("127.0.0.1", "localhost");
  const { page, requests, call } = await opened(`${origin}/docs`, 390, "light");
  const over = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await over()).toBeLessThanOrEqual(0);
  expect(await findings(page)).toEqual([]);

  const parse = call("Parse a natural-language command");
  await parse.locator(".opblock-summary-control").click();
  await parse.getByLabel("Request body").waitFor();
  expect(await findings(page)).toEqual([]);
  await parse
    .locator("textarea")
    .fill(JSON.stringify({ walletAddress: server.wallets.alice.address, command: "swap 1 SOL for USDC" }));
  await parse.getByRole("button", { name: "Execute" }).click();
  await parse.locator(".live-responses-table .response-col_status", { hasText: "200" }).waitFor();
  await parse.locator(".live-responses-table", { hasText: /"intentId": "intent_/ }).waitFor();
  await parse.locator(".curl-command, .curl", { hasText: server.keys.enterprise }).first().waitFor();
  expect(await over()).toBeLessThanOrEqual(0);

  await page.getByRole("button", { name: "Authorize" }).click();
  await page.locator(".auth-btn-wrapper button", { hasText: "Logout" }).click();
  await page.locator(".auth-btn-wrapper button", { hasText: "Close" }).click();
  await parse.getByRole("button", { name: "Execute" }).click();
  await parse.locator(".live-responses-table", { hasText: /401[\s\S]*missing/ }).waitFor();
  expect(requests.filter((url) => !url.startsWith(origin) && !url.startsWith("data:"))).toEqual([]);
});

test("/docs of a session uses the session, in the colours of the system", async () => {
  await using server = await createMockServer({ seed: 1 });
  const { baseUrl } = await server.listen({ port: 0 });
  const { origin } = new URL(baseUrl);
  server.openSession({ name: "mine" });
  const { page, requests, call } = await opened(`${origin}/s/mine/docs`, 1200, "dark");
  expect(requests).toContain(`${origin}/s/mine/openapi.json`);
  const price = call("prices.retrieve");
  await price.locator(".opblock-summary-control").click();
  await price.getByRole("button", { name: "Execute" }).click();
  await price.locator(".live-responses-table .response-col_status", { hasText: "200" }).waitFor();
  expect(requests.filter((url) => url.includes("/v1/prices/"))).toEqual([
    expect.stringMatching(`^${origin}/s/mine/v1/prices/`),
  ]);
  const ground = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  expect(ground).toBe("rgb(14, 17, 22)");
  expect(await findings(page)).toEqual([]);
});
