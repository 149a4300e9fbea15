import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createMockServer } from "@intent-tx/mock-server";
import { afterAll, expect, test } from "vitest";
import { temporaryFolder } from "../../folder.js";
import { cli } from "../../server/cli/cli-process.js";
import { control } from "../../server/lab.js";

/** Names that exist from the start. */
const NAMES = 20_000;
const WRITERS = 4;
/** Number of changes that are acknowledged before a compaction is forced. */
const FIRST_ANSWERED = 60;
const SPARE = 4 << 20;
const OWNER = "BPFLoaderUpgradeab1e11111111111111111111111";
const BALLAST = "4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T";

/** Moments of a compaction: calls that it makes, and whether the process ends before, within or after each. */
const MOMENTS = {
  "before the first line": ["write", 1, "before"],
  "within the line of a world": ["write", 2, "within"],
  "after the last line": ["fsync", 1, "before"],
  "before the new file replaces the old one": ["rename", 1, "before"],
  "after the new file has replaced the old one": ["rename", 1, "after"],
} as const;

/** A module that ends the process at a moment of a compaction, as SIGKILL does. `go` makes it count the calls. */
const KILLER = `
const fs = require("node:fs");
const [call, count, side] = JSON.parse(process.env.KILLED);
const { openSync, writeSync, fsyncSync, renameSync } = fs;
let compacts = false;
let calls = 0;
const die = () => process.kill(process.pid, "SIGKILL");
const at = (name, run, within) => {
  const isMoment = compacts && name === call && ++calls === count;
  if (isMoment && side === "before") die();
  if (isMoment && side === "within") { within(); die(); }
  const result = run();
  if (isMoment) die();
  return result;
};
fs.openSync = (path, ...rest) => {
  compacts = String(path).endsWith(".new") && fs.existsSync(process.env.KILLED_AFTER);
  return openSync(path, ...rest);
};
fs.writeSync = (file, bytes, from, length, ...rest) =>
  at(
    "write",
    () => writeSync(file, bytes, from, length, ...rest),
    () => writeSync(file, bytes, from, length >> 1, ...rest),
  );
fs.fsyncSync = (file) => at("fsync", () => fsyncSync(file));
fs.renameSync = (from, to) => at("rename", () => renameSync(from, to));
require("node:module").syncBuiltinESMExports();
`;

const folder = temporaryFolder(afterAll);
const file = join(folder, "state.jsonl");
const killer = join(folder, "killer.cjs");
/** This file exists when the next compaction shall be killed; the first one of a server comes at its start. */
const armed = join(folder, "armed");
writeFileSync(killer, KILLER);

async function serve(env: Record<string, string> = {}) {
  const flags = ["--port", "0", "--seed", "1", "--limits", "off", "--log", "off", "--json", "--state", file];
  const running = await cli(["serve", ...flags], { env });
  const ready = await running.ready();
  return { running, ready, mock: { controlUrl: ready.controlUrl, fetch } };
}

type Server = Awaited<ReturnType<typeof serve>>;

/** Acknowledged names, which must persist. */
const names = new Set<string>();
/** IDs of acknowledged intents, which must persist. */
const intents = new Set<string>();
let written = 0;

/** True if the connection broke, so that the client does not know whether the request took effect. */
function isBroken(error: unknown): boolean {
  return error instanceof TypeError || error instanceof SyntaxError;
}

/** Makes requests until the server is gone. */
async function untilGone(request: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await request();
    } catch (error) {
      if (isBroken(error)) return;
      throw error;
    }
  }
}

async function change({ ready, mock }: Server): Promise<void> {
  const walletAddress = ready.wallets["alice"]?.address;
  const name = `written${written++}.sol`;
  const put = await control(mock, "POST", "/names", { name, address: walletAddress });
  expect(put.status).toBe(201);
  names.add(name);
  const parsed = await fetch(`${ready.baseUrl}/intents`, {
    method: "POST",
    headers: { Authorization: `Bearer ${ready.keys["enterprise"]}`, "Content-Type": "application/json" },
    body: JSON.stringify({ walletAddress, command: `swap 0.0${1 + (written % 9)} SOL for USDC` }),
  });
  expect(parsed.status).toBe(200);
  intents.add(((await parsed.json()) as { intentId: string }).intentId);
}

/** Adds and removes a large account, so that most of the file becomes obsolete, and it is rewritten. */
async function waste({ mock }: Server): Promise<void> {
  const data = Buffer.alloc(SPARE).toString("base64");
  const account = { lamports: 100_000_000_000, owner: OWNER, data: [data, "base64"], executable: false };
  for (const one of [account, null]) {
    const body = { environment: "live", pubkey: BALLAST, account: one };
    const put = await control(mock, "POST", "/chain-accounts", body);
    expect(put.status, JSON.stringify(put.body)).toBe(200);
  }
}

async function expectAll({ mock }: Server): Promise<void> {
  const { state } = (await control(mock, "GET", "/state")).body as {
    state: Record<"names" | "intents" | "expiredIntents", [string, unknown][]>;
  };
  // Expired intents are listed separately.
  const rows = [...state.names, ...state.intents, ...state.expiredIntents];
  const kept = new Set(rows.map(([key]) => key));
  expect([...names, ...intents].filter((key) => !kept.has(key))).toEqual([]);
  expect(state.names.filter(([name]) => name.startsWith("kept")).length).toBe(NAMES);
}

test("no kill during a compaction loses an acknowledged change", async () => {
  const first = await createMockServer({ seed: 1, stateFile: file });
  const snapshot = await first.snapshot();
  const address = first.wallets.bob.address;
  const many = Array.from({ length: NAMES }, (_, at) => [`kept${at}.sol`, { address }]);
  await first.restore({ ...snapshot, state: { ...snapshot.state, names: many } } as never);
  await first.close();
  for (const [moment, killed] of Object.entries(MOMENTS)) {
    const env = { NODE_OPTIONS: `--require ${killer}`, KILLED: JSON.stringify(killed), KILLED_AFTER: armed };
    const server = await serve(env);
    await expectAll(server);
    const enough = names.size + intents.size + FIRST_ANSWERED;
    const writers = Promise.all(Array.from({ length: WRITERS }, () => untilGone(() => change(server))));
    await expect.poll(() => names.size + intents.size).toBeGreaterThanOrEqual(enough);
    writeFileSync(armed, "");
    await untilGone(() => waste(server));
    await writers;
    expect(await server.running.ended).toMatchObject({ signal: "SIGKILL" });
    expect(existsSync(`${file}.new`), moment).toBe(moment !== "after the new file has replaced the old one");
    rmSync(armed);
  }
  await expectAll(await serve());
});
