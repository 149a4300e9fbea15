import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import { open, serve, sharedBrowser } from "../studio/setup.js";
import type {} from "./page.js";

const browser = sharedBrowser();
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Serves the page's bundle and Mock Service Worker's own script; returns the URL. */
async function site(): Promise<string> {
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
  const files: Record<string, [type: string, content: string]> = {
    "/": ["text/html", '<!doctype html><script type="module" src="/page.js"></script>'],
    "/page.js": ["text/javascript", outputFiles[0]!.text],
    "/mockServiceWorker.js": [
      "text/javascript",
      await readFile(createRequire(import.meta.url).resolve("msw/mockServiceWorker.js"), "utf8"),
    ],
  };
  const server = createServer((request, response) => {
    const [type, content] = files[request.url ?? ""] ?? [];
    if (type === undefined) response.writeHead(404).end();
    else response.setHeader("content-type", type).end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test("setupWorker in a browser serves an app's requests from a mock server in another process", async () => {
  const mock = await serve();
  onTestFinished(() => mock.kill());
  const { page } = await open(browser());
  await page.goto(await site());
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
