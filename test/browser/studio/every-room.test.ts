import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { seriousFindings } from "../axe.js";
import { placesOf } from "./places.js";
import { askPrice, openStudio, sharedBrowser, sharedServer } from "./setup.js";

const PLACES = 15;
const SCREENSHOTS = "node_modules/.cache/intent-tx/screenshots";
/** Pictures of the studio's guide, which `npm run docs:screenshots` copies to the guide. */
const GUIDE = join(SCREENSHOTS, "guide");
/** The size that the site states for them. */
const WINDOW = { width: 1200, height: 750 };
const PHONE = { width: 390, height: 844 };

const browser = sharedBrowser();
const server = sharedServer();
let places: Awaited<ReturnType<typeof placesOf>> = [];
beforeAll(async () => {
  mkdirSync(GUIDE, { recursive: true });
  for (const token of ["SOL", "USDC", "NOPE"]) await askPrice(server(), token);
  places = await placesOf(server());
  expect(places.length).toBe(PLACES);
});

const picture = (path: string, form: string) =>
  join(SCREENSHOTS, `${path.replace(/\?.*$/, "").replaceAll("/", "-").slice(0, 30)}-${form}.png`);

/** Saves a picture as WebP, which Playwright's own screenshots cannot be. */
async function saveForGuide(page: Page, name: string): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  const { data } = await devTools.send("Page.captureScreenshot", { format: "webp", quality: 80 });
  writeFileSync(join(GUIDE, `${name}.webp`), Buffer.from(data, "base64"));
}

test.each(Array.from({ length: PLACES }, (_, index) => index))(
  "place %i opens by its URL without problems, is accessible in both themes, and fits a phone",
  async (index) => {
    const [path, text, name] = places[index]!;
    const { page, complaints } = await openStudio(browser(), server(), path, {
      colorScheme: "light",
      viewport: WINDOW,
    });
    await page.getByText(text).first().waitFor();
    await page.screenshot({ path: picture(path, "light") });
    if (name !== undefined) await saveForGuide(page, name);
    expect(await seriousFindings(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.locator("[data-theme=dark]").waitFor();
    await page.screenshot({ path: picture(path, "dark") });
    if (name === "say") await saveForGuide(page, "say-dark");
    // The themes differ only in their colours.
    expect(await seriousFindings(page, "color-contrast")).toEqual([]);
    await page.setViewportSize(PHONE);
    await page.screenshot({ path: picture(path, "phone") });
    const over = await page.evaluate(() => {
      const main = document.querySelector("main")!;
      return Math.max(
        document.documentElement.scrollWidth - document.documentElement.clientWidth,
        main.scrollWidth - main.clientWidth,
      );
    });
    expect(over).toBeLessThanOrEqual(0);
    expect(complaints).toEqual([]);
  },
);

test("an unknown URL shows a message and a link back", async () => {
  const { page } = await openStudio(browser(), server(), "nowhere");
  await page.getByText("Page not found.").waitFor();
  await page.getByRole("link", { name: "See the requests" }).click();
  await page.getByText("Requests per second").waitFor();
});

test("rooms and requests can be opened by keyboard only", async () => {
  const { page } = await openStudio(browser(), server(), "live");
  await page.getByRole("link", { name: "/v1/prices/SOL" }).first().focus();
  await page.keyboard.press("Enter");
  await page.getByRole("region", { name: /^Request \d+$/ }).waitFor();
  await page.getByRole("link", { name: "Keys" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("Requests this minute").first().waitFor();
});
