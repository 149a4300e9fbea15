import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { chromium } from "playwright-core";
import { chromiumPath, LIMIT_MS } from "../gate/programs.mjs";

const MARK = readFileSync(new URL("../../docs/public/mark.svg", import.meta.url), "utf8");
const FRAME = `<style>
  body { box-sizing: border-box; height: 630px; margin: 0; padding: 80px 100px; background: #1e1b4b; color: #fff }
  body { font: 34px/1.45 system-ui, sans-serif }
  header { display: flex; gap: 20px; align-items: center; font-size: 38px; font-weight: 600 }
  svg { width: 64px }
  h1 { margin: 70px 0 24px; font-size: 72px; line-height: 1.15 }
  p { margin: 0; color: #c7d2fe }
</style><header>${MARK}intent-tx</header><h1></h1><p></p>`;

/** The card of pages without a card of their own. */
const SHARED = "card.png";

/** Path of a page's card on the site. Without Chromium, which draws the cards, all pages share one. */
export const cardOf = (source) =>
  source === "index.md" || source === "404.md" || chromiumPath() === undefined
    ? SHARED
    : `cards/${source.replace(/md$/, "png")}`;

/** Draws the pictures of shared links into the site, each with its page's title and description. */
export async function drawCards(pages, site) {
  const own = pages.filter(({ source }) => cardOf(source) !== SHARED);
  if (own.length === 0) return;
  // In containers, Chromium runs as root, and its sandbox does not start.
  const options = { executablePath: chromiumPath(), args: ["--no-sandbox"], timeout: LIMIT_MS };
  const browser = await chromium.launch(options);
  const card = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  card.setDefaultTimeout(LIMIT_MS);
  await card.setContent(FRAME);
  for (const { source, ...texts } of own) {
    await card.evaluate(({ title, description }) => {
      document.querySelector("h1").textContent = title;
      document.querySelector("p").textContent = description;
    }, texts);
    const file = join(site, cardOf(source));
    mkdirSync(dirname(file), { recursive: true });
    await card.screenshot({ path: file });
  }
  await browser.close();
}
