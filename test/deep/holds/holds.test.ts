import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../folder.js";
import { callsOf, worldCallsOf } from "./calls.js";
import { HeldServer, type Hold } from "./held-server.js";
import { writeLargeFile } from "./large-file.js";

/**
 * Bound of the CPU time of a turn of the event loop, as a multiple of a fixed computation of 20 to 50 ms. Most turns
 * take less than one, an account of 10 MiB 12, zstd in WebAssembly 40. The bound is far above them, because processors
 * differ; it finds a call whose time grows with the square of its input.
 */
const MAX_YARDS = 100;
/** Number of measurements of a call without side effects. The minimum counts, since the first call compiles code. */
const ROUNDS = 2;
/** Number of landed transactions; `HOLDS_TX=30000` sets it for a long run. */
const TRANSACTIONS = Number(process.env["HOLDS_TX"] ?? 3_000);

test.skipIf(process.platform !== "linux")(
  "no call blocks the event loop of a server with a large state",
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
    const note = (name: string, seen: readonly Hold[]) => {
      const figures = seen.map(
        ({ longest, yard }) => `${longest.toFixed(0).padStart(6)} /${yard.toFixed(0).padStart(4)}`,
      );
      const line = `${figures.join("")}  ${name}`;
      console.log(line);
      if (Math.min(...seen.map(({ longest, yard }) => longest / yard)) > MAX_YARDS) over.push(line);
    };
    for (const { name, run } of callsOf(server.ready, sample)) {
      const seen: Hold[] = [];
      for (let round = 0; round < (name.includes("×") ? 1 : ROUNDS); round++)
        seen.push((await server.holdDuring(run)).hold);
      note(name, seen);
    }
    for (const { name, run } of worldCallsOf(server.ready)) note(name, [(await server.holdDuring(run)).hold]);
    expect(over).toEqual([]);
  },
  900_000,
);
