import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMockServer, type MockServer } from "@intent-tx/mock-server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { control, NOON } from "./lab.js";

// Work gives way after every step, so that requests come in between however fast the machine is.
vi.mock("../../mock-server/src/kernel/breath.js", () => ({
  Breath: class {
    readonly due = true;
    take = () => new Promise<void>((resolve) => setImmediate(resolve));
  },
}));

const MIB = 1 << 20;
let folder = "";
let file = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "intent-tx-compaction-"));
  file = join(folder, "state.jsonl");
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const kept = () => createMockServer({ seed: 1, clock: { now: NOON, mode: "frozen" }, stateFile: file });
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Adds `bytes` to the file that are no longer true at once. */
async function waste(server: MockServer, bytes: number): Promise<void> {
  const { id } = server.faults.add({
    fault: { kind: "status", status: 503, code: "x".repeat(bytes) },
    nth: 1_000_000,
  });
  await turn();
  await turn();
  server.faults.clear(id);
}

/** The server as it is after kill -9: what its file holds now. */
async function killed(server: MockServer): Promise<MockServer> {
  const copy = readFileSync(file);
  await server.close();
  writeFileSync(file, copy);
  return kept();
}

test("what was written during a compaction counts too: the file is written anew again, and nobody writes for it", async () => {
  const server = await kept();
  await waste(server, 9 * MIB);
  // The first compaction is under way; these records go into the new file as well.
  for (let at = 0; at < 4; at++) await waste(server, 3 * MIB);
  await vi.waitFor(() => expect(statSync(file).size).toBeLessThan(MIB));
  const again = await killed(server);
  expect(again.faults.list()).toEqual([]);
  await again.close();
});

test("a session that is opened as the file passes its limit is there after kill -9", async () => {
  const server = await kept();
  const { length } = readFileSync(file);
  // The first record of the session takes the file past 8 MiB.
  await waste(server, 8 * MIB - length - 1_000);
  const size = statSync(file).size;
  expect(size).toBeLessThan(8 * MIB);
  expect(size).toBeGreaterThan(8 * MIB - 2_000);
  const { id } = server.openSession({ name: "at-the-edge" });
  await vi.waitFor(() => expect(statSync(file).size).toBeLessThan(MIB));
  const again = await killed(server);
  const sessions = (await control(again, "GET", "/sessions")).body.data as { id: string }[];
  expect(sessions.map((session) => session.id)).toEqual([id]);
  await again.close();
});

test("a restored world that makes the file too long is followed by a compaction, without another request", async () => {
  const server = await kept();
  const snapshot = await server.snapshot();
  const names = Array.from({ length: 60_000 }, (_, at) => [
    `n${at}.sol`,
    { address: server.wallets.bob.address },
  ]);
  const large = { ...snapshot, state: { ...snapshot.state, names } };
  await server.restore(large as never);
  await server.restore(large as never);
  await control(server, "PUT", "/state", snapshot);
  await vi.waitFor(() => expect(statSync(file).size).toBeLessThan(MIB));
  const again = await killed(server);
  expect((await again.snapshot()).state.names).toEqual([]);
  await again.close();
});
