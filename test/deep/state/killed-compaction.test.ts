import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { createMockServer } from "@intent-tx/mock-server";
import { afterAll, expect, test } from "vitest";
import { temporaryFolder } from "../../folder.js";
import { cli } from "../../server/cli/cli-process.js";
import { control } from "../../server/lab.js";
import { SCALE } from "../scale.js";

/** Number of kills, each taking about 15 s. */
const KILLS = 4 * SCALE;
/** Names that exist from the start, so that a compaction takes some tenths of a second to copy them. */
const NAMES = 120_000;
/** The limit of live and of expired intents. Beyond it, the oldest are dropped and would look lost. */
const KEPT_INTENTS = 100_000;
const WRITERS = 4;
/**
 * Number of requests completed before every second compaction is forced. By then, a compaction that the first record
 * started is over.
 */
const FIRST_ANSWERED = 60;
/**
 * The kill comes at a random moment within this many milliseconds after a new file appears. One kill in four comes at
 * once and one soon, while the file is still being written. Many other kills come after the new file has replaced the
 * old one.
 */
const [SOON_MS, WITHIN_MS] = [60, 600];
const SPARE = 4 << 20;
const OWNER = "BPFLoaderUpgradeab1e11111111111111111111111";
const BALLAST = "4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T";

const file = join(temporaryFolder(afterAll), "state.jsonl");

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Pseudo-random numbers, the same in each run. */
let drawn = 4711;
const below = (most: number) => {
  drawn = (Math.imul(drawn, 1_103_515_245) + 12_345) & 0x7fffffff;
  return (drawn >>> 8) % most;
};

async function serve() {
  const flags = ["--port", "0", "--seed", "1", "--limits", "off", "--log", "off", "--json", "--state", file];
  const running = await cli(["serve", ...flags]);
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

/** Writes sequentially until the server is gone. */
async function write({ ready, mock }: Server): Promise<void> {
  const walletAddress = ready.wallets["alice"]?.address;
  for (;;) {
    const name = `written${written++}.sol`;
    try {
      const put = await control(mock, "POST", "/names", { name, address: walletAddress });
      expect(put.status).toBe(201);
      names.add(name);
      const parsed = await fetch(`${ready.baseUrl}/intents`, {
        method: "POST",
        headers: {
          Authorization: `Bearer ${ready.keys["enterprise"]}`,
          "Content-Type": "application/json",
        },
        body: JSON.stringify({ walletAddress, command: `swap 0.0${1 + below(9)} SOL for USDC` }),
      });
      expect(parsed.status).toBe(200);
      intents.add(((await parsed.json()) as { intentId: string }).intentId);
    } catch (error) {
      if (isBroken(error)) return;
      throw error;
    }
  }
}

/** Adds and removes large accounts until most of the file is obsolete, so that it is rewritten. */
async function waste({ mock }: Server, isWrittenAnew: () => boolean): Promise<void> {
  const data = Buffer.alloc(SPARE).toString("base64");
  const account = { lamports: 100_000_000_000, owner: OWNER, data: [data, "base64"], executable: false };
  while (!isWrittenAnew()) {
    for (const one of [account, null]) {
      const body = { environment: "live", pubkey: BALLAST, account: one };
      try {
        const put = await control(mock, "POST", "/chain-accounts", body);
        expect(put.status, JSON.stringify(put.body)).toBe(200);
      } catch (error) {
        if (isBroken(error)) return;
        throw error;
      }
    }
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

test(`of ${KILLS} kills during a compaction, none loses an acknowledged change`, {
  timeout: 60_000 + KILLS * 20_000,
}, async () => {
  const first = await createMockServer({ seed: 1, stateFile: file });
  const snapshot = await first.snapshot();
  const address = first.wallets.bob.address;
  const many = Array.from({ length: NAMES }, (_, at) => [`kept${at}.sol`, { address }]);
  await first.restore({ ...snapshot, state: { ...snapshot.state, names: many } } as never);
  await first.close();
  let [midway, replaced] = [0, 0];
  for (let kill = 0; kill < KILLS; kill++) {
    const server = await serve();
    await expectAll(server);
    let failure: unknown;
    const failed = (error: unknown) => {
      failure = error;
    };
    const answered = names.size + intents.size + (kill % 2) * FIRST_ANSWERED;
    const writers = Promise.all(Array.from({ length: WRITERS }, () => write(server))).catch(failed);
    while (names.size + intents.size < answered && !failure) await pause(1);
    const before = statSync(file).ino;
    const isWrittenAnew = () => existsSync(`${file}.new`) || statSync(file).ino !== before;
    const wasted = waste(server, isWrittenAnew).catch(failed);
    while (!isWrittenAnew() && !failure) await pause(1);
    if (kill % 4 > 0) await pause(below(kill % 4 === 1 ? SOON_MS : WITHIN_MS));
    await server.running.kill("SIGKILL");
    if (existsSync(`${file}.new`)) midway++;
    else replaced++;
    await Promise.all([writers, wasted]);
    if (failure) throw failure;
  }
  await expectAll(await serve());
  console.log(
    `${midway} kills in the middle, ${replaced} after the new file took its place; ${names.size} names, ${intents.size} intents`,
  );
  expect(intents.size).toBeLessThan(KEPT_INTENTS);
  expect(midway).toBeGreaterThan(KILLS / 8);
  expect(Math.min(names.size, intents.size)).toBeGreaterThan((KILLS * FIRST_ANSWERED) / 8);
});
