import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { seriousFindings } from "../axe.js";
import { placesOf } from "./places.js";
import { askPrice, openStudio, sharedBrowser, sharedServer } from "./setup.js";

const PLACES = 14;
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

describe.each(["light", "dark"] as const)("in %s", (colorScheme) => {
  test.each(Array.from({ length: PLACES }, (_, index) => index))(
    "place %i opens by its URL, reports no problems, and is accessible",
    async (index) => {
      const [path, text, name] = places[index]!;
      const window = { colorScheme, viewport: WINDOW };
      const { page, complaints } = await openStudio(browser(), server(), path, window);
      await page.getByText(text).first().waitFor();
      await page.screenshot({ path: picture(path, colorScheme) });
      if (colorScheme === "light" && name !== undefined) await saveForGuide(page, name);
      expect(await seriousFindings(page)).toEqual([]);
      expect(complaints).toEqual([]);
    },
  );
});

test("no room scrolls sideways on a phone", async () => {
  const wide: string[] = [];
  for (const [path, text] of places) {
    const { page } = await openStudio(browser(), server(), path, { viewport: PHONE });
    await page.getByText(text).first().waitFor();
    await page.screenshot({ path: picture(path, "phone") });
    const over = await page.evaluate(() => {
      const main = document.querySelector("main")!;
      return Math.max(
        document.documentElement.scrollWidth - document.documentElement.clientWidth,
        main.scrollWidth - main.clientWidth,
      );
    });
    if (over > 0) wide.push(`${path}: ${over} px`);
    await page.close();
  }
  expect(wide).toEqual([]);
});

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
