import { appendFileSync, type ftruncateSync, readFileSync, type rmSync, type writeSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Clock } from "../../../mock-server/src/kernel/clock.js";
import { Journal } from "../../../mock-server/src/state/journal.js";
import type { JournalRecord } from "../../../mock-server/src/state/records.js";
import { State } from "../../../mock-server/src/state/state.js";
import type { StateFile } from "../../../mock-server/src/state/state-file.js";
import { temporaryFolder } from "../../folder.js";
import { clientOf, control, failureOf, lab, NOON } from "../lab.js";

/** A simulated disk: the number of bytes that still fit, and whether it refuses every change. */
const disk = vi.hoisted(() => ({ left: Number.POSITIVE_INFINITY, readOnly: false }));

vi.mock("node:fs", async (original) => {
  const real = await original<{
    writeSync: typeof writeSync;
    ftruncateSync: typeof ftruncateSync;
    rmSync: typeof rmSync;
  }>();
  const refuse = () => {
    if (disk.readOnly) throw Object.assign(new Error("read-only file system"), { code: "EROFS" });
  };
  return {
    ...real,
    ftruncateSync: (file: number, length: number) => {
      refuse();
      real.ftruncateSync(file, length);
    },
    rmSync: (path: string, options: object) => {
      refuse();
      real.rmSync(path, options);
    },
    writeSync: (file: number, bytes: Buffer, offset: number, length: number, position: number) => {
      refuse();
      if (disk.left <= 0) throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
      const taken = Math.min(length, disk.left);
      disk.left -= taken;
      return real.writeSync(file, bytes, offset, taken, position);
    },
  };
});

let file = "";
beforeEach(() => {
  file = join(temporaryFolder(), "state.jsonl");
});
afterEach(() => {
  Object.assign(disk, { left: Number.POSITIVE_INFINITY, readOnly: false });
  vi.restoreAllMocks();
});

const kept = () => lab({ stateFile: file });
const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

test("on a full disk no unsaved change is acknowledged, and all changes are saved once there is room", async () => {
  const warned = vi.spyOn(console, "error").mockImplementation(() => {});
  const server = await kept();
  const create = (name: string) => clientOf(server).keys.create({ name, scopes: ["read:prices"] });
  await create("before");
  const whole = readFileSync(file, "utf8");
  disk.left = 100;
  expect(await failureOf(create("unanswered"))).toMatchObject({ name: "ConnectionError" });
  expect(await failureOf(create("another"))).toMatchObject({ name: "ConnectionError" });
  // A write without a request fails at the end of its turn, and must not crash the process.
  await server.clock.advance("1m");
  await turn();
  expect(readFileSync(file, "utf8")).toBe(whole);
  expect(warned.mock.calls).toEqual([
    [
      expect.stringMatching(
        /^Warning: .*state\.jsonl cannot be written \(ENOSPC\); requests .* until it is writable/,
      ),
    ],
  ]);

  disk.left = Number.POSITIVE_INFINITY;
  await create("after");
  await server.close();
  const again = await kept();
  const { keys = [] } = (await again.snapshot()).state;
  const named = keys.map(([, { name }]) => name);
  expect(named).toEqual(expect.arrayContaining(["before", "unanswered", "another", "after"]));
  expect(again.clock.now()).toBe(Date.parse(NOON) + 60_000);
});

test("on a full disk reads are answered, and health is degraded until there is room", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const server = await kept();
  const client = clientOf(server);
  const health = async () => (await control(server, "GET", "/health")).body;
  expect(await health()).toMatchObject({ status: "ok", stateFile: { writable: true } });
  disk.left = 0;
  expect((await client.prices.retrieve("SOL")).symbol).toBe("SOL");
  expect(await failureOf(client.keys.create({ name: "x", scopes: ["read:prices"] }))).toMatchObject({
    name: "ConnectionError",
  });
  // While records wait to be written, reads are answered.
  expect((await client.portfolio.retrieve(server.wallets.alice.address)).solBalance).toBe(100_000_000_000n);
  const { body } = await control(server, "POST", "/explain", { command: "swap 1 SOL for USDC" });
  expect(body).toHaveProperty("command");
  expect(await health()).toMatchObject({
    status: "degraded",
    stateFile: { writable: false, reason: "ENOSPC" },
  });
  disk.left = Number.POSITIVE_INFINITY;
  await client.prices.retrieve("SOL");
  expect(await health()).toMatchObject({ status: "ok", stateFile: { writable: true } });
});

test("a restore that did not fit is written in full later", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const server = await kept();
  const start = await server.snapshot();
  await clientOf(server).keys.create({ name: "gone", scopes: ["read:prices"] });
  disk.left = 0;
  await server.restore(start);
  await turn();
  disk.left = Number.POSITIVE_INFINITY;
  await clientOf(server).prices.retrieve("SOL");
  await server.close();
  const again = await kept();
  expect((await again.snapshot()).state.keys?.some(([, { name }]) => name === "gone")).toBe(false);
});

test("a server on a full disk closes and releases its file", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const server = await kept();
  server.openSession();
  disk.left = 0;
  await server.clock.advance("1m");
  await server.close();
  disk.left = Number.POSITIVE_INFINITY;
  await (await kept()).close();
});

test.each(["stateFile", "stateDir"])(
  "on a disk that became read-only, health is degraded, and closing names what stays: %s",
  async (option) => {
    const warned = vi.spyOn(console, "error").mockImplementation(() => {});
    const server = await lab({ [option]: option === "stateFile" ? file : temporaryFolder() });
    server.openSession({ name: "one" });
    disk.readOnly = true;
    expect(await failureOf(control(server, "POST", "/clock/advance", { by: "1m" }))).toBeDefined();
    expect((await control(server, "GET", "/health")).body).toMatchObject({
      status: "degraded",
      stateFile: { writable: false, reason: "EROFS" },
    });
    expect(warned).toHaveBeenCalledWith(expect.stringContaining("cannot be written (EROFS)"));
    const { status, text } = await control(server, "DELETE", "/sessions/one");
    expect([status, text]).toEqual([503, expect.stringContaining("(EROFS): the next start opens it again")]);
    await server.close();
  },
);

test("on a full disk a start cuts the torn record of a crash before it appends", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const first = await kept();
  await clientOf(first).keys.create({ name: "before", scopes: ["read:prices"] });
  await first.close();
  appendFileSync(file, '{"torn":');
  disk.left = 0;
  const server = await kept();
  disk.left = Number.POSITIVE_INFINITY;
  await clientOf(server).keys.create({ name: "after", scopes: ["read:prices"] });
  await server.close();
  const { keys = [] } = (await (await kept()).snapshot()).state;
  expect(keys.map(([, { name }]) => name)).toEqual(expect.arrayContaining(["before", "after"]));
});

test("a row that is set, deleted and set again before it is written is kept", () => {
  const state = new State();
  const table = state.open("names");
  const records: JournalRecord[] = [];
  const file = { write: (record: JournalRecord) => void records.push(record) } as unknown as StateFile;
  const clock = new Clock({ now: 0, running: false });
  const journal = new Journal({ file, state, clock, session: undefined });
  const row = (address: string) => ({ address, at: 0 }) as never;
  table.put("a.sol", row("one"));
  table.delete("a.sol");
  table.put("a.sol", row("two"));
  journal.flush();
  const [{ writes = [] } = {}] = records as { writes?: { key: string; row?: unknown }[] }[];
  expect(writes.filter(({ key }) => key === "a.sol").at(-1)?.row).toEqual(row("two"));
});
