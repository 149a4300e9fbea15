import { existsSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { serve } from "@hono/node-server";
import { createMockServer, type MockServer } from "@intent-tx/mock-server";
import bs58 from "bs58";
import { Hono } from "hono";
import { chromium } from "playwright-core";
import { build, type Rolldown } from "vite";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
  existsSync,
);
const source = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

let mock: MockServer;
let server: Server;
let tamper = false;
beforeAll(async () => {
  mock = await createMockServer({ seed: 1 });
  await mock.listen({ port: 0 });
  vi.stubEnv("INTENT_TX_API_KEY", mock.keys.pro);
  vi.stubEnv("INTENT_TX_BASE_URL", mock.baseUrl);
  const { app } = await import("../../../examples/browser-signs/server.js");
  const built = (await build({
    root: source("examples/browser-signs"),
    configFile: source("examples/browser-signs/vite.config.ts"),
    logLevel: "silent",
    build: { write: false },
    resolve: {
      alias: [
        { find: /^intent-tx$/, replacement: source("src/index.ts") },
        { find: /^intent-tx\/(react|solana)$/, replacement: source("src/$1/index.ts") },
      ],
    },
  })) as Rolldown.RolldownOutput;
  const files = new Map(
    built.output.map((file) => [
      `/${file.fileName}`,
      file.type === "chunk" ? file.code : String(file.source),
    ]),
  );
  const { address, secretKey } = mock.wallets["alice"]!;
  const wallet = `{ publicKey: ${JSON.stringify(address)}, secretKey: new Uint8Array([${bs58.decode(secretKey)}]) }`;
  const page = files
    .get("/index.html")
    ?.replace("<script", `<script>window.wallet = ${wallet}</script><script`);
  const all = new Hono();
  all.get("/", (c) => c.html(page ?? ""));
  all.get("/assets/*", (c) =>
    c.body(files.get(c.req.path) ?? "", 200, { "content-type": "text/javascript" }),
  );
  // With `tamper`, the backend is compromised: it returns an order for an amount that the command does not state.
  all.use("/orders", async (c, next) => {
    await next();
    if (!tamper) return;
    const order = await c.res.json();
    order.intent.parameters.amount = "1";
    c.res = Response.json(order);
  });
  all.route("/", app);
  server = serve({ fetch: all.fetch, port: 0, hostname: "127.0.0.1" }) as Server;
  if (!server.listening) await new Promise((resolve) => server.once("listening", resolve));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  server.close();
  await mock.close();
});

test.skipIf(!executablePath && !process.env["CI"])(
  "a page in Chromium verifies and signs the transaction that its backend built",
  async () => {
    const browser = await chromium.launch({
      executablePath: executablePath ?? "chromium",
      args: ["--no-sandbox"],
      timeout: 0,
    });
    try {
      const page = await browser.newPage();
      // The test's own timeout ends a wait.
      page.setDefaultTimeout(0);
      const problems: string[] = [];
      const asked: string[] = [];
      page.on("pageerror", (error) => problems.push(error.message));
      page.on("request", (request) => asked.push(request.url() + JSON.stringify(request.headers())));
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      await page.locator("#price", { hasText: "SOL true" }).waitFor();
      await page.locator("button").click();
      await page.locator("#outcome", { hasText: /^signed \d{3,4} bytes$/ }).waitFor();
      tamper = true;
      await page.locator("button").click();
      await page.locator("#outcome", { hasText: /^UnsafeTransactionError: / }).waitFor();
      expect(problems).toEqual([]);
      expect(asked.join()).not.toMatch(/svc_live|authorization/);
    } finally {
      await browser.close();
    }
  },
);
