import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import { open, serve, sharedBrowser, site } from "../studio/setup.js";
import type {} from "./page.js";

const browser = sharedBrowser();
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Serves the page's bundle and Mock Service Worker's own script; returns the origin. */
async function app(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [at("page.ts")],
    bundle: true,
    write: false,
    format: "esm",
    alias: {
      "@intent-tx/mock-server/msw": at("../../../mock-server/dist/testing/msw.js"),
      "intent-tx": at("../../../dist/index.js"),
    },
  });
  const worker = createRequire(import.meta.url).resolve("msw/mockServiceWorker.js");
  return site({
    "/": '<!doctype html><script type="module" src="/page.js"></script>',
    "/page.js": outputFiles[0]!.text,
    "/mockServiceWorker.js": await readFile(worker, "utf8"),
  });
}

test("setupWorker in a browser serves an app's requests from a mock server in another process", async () => {
  const mock = await serve();
  onTestFinished(() => mock.kill());
  const { page } = await open(browser());
  await page.goto(await app());
  await page.waitForFunction(() => "shop" in window);
  const ready = {
    baseUrl: `${mock.origin}/v1`,
    rpc: { live: `${mock.origin}/rpc/live`, test: `${mock.origin}/rpc/test` },
    key: mock.keys["test"]!,
  };
  expect(await page.evaluate((given) => window.shop(given), ready)).toEqual([
    "SOL",
    "1000000000",
    "TokenNotFoundError",
    "ok",
  ]);
});
