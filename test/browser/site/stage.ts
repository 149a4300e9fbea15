import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { ROOT } from "../../docs/blocks.js";

/** The built site in a browser, from its files: it needs no server, and asks none. */
export class SiteStage {
  readonly #browser: Browser;
  /** Addresses outside the site that a page asked for. */
  readonly foreign: string[] = [];

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  static async open(): Promise<SiteStage> {
    if (!existsSync(join(ROOT, "site/index.html")))
      throw new Error("There is no site; npm run docs builds it, and so does npm run test:browser.");
    const { CHROMIUM } = process.env;
    const browser = await chromium.launch({ executablePath: CHROMIUM!, args: ["--no-sandbox"] });
    return new SiteStage(browser);
  }

  /** A page of the site, in a window of this width. */
  async page(path: string, width = 1440, colorScheme: "light" | "dark" = "light"): Promise<Page> {
    const context = await this.#browser.newContext({ viewport: { width, height: 900 }, colorScheme });
    const page = await context.newPage();
    page.on("request", (request) => {
      if (!/^(file|data|blob):/.test(request.url())) this.foreign.push(request.url());
    });
    await page.goto(siteUrl(path));
    return page;
  }

  close(): Promise<void> {
    return this.#browser.close();
  }
}

/** Where a page of the site is. */
export const siteUrl = (path: string) => pathToFileURL(join(ROOT, "site", path)).href;
