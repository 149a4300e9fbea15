import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { callsOf, worldCallsOf } from "./calls.js";
import { HeldServer } from "./held-server.js";
import { writeLargeFile } from "./large-file.js";

test("no call holds the event loop of a server with a large state", async () => {
  const folder = mkdtempSync(join(tmpdir(), "intent-tx-holds-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "state.jsonl");
  const sample = await writeLargeFile(file, {
    intents: 10_000,
    transactions: Number(process.env["HOLDS_TX"] ?? 30_000),
    accounts: 20_000,
    parses: 100_000,
    aBlock: 2_000,
  });
  const server = await HeldServer.start(["--ledger-keep", "all", "--limits", "off", "--state", file]);
  onTestFinished(() => server.close());
  const lines: string[] = [];
  const note = (name: string, seen: readonly number[]) => {
    lines.push(`${seen.map((ms) => ms.toFixed(0).padStart(5)).join("")}  ${name}`);
    console.log(lines.at(-1));
  };
  const only = process.env["HOLDS_ONLY"];
  for (const { name, run } of only === "world" ? [] : callsOf(server.ready, sample)) {
    const seen: number[] = [];
    for (let round = 0; round < (name.includes("×") ? 1 : 3); round++)
      seen.push((await server.holdDuring(run)).hold.longest);
    note(name, seen);
  }
  for (const { name, run } of worldCallsOf(server.ready))
    note(name, [(await server.holdDuring(run)).hold.longest]);
  expect(lines.length).toBeGreaterThan(0);
}, 900_000);
