import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createMockServer, type MockServer } from "@intent-tx/mock-server";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { temporaryFolder } from "../../folder.js";
import { clientOf, control, NOON } from "../../server/lab.js";

const file = join(temporaryFolder(afterAll), "state.jsonl");
/** A state file with changes before and after a restore, and with a session. */
let whole = Buffer.alloc(0);
beforeAll(async () => {
  const server = await kept();
  const session = server.openSession();
  const snapshot = await server.snapshot();
  for (let at = 0; at < 6; at++) await putName(server, `n${at}.sol`);
  await control({ ...session, fetch: server.fetch }, "POST", "/names", {
    name: "own.sol",
    address: server.wallets.bob.address,
  });
  await clientOf(server).keys.create({ name: "made", scopes: ["read:prices"] });
  await control(server, "PUT", "/state", snapshot);
  for (let at = 6; at < 12; at++) await putName(server, `n${at}.sol`);
  // The state after kill -9.
  whole = readFileSync(file);
  await server.close();
});

const kept = () => createMockServer({ seed: 1, clock: { now: NOON, mode: "frozen" }, stateFile: file });
const putName = (server: MockServer, name: string) =>
  control(server, "POST", "/names", { name, address: server.wallets.bob.address });
const namesOf = async (server: MockServer) =>
  (await server.snapshot()).state.names?.map(([name]) => name) ?? [];

/** Offsets after the line feed of each line. */
function endsOfLines(): number[] {
  const ends: number[] = [];
  for (let at = whole.indexOf(10); at >= 0; at = whole.indexOf(10, at + 1)) ends.push(at + 1);
  return ends;
}

test("a file truncated anywhere loads up to its last whole record, or is refused", async () => {
  const warned = vi.spyOn(console, "error").mockImplementation(() => {});
  const ends = endsOfLines();
  const before = ["n0.sol", "n1.sol", "n2.sol", "n3.sol", "n4.sol", "n5.sol"];
  const after = ["n6.sol", "n7.sol", "n8.sol", "n9.sol", "n10.sol", "n11.sol"];
  const cuts = ends.flatMap((end, line) => {
    const start = ends[line - 1] ?? 0;
    return [start, start + 1, start + 5, start + 9, Math.floor((start + end) / 2), end - 2, end - 1];
  });
  const seen = new Set<string>();
  for (const cut of [...new Set([...cuts, whole.length])].filter((at) => at >= (ends[1] ?? 0))) {
    writeFileSync(file, whole.subarray(0, cut));
    const torn = !ends.includes(cut);
    warned.mockClear();
    const server = await kept();
    const names = await namesOf(server);
    await server.close();
    // The names are a prefix of those added before the restore, or of those added after the restore.
    const wanted = names[0] === "n6.sol" ? after : before;
    expect(names, `cut at ${cut}`).toEqual(wanted.slice(0, names.length));
    seen.add(names.join());
    if (torn) expect(warned.mock.calls.join()).toMatch(/was cut off by a crash and has been dropped/);
  }
  // All 13 prefixes occurred: none, one to six names before the restore, and one to six after.
  expect(seen.size).toBe(13);
  vi.restoreAllMocks();
});
