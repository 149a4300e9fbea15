import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../folder.js";
import { measure, measuredCli } from "../measured.js";
import { callsOf, worldCallsOf } from "./calls.js";
import { writeLargeFile } from "./large-file.js";

/**
 * How long a call may block other requests, milliseconds of processor time. Most calls take less than 50 ms, and the
 * largest account takes a second. The bound finds calls whose time grows with the square of their input.
 */
const MAX_TURN_MS = 15_000;
/** Number of landed transactions; `HOLDS_TX=30000` sets it for a long run. */
const TRANSACTIONS = Number(process.env["HOLDS_TX"] ?? 3_000);

test("no call blocks the event loop of a server with a large state", async () => {
  const file = join(temporaryFolder(), "state.jsonl");
  const sample = await writeLargeFile(file, {
    intents: 10_000,
    transactions: TRANSACTIONS,
    accounts: 20_000,
    parses: 100_000,
    aBlock: 2_000,
  });
  const flags = ["--ledger-keep", "all", "--limits", "off", "--state", file];
  const running = await measuredCli(["serve", "--json", "--port", "0", ...flags]);
  const ready = await running.ready();
  await measure(running);
  const blocking: string[] = [];
  for (const { name, run } of [...callsOf(ready, sample), ...worldCallsOf(ready)]) {
    await run();
    const { turnMs } = await measure(running);
    if (turnMs > MAX_TURN_MS) blocking.push(`${name}: ${turnMs} ms`);
  }
  expect(blocking).toEqual([]);
});
