import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  copyFileSync,
  linkSync,
  lstatSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { MockServer, MockServerOptions } from "@intent-tx/mock-server";
import { IntentTx } from "intent-tx";
import { afterEach, test as base, beforeEach, expect, vi } from "vitest";
import { temporaryFolder } from "../../folder.js";
import { clientOf, control, failureOf, lab, NOON, rpc, send, signedOf } from "../lab.js";
import { linesOf, recordsOf, rewrite } from "./records.js";

let folder = "";
let file = "";
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, "state.jsonl");
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** A server in this process with this state file. */
const kept = (options: MockServerOptions = {}) => lab({ stateFile: file, ...options });
const test = base.extend("server", () => kept());

test("the file has every answered write, as kill -9 would leave it", async ({ server }) => {
  const client = clientOf(server);
  const walletAddress = server.wallets.alice.address;
  await control(server, "POST", "/clock/set", { now: "2033-01-01T12:00:00Z" });
  const made = await client.keys.create({ name: "survivor", scopes: ["read:prices"] });
  await server.fund(walletAddress, { USDC: "7.5" });
  await control(server, "POST", "/names", { name: "carol.sol", address: server.wallets.bob.address });
  server.faults.add({ match: { path: "/v1/keys" }, nth: 9, fault: { kind: "status", status: 503 } });
  await server.issueKey({ tier: "pro", account: "acme" });
  const { wire, signature } = await signedOf(server, "swap 1 SOL for USDC");
  await send(server, wire);
  const unbuilt = await client.intents.parse({ walletAddress, command: "send 1 SOL to carol.sol" });
  const portfolio = await client.portfolio.retrieve(walletAddress);

  const copy = join(folder, "copy.jsonl");
  copyFileSync(file, copy);
  const again = await kept({ stateFile: copy });
  const renewed = clientOf(again);
  expect([again.keys, again.keyIds, again.wallets]).toEqual([server.keys, server.keyIds, server.wallets]);
  const clock = { now: "2033-01-01T12:00:00.000Z", running: false };
  expect((await control(again, "GET", "/clock")).body).toEqual(clock);
  expect(await renewed.portfolio.retrieve(walletAddress)).toEqual(portfolio);
  const history = await renewed.transactions.list(walletAddress);
  expect(history.data[0]).toMatchObject({ signature, type: "swap" });
  const statuses = (await rpc(again, "getSignatureStatuses", [[signature]])).result.value;
  expect(statuses[0]).toMatchObject({ err: null });
  const transfer = await renewed.transactions.build({ intentId: unbuilt.intentId, walletAddress });
  expect(transfer.simulation?.success).toBe(true);
  const survivor = new IntentTx({ ...again.clientOptions(), apiKey: made.key });
  expect((await survivor.prices.retrieve("SOL")).symbol).toBe("SOL");
  const other = control(again, "POST", "/keys", { tier: "free", environment: "live", account: "acme" });
  expect((await other).body).toMatchObject({ error: { field: "tier" } });
  expect(again.faults.list()).toMatchObject([{ id: "fault_0", rule: { nth: 9 } }]);
  const range = { startDate: "2033-01-01", endDate: "2033-01-02" };
  expect((await renewed.analytics.metrics(range)).transactions.total).toBe(1);
  // A crash may have lost the numbers of the last request IDs.
  await client.prices.retrieve("SOL");
  const issued = [server, again].map(({ requests }) => new Set(requests.list().map((one) => one.requestId)));
  expect([...issued[1]!].filter((id) => id !== undefined && issued[0]!.has(id))).toEqual([]);
  // Random draws continue after the restart, so IDs do not repeat.
  expect((await renewed.keys.create({ name: "next", scopes: ["admin"] })).keyId).not.toBe(made.keyId);
});

/** A record of a request's changes. */
function changeOf(writes: unknown): string {
  return JSON.stringify({ clock: { now: Date.parse(NOON), running: false }, wall: 0, writes });
}

