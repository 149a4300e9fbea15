import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BASE, SiteSetup } from "./setup.js";

/** The page that must come first for each of its search terms; a name of the reference with its anchor. */
const FIRST: Readonly<Record<string, readonly string[]>> = {
  "guides/errors-and-retries": ["retry", "timeout", "error", "abort", "simulate failed", "422"],
  "guides/rate-limits": ["429", "rate limit", "quota", "X-RateLimit-Reset", "retry after"],
  "guides/keys-and-rotation": ["rotate", "api key", "scopes", "rotate key"],
  "guides/priority-fee-and-slippage": ["slippage", "priority fee"],
  "mock-server": ["mock"],
  "guides/wallets-and-signers": ["sign", "wallet adapter", "blockhash expired"],
  "guides/amounts": ["bigint", "decimals"],
  "guides/test-runners": ["jest", "vitest", "nock"],
  "guides/react": ["react"],
  "guides/getting-started": ["install"],
  "guides/pagination": ["pagination", "cursor", "pagniation", "paginate history"],
  "guides/docker-and-ci": ["docker"],
  "guides/browser": ["next.js", "cors"],
  "guides/proxies-and-agents": ["proxy"],
  "guides/logs-and-traces": ["opentelemetry"],
  "guides/verify-before-signing": ["verify"],
  "guides/clock-and-faults": ["clock"],
  "guides/faults": ["fault", "Mock-Control"],
  "guides/journals": ["journal", "resume"],
  "guides/paying-once": ["double payment", "paymentId"],
  "guides/studio": ["studio"],
  "guides/production-checklist": ["production"],
  "guides/recipes": ["cloudflare"],
  "guides/faq": ["offline", "dry run", "webhook", "devnet", "insufficient funds", "refund"],
  "guides/migrating": ["migrate"],
  "guides/metrics": ["prometheus"],
  "guides/chain": ["airdrop", "nonce"],
  "guides/chain-and-validator": ["token-2022"],
  "guides/testing-with-the-mock": ["seed"],
  "guides/any-language": ["python"],
  "guides/glossary": ["glossary", "intent", "effects"],
  grammar: ["command grammar"],
  errors: ["parsing_error", "wallet_not_found", "insufficient_scope"],
  "guides/troubleshooting": [
    "The key store is empty",
    "Pass baseUrl, or set INTENT_TX_BASE_URL",
    "The signer has no publicKey",
  ],
  "api/intent-tx/solana/#signandsend": ["signAndSend"],
  "api/intent-tx/#ratelimiterror": ["RateLimitError"],
  "api/intent-tx/#keyrotator": ["KeyRotator"],
  "api/intent-tx/#clientoptions": ["ClientOptions"],
  "api/intent-tx/redis#redisjournal": ["RedisJournal"],
};

let setup: SiteSetup;
let page: Page;
beforeAll(async () => {
  setup = await SiteSetup.open();
  page = await setup.page("guides/amounts.html");
});
afterAll(() => setup.close());

/** Types a query into the site's search; returns the addresses of the results. */
async function ask(query: string): Promise<string[]> {
  const input = page.locator("#localsearch-input");
  // A box that opens loads the index again, which takes seconds.
  if (!(await input.isVisible())) await page.keyboard.press("/");
  const results = page.locator(".VPLocalSearchBox :is(.result, .no-results)");
  await input.fill("");
  await results.first().waitFor({ state: "detached" });
  await input.fill(query);
  await results.first().waitFor();
  return page.locator(".VPLocalSearchBox a.result").evaluateAll(
    (links, base) =>
      links.map((link) => {
        const { pathname, hash } = link as HTMLAnchorElement;
        return pathname.replace(base, "").replace(/\.html$/, "") + hash;
      }),
    BASE,
  );
}

test("a search finds the right page first", async () => {
  const queries = Object.entries(FIRST).flatMap(([page, of]) => of.map((query) => ({ page, query })));
  expect(queries.length).toBeGreaterThanOrEqual(60);
  const wrong: unknown[] = [];
  for (const { page, query } of queries) {
    const [found = ""] = await ask(query);
    if ((page.includes("#") ? found : found.split("#")[0]) !== page) wrong.push({ query, page, found });
  }
  expect(wrong).toEqual([]);
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
