import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../folder.js";
import { cli } from "../../server/cli/cli-process.js";
import { callsOf, drain, worldCallsOf } from "./calls.js";
import { writeLargeFile } from "./large-file.js";

/**
 * How long a call may block other requests. Most calls take less than 50 ms, and the largest account takes a second. The
 * bound finds calls whose time grows with the square of their input.
 */
const MAX_BLOCKED_MS = 15_000;
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
  const ready = await (await cli(["serve", "--json", "--port", "0", ...flags])).ready();
  const blocking: string[] = [];
  for (const { name, run } of [...callsOf(ready, sample), ...worldCallsOf(ready)]) {
    let isPending = true;
    const call = run().finally(() => {
      isPending = false;
    });
    while (isPending) {
      const health = fetch(`${ready.controlUrl}/health`, { signal: AbortSignal.timeout(MAX_BLOCKED_MS) });
      await health.then(drain).catch(() => blocking.push(name));
    }
    await call;
  }
  expect(blocking).toEqual([]);
}, 900_000);
