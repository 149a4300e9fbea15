import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../folder.js";
import { callsOf, worldCallsOf } from "./calls.js";
import { HeldServer, type Hold } from "./held-server.js";
import { writeLargeFile } from "./large-file.js";

/**
 * CPU time that a turn of the event loop may take, as a multiple of a fixed computation measured next to it: 40 to 50
 * ms on an idle machine; a busy machine makes both slower. The rule is 50 ms, and the printed figures show how close
 * each call comes; the bound leaves room for reading 20,000 accounts, and for an account of 10 MiB.
 */
const MOST_YARDS = 12;
/** How often a call without side effects is measured. The minimum counts, since code is compiled on the way. */
const ROUNDS = 2;
/** Number of landed transactions in the gate; `HOLDS_TX=30000` for a long run. */
const TRANSACTIONS = Number(process.env["HOLDS_TX"] ?? 3_000);

test.skipIf(process.platform !== "linux")(
  "no call holds the event loop of a server with a large state",
  async () => {
    const file = join(temporaryFolder(), "state.jsonl");
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
    const note = (name: string, seen: readonly Hold[], most = MOST_YARDS) => {
      const figures = seen.map(
        ({ longest, yard }) => `${longest.toFixed(0).padStart(6)} /${yard.toFixed(0).padStart(4)}`,
      );
      const line = `${figures.join("")}  ${name}`;
      console.log(line);
      if (Math.min(...seen.map(({ longest, yard }) => longest / yard)) > most) over.push(line);
    };
    for (const { name, run, most } of callsOf(server.ready, sample)) {
      const seen: Hold[] = [];
      for (let round = 0; round < (name.includes("×") ? 1 : ROUNDS); round++)
        seen.push((await server.holdDuring(run)).hold);
      note(name, seen, most);
    }
    for (const { name, run, refused } of worldCallsOf(server.ready)) {
      const seen: Hold[] = [];
      for (let round = 0; round < (refused ? ROUNDS : 1); round++)
        seen.push((await server.holdDuring(run)).hold);
      note(name, seen);
    }
    expect(over).toEqual([]);
  },
  900_000,
);
