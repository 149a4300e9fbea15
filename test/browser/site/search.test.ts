import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BASE, SiteSetup } from "./setup.js";

/** The page that must come first for each of its search terms. */
const FIRST: Readonly<Record<string, readonly string[]>> = {
  "guides/errors-and-retries": ["retry", "timeout", "error", "abort", "simulate failed", "422"],
  "guides/rate-limits": ["429", "rate limit", "quota"],
  "guides/keys-and-rotation": ["rotate", "api key", "scopes", "rotate key"],
  "guides/priority-fee-and-slippage": ["slippage", "priority fee"],
  "mock-server": ["mock"],
  "guides/wallets-and-signers": ["sign", "wallet adapter", "blockhash expired"],
  "guides/amounts": ["bigint", "decimals"],
  "guides/test-runners": ["jest", "vitest", "nock"],
  "guides/react": ["react"],
  "guides/getting-started": ["install"],
  "guides/pagination": ["pagination", "cursor", "pagniation"],
  "guides/docker-and-ci": ["docker"],
  "guides/browser": ["next.js", "cors"],
  "guides/proxies-and-agents": ["proxy"],
  "guides/logs-and-traces": ["opentelemetry"],
  "guides/verify-before-signing": ["verify"],
  "guides/clock-and-faults": ["clock"],
  "guides/studio": ["studio"],
  "guides/production-checklist": ["production"],
  "guides/recipes": ["cloudflare"],
  "guides/faq": ["offline", "dry run", "webhook", "devnet", "insufficient funds", "refund"],
  "guides/migrating": ["migrate"],
  "guides/metrics": ["prometheus"],
  "guides/chain": ["airdrop", "nonce"],
  "guides/testing-with-the-mock": ["seed"],
  "guides/any-language": ["python"],
  "api/intent-tx/solana/functions/signAndSend": ["signAndSend"],
  "api/intent-tx/classes/RateLimitError": ["RateLimitError"],
};
const QUESTIONS = Object.entries(FIRST).flatMap(([page, queries]) =>
  queries.map((query) => [query, page] as const),
);

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

test("a search without results shows a message", async () => {
  expect(await ask("zzzzqqq")).toEqual([]);
});
