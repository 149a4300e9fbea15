import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT, sidebarPaths } from "../../docs/blocks.js";
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
  ["reference", "api/intent-tx/solana/functions/signAndSend.html"],
  ["errors", "errors.html"],
  ["missing", "no-such-page.html"],
] as const;

const htmlOf = (path: string) => path.replace(/^docs\//, "").replace(/\.md$/, ".html");
const PAGES = [
  "index.html",
  ...sidebarPaths().map(htmlOf),
  "operations/intents-parse.html",
  "operations/transactions-list.html",
  "api/index.html",
  "api/intent-tx/index.html",
  "api/intent-tx/interfaces/ClientOptions.html",
  "api/intent-tx/solana/functions/signAndSend.html",
];

/** Describes parts that need sideways scrolling: of the page, and on a desktop also of tables. */
const cutOff = (desktop: boolean) => {
  const over = document.documentElement.scrollWidth - innerWidth;
  const tables = [...document.querySelectorAll(".vp-doc table")].filter(
    (table) => table.scrollWidth > table.clientWidth + 1,
  );
  return [
    ...(over > 0 ? [`the page is ${over} pixels too wide`] : []),
    ...(desktop ? tables.map((table) => `a table is cut: ${table.textContent?.slice(0, 40)}`) : []),
  ];
};

test.each([390, 768, 1280, 1440])("no text is cut at %i pixels", { timeout: 600_000 }, async (width) => {
  const page = await setup.page("index.html", width);
  const cut: string[] = [];
  for (const path of PAGES) {
    await page.goto(setup.url(path), { waitUntil: "domcontentloaded" });
    cut.push(...(await page.evaluate(cutOff, width >= 1280)).map((found) => `${path}: ${found}`));
  }
  expect(cut).toEqual([]);
  expect(setup.foreign).toEqual([]);
});

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

test.each(KINDS.flatMap(([kind, path]) => [[kind, "light", path] as const, [kind, "dark", path] as const]))(
  "axe finds nothing serious on the %s page, %s",
  async (_, scheme, path) => {
    const page = await setup.page(path, 1280, scheme);
    await page.evaluate(AXE);
    const found = await page.evaluate(async () => {
      const { axe } = globalThis as unknown as {
        axe: {
          run(): Promise<{
            violations: {
              id: string;
              impact: string;
              nodes: { html: string; failureSummary: string }[];
            }[];
          }>;
        };
      };
      const { violations } = await axe.run();
      return violations
        .filter(({ impact }) => impact === "serious" || impact === "critical")
        .flatMap(({ id, nodes }) =>
          nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
        );
    });
    expect(found).toEqual([]);
  },
);

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
  const type = page.locator(".type-on-hover", { hasText: "Promise<MockServer>" });
  // Moving to the name can scroll the page, which hides the type. Each attempt therefore starts at the corner.
  const shown = async (target: Locator) => {
    await page.mouse.move(0, 0);
    await target.hover();
    return type.isVisible();
  };
  const timeout = 20_000;
  await expect.poll(() => shown(name), { timeout }).toBe(true);
  await expect.poll(() => shown(page.locator("h1")), { timeout }).toBe(false);
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

test("on a phone, the menu lists the pages, and code can be copied", async () => {
  const page = await setup.page("guides/amounts.html", 390);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.locator("#VPSidebarNav").getByRole("link", { name: "Rate limits" }).click();
  await page.locator("h1", { hasText: "Rate limits" }).waitFor();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.locator('[class*="language-"] button.copy').first().click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(readFileSync(join(ROOT, "docs/guides/rate-limits.md"), "utf8")).toContain(copied.trim());
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
  expect(readFileSync(join(ROOT, "site/sitemap.xml"), "utf8")).toContain("/guides/rate-limits.html");
});
