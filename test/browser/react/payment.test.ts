import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { serve } from "@hono/node-server";
import { createMockServer, type MockServer } from "@intent-tx/mock-server";
import bs58 from "bs58";
import { build } from "esbuild";
import { Hono } from "hono";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { open, sharedBrowser } from "../studio/setup.js";
import type {} from "./page.js";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const COMMAND = "send 0.5 SOL to bob.sol";
const ORDER = { command: COMMAND, paymentId: "order-1" };

const browser = sharedBrowser();
let mock: MockServer;
let server: Server;
let page: Page;
let sent = 0;
let isCutOff = false;
const problems: string[] = [];
const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** Serves the page, the API with the key that a backend adds, and a node that can be cut off from statuses. */
beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [at("page.tsx")],
    bundle: true,
    write: false,
    format: "esm",
    jsx: "automatic",
    define: { __VERSION__: '"0.0.0"', "process.env.NODE_ENV": '"development"', global: "globalThis" },
    alias: {
      "intent-tx/react": at("../../../src/react/index.ts"),
      "intent-tx/solana": at("../../../src/solana/index.ts"),
      "intent-tx": at("../../../src/index.ts"),
    },
  });
  const app = new Hono();
  app.get("/", (c) => {
    const secretKey = [...bs58.decode(mock.wallets["alice"]!.secretKey)];
    return c.html(
      `<!doctype html><body><script>window.secretKey = ${JSON.stringify(secretKey)}</script><script type="module" src="/page.js"></script>`,
    );
  });
  app.get("/page.js", (c) => c.body(outputFiles[0]!.text, 200, { "content-type": "text/javascript" }));
  const headers = () => ({ "content-type": "application/json", authorization: `Bearer ${mock.keys.pro}` });
  app.post("/api/*", async (c) =>
    mock.fetch(`${mock.baseUrl}${c.req.path.slice(4)}`, {
      method: "POST",
      headers: headers(),
      body: await c.req.text(),
    }),
  );
  app.post("/rpc", async (c) => {
    const body = await c.req.text();
    if (body.includes('"sendTransaction"')) sent++;
    if (isCutOff && /"(getSignatureStatuses|getSignaturesForAddress|getTransaction)"/.test(body))
      return c.text("", 503);
    return mock.fetch(mock.rpc.live, { method: "POST", headers: headers(), body });
  });
  server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }) as Server;
  if (!server.listening) await new Promise((resolve) => server.once("listening", resolve));
});
afterAll(() => void server?.close());

beforeEach(async () => {
  mock = await createMockServer({ seed: 1 });
  [sent, isCutOff] = [0, false];
  problems.length = 0;
  ({ page } = await open(browser()));
  page.on("pageerror", (error) => problems.push(error.message));
});
afterEach(async () => {
  await page.context().close();
  await mock.close();
  expect(problems).toEqual([]);
});

const show = async () => {
  await page.goto(origin());
  await page.waitForFunction(() => window.payment !== undefined);
};
const pay = (order: object = ORDER) =>
  page.evaluate((given) => {
    try {
      window.payment?.pay(given as never);
      return "";
    } catch (error) {
      return String(error);
    }
  }, order);
const approve = () => page.evaluate(() => window.payment?.approve());
const state = (wanted: string) => page.locator("output", { hasText: new RegExp(`^${wanted}$`) }).waitFor();
const seen = () =>
  page.evaluate(() => ({
    asked: window.asked,
    states: window.states,
    error: window.payment?.error?.name,
    paymentId: window.payment?.paymentId,
    spent: window.payment?.receipt?.spent?.map(({ amount }) => String(amount)),
  }));
const stored = () => page.evaluate(() => window.journal.get("order-1"));

test("a payment is approved, signed once, sent and landed, however often its button is clicked", async () => {
  await show();
  expect(await pay()).toBe("");
  await state("approving");
  expect(await page.locator("p").first().textContent()).toBe("500000000");
  expect(await pay()).toBe("");
  expect(await pay({ command: COMMAND, paymentId: "order-2" })).toMatch(
    /Payment order-1 is under way, so payment order-2 was not started/,
  );
  await approve();
  await approve();
  await state("landed");
  expect(await seen()).toMatchObject({ asked: 1, spent: ["500000000"] });
  expect((await seen()).states).toEqual(["idle", "preparing", "approving", "signing", "sending", "landed"]);
  expect(sent).toBe(1);
  // The same order again is the same payment.
  await pay();
  await state("landed");
  expect([(await seen()).asked, sent]).toEqual([1, 1]);
});

test("unmounting rejects a payment that is not approved, and lets a sent one go on", async () => {
  await show();
  const mount = (isShown: boolean) => page.evaluate((value) => window.show(value), isShown);
  await pay();
  await state("approving");
  await mount(false);
  await state("gone");
  await mount(true);
  await state("idle");
  expect([(await seen()).asked, await stored()]).toEqual([0, undefined]);
  isCutOff = true;
  await pay();
  await state("approving");
  await approve();
  await state("sending");
  await mount(false);
  await state("gone");
  isCutOff = false;
  await expect.poll(async () => (await stored())?.outcome).toBe("landed");
  expect([(await seen()).asked, sent]).toEqual([1, 1]);
});

test("after a reload, the payment is followed to its end without being sent again", async () => {
  await show();
  isCutOff = true;
  await pay();
  await state("approving");
  await approve();
  await expect.poll(() => sent).toBeGreaterThan(0);
  await page.reload();
  await state("unknown");
  await expect.poll(async () => (await seen()).error).toBe("TransactionUnconfirmedError");
  sent = 0;
  isCutOff = false;
  await state("landed");
  expect(await seen()).toMatchObject({
    asked: 0,
    paymentId: "order-1",
    spent: ["500000000"],
    error: undefined,
  });
  expect(sent).toBe(0);
});
