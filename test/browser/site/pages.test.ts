import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "../../docs/blocks.js";
import { SiteStage, siteUrl } from "./stage.js";

let stage: SiteStage;
beforeAll(async () => {
  stage = await SiteStage.open();
});
afterAll(() => stage.close());

const allPages = () =>
  readdirSync(join(ROOT, "site"), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".html"));

test.each([1440, 390])("no page scrolls sideways at %i pixels", { timeout: 600_000 }, async (width) => {
  const page = await stage.page("index.html", width);
  const wide: string[] = [];
  for (const path of allPages()) {
    await page.goto(siteUrl(path), { waitUntil: "domcontentloaded" });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (over > 0) wide.push(`${path} is ${over} pixels too wide`);
  }
  expect(wide).toEqual([]);
  expect(stage.foreign).toEqual([]);
});

test("every page of the sidebar leads to the next one and back", async () => {
  const page = await stage.page("index.html");
  const seen = ["What it is"];
  for (;;) {
    const next = page.locator('a[rel="next"]');
    if ((await next.count()) === 0) break;
    await next.click();
    seen.push((await page.locator(".sidebar [aria-current]").textContent()) ?? "");
  }
  const sidebar = JSON.parse(readFileSync(join(ROOT, "docs/sidebar.json"), "utf8")) as { pages: unknown[] }[];
  expect(new Set(seen).size).toBe(sidebar.flatMap(({ pages }) => pages).length);
  await page.locator('a[rel="prev"]').click();
  expect(await page.locator(".sidebar [aria-current]").textContent()).toBe(seen.at(-2));
});

test("light and dark follow the system until the reader chooses", async () => {
  const page = await stage.page("guides/amounts.html", 1440, "dark");
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await ground();
  await page.getByRole("button", { name: "Light or dark" }).click();
  expect(await ground()).not.toBe(dark);
  await page.goto(siteUrl("errors.html"));
  expect(await ground()).not.toBe(dark);
});

test("on a phone the menu opens the pages, and code can be copied", async () => {
  const page = await stage.page("guides/amounts.html", 390);
  expect(await page.locator("#sidebar").isVisible()).toBe(false);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.locator("#sidebar").getByRole("link", { name: "Rate limits" }).click();
  expect(await page.locator("h1").textContent()).toContain("Rate limits");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const first = page.locator("pre").first();
  await first.getByRole("button", { name: "Copy" }).click();
  await first.getByRole("button", { name: "Copied" }).waitFor();
});
