import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SiteStage } from "./stage.js";

/** Words that readers search for, and the page that is to be first. */
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
  ["react", "guides/browser"],
  ["install", "index"],
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
  // Who writes a name as the code has it looks for that name.
  ["signAndSend", "api/solana/signAndSend"],
  ["RateLimitError", "api/intent-tx/RateLimitError"],
];

let stage: SiteStage;
let page: Page;
beforeAll(async () => {
  stage = await SiteStage.open();
  page = await stage.page("guides/amounts.html");
});
afterAll(() => stage.close());

async function ask(query: string): Promise<{ readonly url: string; readonly code: boolean }[]> {
  if (!(await page.getByRole("dialog").isVisible())) await page.keyboard.press("/");
  await page.getByRole("searchbox").fill(query);
  await page.locator(`dialog[data-query="${query}"]`).waitFor();
  return page.locator("dialog li a").evaluateAll((links) =>
    links.map((link) => ({
      url: (link as HTMLAnchorElement).href.replace(/^.*\/site\//, "").replace(/\.html(#.*)?$/, ""),
      code: link.querySelector("code") !== null,
    })),
  );
}

test.each(QUESTIONS)("a search for %s finds %s first", async (query, first) => {
  const [found] = await ask(query);
  expect(found?.url).toBe(first);
});

test("guides come before names, and names before what is in them", async () => {
  const found = await ask("rate limit");
  expect(found.findIndex(({ code }) => code)).toBeGreaterThan(2);
  expect(found.slice(found.findIndex(({ code }) => code)).every(({ code }) => code)).toBe(true);
  const names = await page.locator("dialog li code").allTextContents();
  const firstMember = names.findIndex((name) => name.includes("."));
  expect(firstMember).toBeGreaterThan(0);
  expect(names.slice(firstMember).every((name) => name.includes("."))).toBe(true);
});

test("the keyboard chooses and opens what was found", async () => {
  await ask("slippage");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.waitForURL(/priority-fee-and-slippage/);
  expect(await page.locator("h1").textContent()).toContain("slippage");
});

test("a search that finds nothing says so", async () => {
  await ask("zzzzqqq");
  expect(await page.getByText("Nothing is found.").isVisible()).toBe(true);
});