test("the file is readable only by its owner, and is rewritten at each start", async ({ server }) => {
  expect(statSync(file).mode & 0o777).toBe(0o600);
  for (let at = 0; at < 20; at++) await putName(server, `n${at}.sol`);
  await turn();
  for (let at = 0; at < 20; at++) await putName(server, `n${at}.sol`);
  await turn();
  const grown = statSync(file).size;
  await server.close();
  await kept();
  expect(statSync(file).size).toBeLessThan(grown);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
const putName = (server: MockServer, name: string) =>
  control(server, "POST", "/names", { name, address: server.wallets.bob.address });

test("a running clock does not go back with the machine's clock", async () => {
  const clock = { now: NOON, mode: "running" } as const;
  await (await kept({ clock })).close();
  // As if the file had been written before the machine's clock was set back by an hour.
  rewrite(file, (json) => json.replace(/"wall":(\d+)/, (_, wall) => `"wall":${Number(wall) + 3_600_000}`));
  expect((await kept({ clock })).clock.now()).toBeGreaterThanOrEqual(Date.parse(NOON));
});

test("reads write no line: their counts are written with the next write, at intervals and on close", async () => {
  const server = await kept();
  const client = clientOf(server);
  const { length } = recordsOf(file);
  for (let at = 0; at < 51; at++) await client.prices.retrieve("SOL");
  // A slow machine may write some checkpoints.
  expect(recordsOf(file).length).toBeLessThan(length + 20);
  await putName(server, "write.sol");
  const copy = readFileSync(file);
  const { requestId } = await client.prices.retrieve("SOL").withResponse();
  await server.close();
  // After a normal close, all requests are counted.
  const again = await kept();
  expect((await clientOf(again).analytics.usage()).requests.used).toBe(53);
  const { requestId: following } = await clientOf(again).prices.retrieve("SOL").withResponse();
  await again.close();
  // The file as of a kill after the write: counts up to the write are kept, and new IDs follow all issued ones.
  writeFileSync(file, copy);
  const killed = await kept();
  expect((await clientOf(killed).analytics.usage()).requests.used).toBe(52);
  const { requestId: beyond } = await clientOf(killed).prices.retrieve("SOL").withResponse();
  expect(new Set([requestId, following, beyond]).size).toBe(3);
});

test("a growing file is rewritten while the server runs, without loss", async ({ server }) => {
  const large = {
    fault: { kind: "status", status: 503, code: "x".repeat(300_000) },
    nth: 1_000_000,
  } as const;
  let written = 0;
  for (let at = 0; at < 60; at++) {
    const { id } = server.faults.add(large);
    await putName(server, `n${at}.sol`);
    server.faults.clear(id);
    await putName(server, `m${at}.sol`);
    written += 300_000;
  }
  expect(written).toBeGreaterThan(16 << 20);
  await expect.poll(() => statSync(file).size).toBeLessThan(8 << 20);
  // The file that kill -9 would leave.
  const copy = readFileSync(file);
  await server.close();
  writeFileSync(file, copy);
  const again = await kept();
  expect((await again.snapshot()).state.names).toHaveLength(120);
  expect(again.faults.list()).toEqual([]);
});

test("with any byte flipped, the file is refused or reported as torn, never accepted", async ({ server }) => {
  await putName(server, "flip.sol");
  await server.close();
  const whole = readFileSync(file);
  const lastLine = whole.lastIndexOf(10, whole.length - 2) + 1;
  const warned = vi.spyOn(console, "error").mockImplementation(() => {});
  const positions = Array.from({ length: 60 }, (_, at) => Math.floor((at * whole.length) / 60));
  for (const at of [...positions, lastLine, whole.length - 1]) {
    const spoilt = Buffer.from(whole);
    spoilt[at] = (spoilt[at] ?? 0) ^ (1 << (at % 7));
    writeFileSync(file, spoilt);
    await expect(kept()).rejects.toThrow(/damaged|not a state file|version/);
  }
  expect(warned).not.toHaveBeenCalled();
});

test("a symlink is followed: the file that it names is written, and the link stays", async () => {
  const link = join(folder, "link");
  const real = join(folder, "real.jsonl");
  symlinkSync("real.jsonl", link);
  const server = await kept({ stateFile: link });
  await putName(server, "linked.sol");
  await server.close();
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(recordsOf(real).some((record) => record.includes("linked.sol"))).toBe(true);
  const again = await kept({ stateFile: link });
  expect((await again.snapshot()).state.names).toHaveLength(1);
  await expect(kept({ stateFile: real })).rejects.toThrow(/is in use by another server in this process/);
});

test.skipIf(process.platform === "win32")(
  "a device, a FIFO or a symlink to itself is refused immediately and left unchanged",
  async () => {
    await expect(kept({ stateFile: "/dev/null" })).rejects.toThrow(
      /\/dev\/null must be a regular file, .* got a device/,
    );
    expect(lstatSync("/dev/null").isCharacterDevice()).toBe(true);
    const fifo = join(folder, "fifo");
    execFileSync("mkfifo", [fifo]);
    await expect(kept({ stateFile: fifo })).rejects.toThrow(/must be a regular file, .* got a FIFO/);
    expect(lstatSync(fifo).isFIFO()).toBe(true);
    const circle = join(folder, "circle");
    symlinkSync(circle, circle);
    await expect(kept({ stateFile: circle })).rejects.toThrow(
      /circle must be a file; got a symlink that leads back to itself/,
    );
    expect(lstatSync(circle).isSymbolicLink()).toBe(true);
  },
);

test("no secret is in the file", async ({ server }) => {
  const { key } = await clientOf(server).keys.create({ name: "canary", scopes: ["admin"] });
  await server.close();
  const text = readFileSync(file, "utf8");
  for (const secret of [key, ...Object.values(server.keys)]) expect(text).not.toContain(secret?.slice(10));
});

test("changes by the server's methods are in the file at the end of their turn", async ({ server }) => {
  await server.fund(server.wallets.bob.address, { USDC: "3" });
  server.faults.add({ fault: { kind: "drop-transaction" } });
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  await server.clock.advance("3s");
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  const copy = readFileSync(file);
  await server.close();
  writeFileSync(file, copy);
  const again = await kept();
  expect(again.faults.list()).toHaveLength(1);
  expect(again.clock.now()).toBe(Date.parse(NOON) + 3_000);
  const { tokens } = await clientOf(again).portfolio.retrieve(again.wallets.bob.address);
  expect(tokens.find(({ symbol }) => symbol === "USDC")).toMatchObject({ balance: 3_000_000n });
});

test("a torn last line is dropped with a warning, and all earlier lines are read", async ({ server }) => {
  await clientOf(server).keys.create({ name: "kept", scopes: ["admin"] });
  await server.close();
  appendFileSync(file, '{"clock":{"now":17672');
  const warned = vi.spyOn(console, "error").mockImplementation(() => {});
  const again = await kept();
  expect(warned).toHaveBeenCalledWith(expect.stringMatching(/Warning: .*last line was cut off .*21 bytes/));
  const { keys } = (await again.snapshot()).state;
  expect(keys?.some(([, row]) => row.name === "kept")).toBe(true);
});

const MINT = "So11111111111111111111111111111111111111112";
const expired = (more: object) => ({
  account: "a",
  environment: "live",
  walletAddress: MINT,
  expiresAt: 1_767_225_600_000,
  ...more,
});
const wrong = [{ table: "expiredIntents", key: "wrong", row: expired({ walletAddress: "me" }) }];

test("an invalid row that a later record corrects or removes is ignored", async () => {
  await (await kept()).close();
  const right = expired({ expiresAt: 1_767_225_600_001 });
  const changes = [
    [
      { table: "accounts", key: "a", row: { account: "a", tier: "free" } },
      ...wrong,
      { table: "expiredIntents", key: "next", row: right },
    ],
    [{ table: "built", key: "b", row: 5 }],
    [{ table: "expiredIntents", key: "wrong", row: right }],
    [{ table: "built", key: "b" }],
  ];
  writeFileSync(file, linesOf([...recordsOf(file), ...changes.map(changeOf)]));
  const again = await kept();
  const { expiredIntents, built } = (await again.snapshot()).state;
  expect([expiredIntents, built]).toEqual([
    [
      ["wrong", right],
      ["next", right],
    ],
    [],
  ]);
});

test.each<[string, (text: string, records: string[]) => string, RegExp]>([
  [
    "an earlier version",
    () => '{"file":"intent-tx-mock state","version":2,"seed":"1"}\n{"clock":1}\n',
    /has version 2, .*version 4; run the server version/,
  ],
  [
    "a later version",
    (_, [header, ...records]) => linesOf([String(header).replace('"version":4', '"version":5'), ...records]),
    /has version 5, which a later version of this server wrote; .* Update this server/,
  ],
  [
    "another seed",
    (_, [header, ...records]) => linesOf([String(header).replace('"seed":"1"', '"seed":"2"'), ...records]),
    /state\.jsonl was created with a different --seed; start with that seed/,
  ],
  [
    "something else",
    () => "shopping list\nmilk\n",
    /is not a state file .*use a different file, or delete this one/,
  ],
  ["other JSON", () => "null\n", /is not a state file/],
  ["a damaged header", (text) => text.replace('"seed":"1"', '"seed":"2"'), /is damaged in line 1/],
  ["a damaged line", (text) => text.replace('"world":', '"w0rld":'), /is damaged in line 2; restore it/],
  ["a line of another form", (_, records) => linesOf([...records, '{"clock":1}']), /is damaged in line \d+;/],
  ["a write of null", (_, records) => linesOf([...records, changeOf([null])]), /is damaged in line \d+;/],
  ["writes of null", (_, records) => linesOf([...records, changeOf(null)]), /is damaged in line \d+;/],
  ["an empty file", () => "", /is damaged and contains no complete state; restore it/],
  ["a header alone", (_, [header]) => linesOf([String(header)]), /is damaged and contains no complete state/],
  [
    "a file cut inside its first World",
    (text) => text.slice(0, text.length >> 1),
    /is damaged and contains no complete state/,
  ],
  [
    "a file without one of its lines",
    (_, records) => {
      const more = (name: string) => changeOf([{ table: "names", key: name, row: { address: MINT } }]);
      const lines = linesOf([...records, more("a.sol"), more("b.sol")]).split("\n");
      return lines.filter((line) => !line.includes("a.sol")).join("\n");
    },
    /is damaged in line \d+;/,
  ],
  [
    "an invalid row",
    (_, records) => linesOf([...records, changeOf([{ table: "faults", key: "f", row: {} }])]),
    /contains data that this version never writes \(faults\[0\].rule must be a rule\); restore it from a backup/,
  ],
  [
    "an invalid row of a long table",
    (_, records) =>
      linesOf([...records, changeOf([{ table: "expiredIntents", key: "i", row: expired({}) }, ...wrong])]),
    /contains data that this version never writes \(expiredIntents\[1\].walletAddress must be a base58-encoded 32-byte address/,
  ],
])("%s is refused with what to do, and left as it is", async (_, change, reason) => {
  await (await kept()).close();
  const changed = change(readFileSync(file, "utf8"), recordsOf(file));
  writeFileSync(file, changed);
  expect(await failureOf(kept())).toMatchObject({
    name: "OptionError",
    message: expect.stringMatching(reason),
  });
  expect(readFileSync(file, "utf8")).toBe(changed);
});

test("if the file is deleted or replaced while the server runs, health is degraded and nothing more is written", async () => {
  const warned = vi.spyOn(console, "error").mockImplementation(() => {});
  const server = await kept();
  const health = async () => (await control(server, "GET", "/health")).body;
  const aside = join(folder, "aside");
  renameSync(file, aside);
  expect(await health()).toMatchObject({
    status: "degraded",
    stateFile: { writable: false, reason: "the file was deleted while the server was running" },
  });
  expect(await failureOf(putName(server, "lost.sol"))).toBeInstanceOf(Error);
  writeFileSync(file, readFileSync(aside));
  expect(await health()).toMatchObject({
    stateFile: { writable: false, reason: "the file was replaced while the server was running" },
  });
  expect(await failureOf(putName(server, "lost.sol"))).toBeInstanceOf(Error);
  // Once the file is moved back, the server writes to it again.
  renameSync(aside, file);
  await putName(server, "back.sol");
  expect(await health()).toMatchObject({ status: "ok", stateFile: { writable: true } });
  expect(warned).toHaveBeenCalledOnce();
});

test("a file with a second hard link is refused, since another server may use the file by that name", async () => {
  await kept();
  const other = join(folder, "other.jsonl");
  linkSync(file, other);
  await expect(kept({ stateFile: other })).rejects.toThrow(
    /other\.jsonl has 2 names \(hard links\).*; copy the file, and use the copy/,
  );
});

test("a missing folder, or a folder instead of a file, is refused", async () => {
  await expect(kept({ stateFile: join(folder, "none", "state") })).rejects.toThrow(
    /cannot be written \(ENOENT\)/,
  );
  await expect(kept({ stateFile: folder })).rejects.toThrow(/must be a regular file, .* got a directory/);
});
