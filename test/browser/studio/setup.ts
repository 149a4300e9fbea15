import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import type { WorldView } from "../../../mock-server/src/control/commands/world.js";

const MAIN = fileURLToPath(new URL("../../../mock-server/dist/cli/main.js", import.meta.url));

/** A server started by the built package's `serve` command. */
export interface Served {
  readonly origin: string;
  readonly port: number;
  readonly keys: Readonly<Record<string, string | undefined>>;
  readonly wallets: WorldView["wallets"];
  readonly kill: () => Promise<void>;
}

async function readyLine(child: ChildProcess): Promise<string> {
  let out = "";
  let err = "";
  child.stderr?.on("data", (chunk) => {
    err += chunk;
  });
  return new Promise((resolve, reject) => {
    child.stdout?.on("data", (chunk) => {
      out += chunk;
      const end = out.indexOf("\n");
      if (end >= 0) resolve(out.slice(0, end));
    });
    child.once("close", (code) => reject(new Error(`serve ended with ${code}: ${err}`)));
  });
}

/** Starts `serve` on a free port, or on the given one. */
export async function serve(...flags: string[]): Promise<Served> {
  const args = flags.includes("--port") ? flags : ["--port", "0", ...flags];
  const child = spawn(process.execPath, [MAIN, "serve", "--json", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const { baseUrl, keys, wallets } = JSON.parse(await readyLine(child));
  const { port } = new URL(baseUrl);
  return {
    origin: `http://127.0.0.1:${port}`,
    port: Number(port),
    keys,
    wallets,
    kill: () => {
      child.kill("SIGKILL");
      return ended;
    },
  };
}

/** A server shared by the tests of a file. */
export function sharedServer(...flags: string[]): () => Served {
  let served: Served | undefined;
  beforeAll(async () => {
    served = await serve(...flags);
  });
  afterAll(() => served?.kill());
  return () => served!;
}

/** Milliseconds after which a step in the browser fails, also on a busy machine. */
const STEP_MS = 120_000;

/** Starts Chromium. */
export function launch(): Promise<Browser> {
  const executablePath = process.env["CHROMIUM"];
  if (!executablePath) throw new Error("CHROMIUM is not set; run these tests with npm run test:browser");
  // In containers, Chromium runs as root, and its sandbox does not start.
  return chromium.launch({ executablePath, args: ["--no-sandbox"], timeout: STEP_MS });
}

/** A browser shared by the tests of a file. */
export function sharedBrowser(): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());
  return () => browser!;
}

/** Serves a site of these pages and scripts until the test ends; returns its origin. */
export async function site(files: Readonly<Record<string, string>>): Promise<string> {
  const server = createServer((request, response) => {
    const file = files[request.url ?? ""];
    const type = request.url?.endsWith(".js") ? "text/javascript" : "text/html";
    response.writeHead(file === undefined ? 404 : 200, { "content-type": type }).end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A fresh page, with the errors from its console. */
export interface Opened {
  readonly page: Page;
  readonly complaints: string[];
}

/** A new context, whose steps may take as long as a busy machine needs. */
export async function newContext(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  context.setDefaultTimeout(STEP_MS);
  return context;
}

/** Opens a page in a new context, which is closed when the test ends. */
export async function open(browser: Browser, options: BrowserContextOptions = {}): Promise<Opened> {
  const context = await newContext(browser, options);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  return { page, complaints };
}

/** Opens a place of the studio and waits until it is connected to the server. */
export async function openStudio(
  browser: Browser,
  { origin }: Served,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Opened> {
  const opened = await open(browser, options);
  await opened.page.goto(`${origin}/studio/${path}`);
  await opened.page.getByRole("status").getByText("Connected").waitFor();
  return opened;
}

/** Clicks a button, and waits for its message: it is visible for seconds only, so the wait starts before the click. */
export async function announced(button: Locator, text: string | RegExp): Promise<void> {
  await Promise.all([button.page().getByText(text).waitFor(), button.click()]);
}

/** Calls the control plane from outside the browser. */
export async function control<T>(served: Served, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${served.origin}/_mock${path}`, {
    ...(body !== undefined && {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    }),
  });
  expect(answer.ok, `${path} answered ${answer.status}`).toBe(true);
  return (await answer.json()) as T;
}

/** Calls a JSON-RPC method of the live network from outside the browser. */
export async function rpc<T>({ origin }: Served, method: string, params: readonly unknown[]): Promise<T> {
  const answer = await fetch(`${origin}/rpc/live`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  return ((await answer.json()) as { result: T }).result;
}

/** Adds funds to a wallet; returns the signature of the transaction. */
export async function fund(served: Served, address: string, tokens: Readonly<Record<string, string>>) {
  await control(served, "/fund", { environment: "live", walletAddress: address, tokens });
  const [newest] = await rpc<{ signature: string }[]>(served, "getSignaturesForAddress", [
    address,
    { limit: 1, commitment: "confirmed" },
  ]);
  return newest!.signature;
}

/** Requests a price from the API with one of the world's keys. */
export const askPrice = ({ origin, keys }: Served, token: string, key = "pro") =>
  fetch(`${origin}/v1/prices/${token}`, { headers: { Authorization: `Bearer ${keys[key]}` } });
