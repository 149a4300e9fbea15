import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { callsOf, worldCallsOf } from "./calls.js";
import { HeldServer } from "./held-server.js";
import { writeLargeFile } from "./large-file.js";

/** CPU time that a turn of the event loop may take; twice the rule, since some are measured once, and code is compiled on the way. */
const MOST_MS = 100;
/** The same as a count of times that a megabyte of JSON is read: a machine that is slow at the moment is slow at both. */
const MOST_READS = 12;
/** How many transactions have landed: so many in the gate; `HOLDS_TX=30000` for the long look. */
const TRANSACTIONS = Number(process.env["HOLDS_TX"] ?? 3_000);

const MEGABYTE = JSON.stringify(
  Array.from({ length: 20_000 }, (_, at) => ({ at, name: `row ${at}`, list: [at, at + 1] })),
);

/** CPU time of reading it, as the machine is now, ms. */
function readingTime(): number {
  const times = Array.from({ length: 5 }, () => {
    const began = process.cpuUsage();
    JSON.parse(MEGABYTE);
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1000;
  });
  return times.sort((one, other) => one - other)[2] ?? 0;
}

test.skipIf(process.platform !== "linux")(
  "no call holds the event loop of a server with a large state",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "intent-tx-holds-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, "state.jsonl");
    const sample = await writeLargeFile(file, {
      intents: 10_000,
      transactions: TRANSACTIONS,
      accounts: 20_000,
      parses: 100_000,
      aBlock: 2_000,
    });
    const server = await HeldServer.start(["--ledger-keep", "all", "--limits", "off", "--state", file]);
    onTestFinished(() => server.close());
    const over: string[] = [];
    const note = (name: string, seen: readonly number[]) => {
      const line = `${seen.map((ms) => ms.toFixed(0).padStart(5)).join("")}  ${name}`;
      console.log(line);
      if (Math.min(...seen) > Math.max(MOST_MS, MOST_READS * readingTime())) over.push(line);
    };
    for (const { name, run } of callsOf(server.ready, sample)) {
      const seen: number[] = [];
      for (let round = 0; round < (name.includes("×") ? 1 : 3); round++)
        seen.push((await server.holdDuring(run)).hold.longest);
      note(name, seen);
    }
    for (const { name, run } of worldCallsOf(server.ready))
      note(name, [(await server.holdDuring(run)).hold.longest]);
    expect(over).toEqual([]);
  },
  900_000,
);
