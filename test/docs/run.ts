import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { format } from "node:util";
import { createMockServer, type MockServer } from "@intent-tx/mock-server";
import { vi } from "vitest";
import { type Block, ROOT } from "./blocks.js";

/** The wallet named on the pages. `serve` funds it with SOL and USDC. */
export const PAGE_WALLET = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";

/** One folder per process, so that concurrent runs do not collide. */
const FOLDER = join(ROOT, `.cache/docs-snippets-${process.pid}`);

export function clearSnippets(): void {
  rmSync(FOLDER, { recursive: true, force: true });
}

/** Writes a snippet as a module, exactly as printed, and returns its URL. */
export function moduleOf(block: Block): string {
  const path = join(FOLDER, `${block.at.replaceAll(/[^A-Za-z0-9]+/g, "-")}.ts`);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(path, block.code);
  return pathToFileURL(path).href;
}

/** Starts a server for snippets. */
export async function serve(): Promise<MockServer> {
  const server = await createMockServer({
    seed: 1,
    clock: { now: "2026-01-01T00:00:00Z", mode: "frozen" },
    // An app's client accepts http for loopback only.
    publicUrl: "http://127.0.0.1:4010",
  });
  await server.fund(PAGE_WALLET, { SOL: "10", USDC: "500" });
  return server;
}

/** Makes a server available to an app, through the environment variables and the global `fetch`. */
export function reach(server: MockServer): void {
  vi.stubEnv("INTENT_TX_BASE_URL", server.baseUrl);
  vi.stubEnv("INTENT_TX_API_KEY", server.keys.enterprise);
  vi.stubEnv("INTENT_TX_RPC_URL", server.rpc.live);
  vi.stubGlobal("fetch", server.fetch);
}

/** Runs an example of the API reference in a folder with a `key.json` that contains a new key with all scopes. */
export async function runExample(block: Block, server: MockServer): Promise<void> {
  const folder = join(FOLDER, "here");
  mkdirSync(folder, { recursive: true });
  const createdAt = new Date(server.clock.now()).toISOString();
  const { key, keyId } = await server.issueKey({ tier: "enterprise" });
  writeFileSync(join(folder, "key.json"), JSON.stringify({ keyId, key, createdAt }));
  const here = process.cwd();
  const print = vi.spyOn(console, "log").mockImplementation(() => {});
  process.chdir(folder);
  try {
    await import(moduleOf(block));
  } finally {
    process.chdir(here);
    print.mockRestore();
  }
}

/** Runs a snippet and returns its output. */
export async function run(block: Block): Promise<string> {
  const lines: string[] = [];
  const print = vi.spyOn(console, "log").mockImplementation((...values: unknown[]) => {
    lines.push(format(...values));
  });
  const server = await serve();
  reach(server);
  try {
    await import(moduleOf(block));
    return lines.map((line) => `${line}\n`).join("");
  } finally {
    print.mockRestore();
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
    await server.close();
  }
}
