import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { filesIn, ROOT } from "../../docs/blocks.js";
import { seriousFindings } from "../axe.js";
import { layoutDefects } from "./layout.js";
import { BASE, SiteSetup } from "./setup.js";

let setup: SiteSetup;
beforeAll(async () => {
  setup = await SiteSetup.open();
});
afterAll(() => setup.close());

/** One page of each kind. */
const KINDS = [
  ["landing", "index.html"],
  ["guide", "guides/rate-limits.html"],
  ["operation", "operations/intents-parse.html"],
  ["reference", "api/intent-tx/postgres.html"],
  ["errors", "errors.html"],
  ["playground", "playground.html"],
  ["missing", "no-such-page.html"],
] as const;

/** Blocks of code whose lines do not fit, found in the browser. */
const cutBlocks = () =>
  [...document.querySelectorAll<HTMLElement>('.vp-doc div[class*="language-"] pre')]
    .filter((block) => block.scrollWidth > block.clientWidth && block.clientWidth > 0)
    .map((block) => `cut by ${block.scrollWidth - block.clientWidth} px: ${block.innerText.slice(0, 60)}`);

test("on every page, no text is cut or covered, and no name is broken, at four widths", {
  timeout: 3_600_000,
}, async () => {
  // Without scripts a page is loaded in a fraction of the time, and has the same text.
  const page = await setup.page("index.html", 1440, "light", false);
  const defects: string[] = [];
  const pages = filesIn("site", ".html").map((path) => path.replace(/^site\//, ""));
  for (const path of pages) {
    await page.goto(setup.url(path), { waitUntil: "load" });
    const isReference = path.startsWith("api/");
    // A page of the reference is a table or two, so a phone and a laptop are enough for it.
    for (const width of isReference ? [390, 1280] : [390, 768, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const found = await page.evaluate(layoutDefects);
      if (!isReference && width >= 1280) found.push(...(await page.evaluate(cutBlocks)));
      defects.push(...found.map((defect) => `${path} at ${width}: ${defect}`));
    }
  }
  console.log(`${pages.length} pages`);
  expect(defects).toEqual([]);
  expect(setup.foreign).toEqual([]);
});

test.each(KINDS)("axe finds nothing serious on the %s page, light or dark", async (_, path) => {
  const page = await setup.page(path, 1280);
  expect(await page.locator("main").count()).toBe(1);
  expect(await seriousFindings(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.locator("html.dark").waitFor();
  // The themes differ only in their colours.
  expect(await seriousFindings(page, "color-contrast")).toEqual([]);
});

test.each([
  ["the guide with the most code", "wallets-and-signers", 150_000],
  ["the guide with screenshots, which load lazily,", "studio", 250_000],
])("%s is light at the first visit", async (_, guide, most) => {
  const before = setup.sent;
  await setup.page(`guides/${guide}.html`);
  console.log(`${guide}: ${setup.sent - before} bytes`);
  expect(setup.sent - before).toBeLessThan(most);
});

test("a name in a sample shows its type on hover", async () => {
  const page = await setup.page("guides/getting-started.html");
  const name = page.locator("data-lsp", { hasText: /^createMockServer$/ }).first();
  const type = page.locator(".type-on-hover", { hasText: /Promise<MockServer>\s+[A-Z][^.]+\./ });
  // Moving to the name can scroll the page, which hides the type. Each attempt therefore starts at the corner.
  const shown = async (target: Locator) => {
    await page.mouse.move(0, 0);
    await target.hover();
    return type.isVisible();
  };
  await expect.poll(() => shown(name)).toBe(true);
  await expect.poll(() => shown(page.locator("h1"))).toBe(false);
});

test("the theme follows the system until the user chooses one", async () => {
  const page = await setup.page("guides/amounts.html", 1440, "dark");
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await ground();
  await page.locator(".VPNavBarAppearance .VPSwitchAppearance").click();
  await expect.poll(ground).not.toBe(dark);
  await page.goto(setup.url("errors.html"));
  expect(await ground()).not.toBe(dark);
});

test("a missing page opens the search", async () => {
  const page = await setup.page("no-such-page.html");
  await page.locator("main").getByRole("button", { name: "Search" }).click();
  await page.locator("#localsearch-input").waitFor();
});

test("the landing page shows the studio in the page's theme", async () => {
  const page = await setup.page("index.html", 1280);
  const shown = page.locator(".shown img:visible");
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await expect.poll(() => shown.getAttribute("src")).toMatch(scheme === "dark" ? /say-dark/ : /say\./);
  }
});

test("diagrams follow the theme that the user chooses", async () => {
  const page = await setup.page("guides/the-loop.html", 1440, "dark");
  const fill = () =>
    page
      .locator(".drawing .t")
      .first()
      .evaluate((text) => getComputedStyle(text).fill);
  const dark = await fill();
  await page.locator(".VPNavBarAppearance .VPSwitchAppearance").click();
  await expect.poll(fill).not.toBe(dark);
});

test("the sidebar shows the entry of the open page", async () => {
  const page = await setup.page("api/intent-tx/index.html#walletnotfounderror");
  const entry = page.locator(".VPSidebar .link.is-active, .VPSidebar .is-active > .item > .link").last();
  await expect
    .poll(() => entry.evaluate((link) => link.getBoundingClientRect().bottom <= innerHeight))
    .toBe(true);
});

test("on a phone, the menu lists the pages, and code can be copied", async () => {
  const page = await setup.page("guides/amounts.html", 390);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.locator("#VPSidebarNav").getByRole("link", { name: "Pagination" }).click();
  await page.locator("h1", { hasText: "Pagination" }).waitFor();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.locator('[class*="language-"] button.copy').first().click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(readFileSync(join(ROOT, "docs/guides/pagination.md"), "utf8")).toContain(copied.trim());
});

test("a guide shows its date and an edit link; its head has title and description", async () => {
  const page = await setup.page("guides/rate-limits.html");
  expect(await page.locator(".edit-link-button").getAttribute("href")).toBe(
    "https://github.com/intent-tx/intent-tx/edit/main/docs/guides/rate-limits.md",
  );
  expect(await page.locator(".VPLastUpdated time").count()).toBe(1);
  const text = await page.getByText("This page as Markdown").getAttribute("href");
  expect(readFileSync(join(ROOT, "site", `${text}`.slice(BASE.length)), "utf8")).toContain("# Rate limits");
  expect(await page.locator('meta[property="og:title"]').getAttribute("content")).toContain("Rate limits");
  const card = await page.locator('meta[property="og:image"]').getAttribute("content");
  expect((await page.request.get(setup.url(`${card}`.split(BASE)[1]!))).status()).toBe(200);
  expect(card).toContain("rate-limits");
  expect(readFileSync(join(ROOT, "site/sitemap.xml"), "utf8")).toContain("/guides/rate-limits.html");
});
