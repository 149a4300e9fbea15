import { existsSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { ROOT } from "../../docs/blocks.js";
import { launch, newContext } from "../studio/setup.js";

const SITE = join(ROOT, "site");
/** Base path of the published site. */
export const BASE = "/intent-tx/";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
};

/** The built site in a browser, served compressed, as a static host does. */
export class SiteSetup {
  readonly #browser: Browser;
  readonly #server: Server;
  #context: BrowserContext | undefined;
  /** Requested addresses outside the site. */
  readonly foreign: string[] = [];
  /** Bytes that the server has sent. */
  sent = 0;

  private constructor(browser: Browser) {
    this.#browser = browser;
    this.#server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? "/", "http://site");
      const path = decodeURIComponent(pathname.slice(BASE.length));
      const file = join(SITE, path === "" || path.endsWith("/") ? `${path}index.html` : path);
      const found = pathname.startsWith(BASE) && existsSync(file);
      const body = gzipSync(readFileSync(found ? file : join(SITE, "404.html")));
      this.sent += body.length;
      response.writeHead(found ? 200 : 404, {
        "Content-Type": TYPES[found ? extname(file) : ".html"] ?? "text/plain; charset=utf-8",
        "Content-Encoding": "gzip",
      });
      response.end(body);
    });
  }

  static async open(): Promise<SiteSetup> {
    if (!existsSync(join(SITE, "index.html")))
      throw new Error("The site is not built; run npm run docs or npm run test:browser.");
    const setup = new SiteSetup(await launch());
    await new Promise<void>((resolve) => setup.#server.listen(0, "127.0.0.1", resolve));
    return setup;
  }

  /** The URL of a page of the site. */
  url(path: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${BASE}${path}`;
  }

  /** Opens a page of the site in a window of the given width, after it closed the page before, which may still load. */
  async page(
    path: string,
    width = 1440,
    colorScheme: "light" | "dark" = "light",
    javaScriptEnabled = true,
  ): Promise<Page> {
    const viewport = { width, height: 900 };
    await this.#context?.close();
    this.#context = await newContext(this.#browser, { viewport, colorScheme, javaScriptEnabled });
    const page = await this.#context.newPage();
    const { origin } = new URL(this.url(""));
    page.on("request", (request) => {
      if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== origin)
        this.foreign.push(request.url());
    });
    await page.goto(this.url(path), { waitUntil: "networkidle" });
    // Before Vue has mounted the page, its buttons do nothing.
    if (javaScriptEnabled)
      await page.waitForFunction(() => "__vue_app__" in (document.querySelector("#app") ?? {}));
    return page;
  }

  async close(): Promise<void> {
    await this.#browser.close();
    this.#server.close();
  }
}
