import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BASE, SiteSetup } from "./setup.js";

/** Search terms, each with the page that must come first. */
const QUESTIONS: readonly (readonly [query: string, first: string])[] = [
  ["retry", "guides/errors-and-retries"],
  ["429", "guides/rate-limits"],
  ["rotate", "guides/keys-and-rotation"],
  ["slippage", "guides/priority-fee-and-slippage"],
  ["timeout", "guides/errors-and-retries"],
  ["mock", "mock-server"],
  ["sign", "guides/wallets-and-signers"],
  ["bigint", "guides/amounts"],
  ["jest", "guides/test-runners"],
  ["react", "guides/react"],
  ["install", "guides/getting-started"],
  ["error", "guides/errors-and-retries"],
  ["abort", "guides/errors-and-retries"],
  ["pagination", "guides/pagination"],
  ["cursor", "guides/pagination"],
  ["rate limit", "guides/rate-limits"],
  ["quota", "guides/rate-limits"],
  ["api key", "guides/keys-and-rotation"],
  ["scopes", "guides/keys-and-rotation"],
  ["vitest", "guides/test-runners"],
  ["nock", "guides/test-runners"],
  ["docker", "guides/docker-and-ci"],
  ["next.js", "guides/browser"],
  ["cors", "guides/browser"],
  ["proxy", "guides/proxies-and-agents"],
  ["opentelemetry", "guides/logs-and-traces"],
  ["priority fee", "guides/priority-fee-and-slippage"],
  ["verify", "guides/verify-before-signing"],
  ["wallet adapter", "guides/wallets-and-signers"],
  ["blockhash expired", "guides/wallets-and-signers"],
  ["clock", "guides/clock-and-faults"],
  ["decimals", "guides/amounts"],
  ["studio", "guides/studio"],
  ["production", "guides/production-checklist"],
  ["rotate key", "guides/keys-and-rotation"],
  ["simulate failed", "guides/errors-and-retries"],
  ["cloudflare", "guides/recipes"],
  ["pagniation", "guides/pagination"],
  ["422", "guides/errors-and-retries"],
  ["offline", "guides/faq"],
  ["migrate", "guides/migrating"],
  ["dry run", "guides/faq"],
  ["webhook", "guides/faq"],
  ["devnet", "guides/faq"],
  ["insufficient funds", "guides/faq"],
  ["prometheus", "guides/metrics"],
  ["airdrop", "guides/chain"],
  ["nonce", "guides/chain"],
  ["seed", "guides/testing-with-the-mock"],
  ["python", "guides/any-language"],
  ["refund", "guides/faq"],
  // Names from the code.
  ["signAndSend", "api/intent-tx/solana/functions/signAndSend"],
  ["RateLimitError", "api/intent-tx/classes/RateLimitError"],
];

let setup: SiteSetup;
let page: Page;
beforeAll(async () => {
  setup = await SiteSetup.open();
  page = await setup.page("guides/amounts.html");
});
afterAll(() => setup.close());

/** Types a query into the site's search; returns the paths of the results. */
async function ask(query: string): Promise<string[]> {
  await page.keyboard.press("Escape");
  await page.locator(".VPLocalSearchBox").waitFor({ state: "detached" });
  await page.keyboard.press("/");
  await page.locator("#localsearch-input").fill(query);
  await page.locator(".VPLocalSearchBox :is(.result, .no-results)").first().waitFor();
  return page
    .locator(".VPLocalSearchBox a.result")
    .evaluateAll(
      (links, base) =>
        links.map((link) => (link as HTMLAnchorElement).pathname.replace(base, "").replace(/\.html$/, "")),
      BASE,
    );
}

test.each(QUESTIONS)("a search for %s finds %s first", async (query, first) => {
  const [found] = await ask(query);
  expect(found).toBe(first);
});

test("guides come before names", async () => {
  const found = await ask("rate limit");
  const names = found.map((url) => url.startsWith("api/"));
  expect(names.indexOf(true) === -1 ? names.length : names.indexOf(true)).toBeGreaterThan(2);
});

test("results show the matching sentence with the search words highlighted", async () => {
  await ask("slippage");
  await page.locator(".VPLocalSearchBox .result .excerpt mark").first().waitFor({ state: "attached" });
});

test("results can be chosen and opened by keyboard", async () => {
  await ask("slippage");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.waitForURL(/priority-fee-and-slippage/);
  await page.locator("h1", { hasText: "slippage" }).waitFor();
});

test("the grammar pages are not found", async () => {
  const found = await ask("grammar");
  expect(found.filter((url) => url.startsWith("grammar"))).toEqual([]);
});

test("a search without results shows a message", async () => {
  expect(await ask("zzzzqqq")).toEqual([]);
});
