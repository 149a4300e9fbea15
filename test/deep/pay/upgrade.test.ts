// An upgrade and a rollback. One version stops at any call of a payment, a rotation or an agent's order, the other takes
// over, and the first one wakes up. The next version is this one with a renamed option and more members in its records.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import { IDBFactory } from "fake-indexeddb";
import type { KeyStore } from "intent-tx";
import { postgresJournalTable } from "intent-tx/postgres";
import type { PaymentJournal } from "intent-tx/solana";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../folder.js";
import { NATIVE } from "../../sdk/pay/setup.js";
import { connectionOf, keypairOf, lab } from "../../server/lab.js";
import { BIN, startPostgres } from "../postgres/server.js";
import { PROGRAMS, RedisServer } from "../redis/servers.js";

type Version = typeof import("intent-tx") &
  typeof import("intent-tx/solana") &
  typeof import("intent-tx/node") &
  typeof import("intent-tx/redis") &
  typeof import("intent-tx/postgres") &
  typeof import("intent-tx/ai");
const ENTRIES = ["index", "solana/index", "node/index", "redis/index", "postgres/index", "ai/index"];

/** The changes of the next version. Each must be found. */
const CHANGES: [text: string, change: string][] = [
  ["journalTimeout", "storeTimeout"],
  ['  maxWaitMs: "maxWait",', '  maxWaitMs: "maxWait", ["journal" + "Timeout"]: "storeTimeout",'],
  ["version: record.version + 1,", 'version: record.version + 1, channel: "next",'],
  ["const unsent = {", 'const unsent = { channel: "next",'],
  ["const own = { paymentId,", 'const own = { channel: "next", paymentId,'],
];

/** Bundles a version of the sources, and imports it. */
async function version(name: string, changes: typeof CHANGES): Promise<Version> {
  const missing = new Set(changes);
  const changed: Plugin = {
    name: "changes",
    setup: ({ onLoad }) =>
      onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => {
        let contents = readFileSync(path, "utf8");
        for (const change of changes.filter(([text]) => contents.includes(text))) {
          contents = contents.replaceAll(...change);
          missing.delete(change);
        }
        return { contents, loader: "ts" };
      }),
  };
  const outfile = resolve(`node_modules/.cache/intent-tx/upgrade/${name}.mjs`);
  const contents = ENTRIES.map((entry) => `export * from "./src/${entry}.ts";`).join("\n");
  await build({
    stdin: { contents, resolveDir: process.cwd() },
    outfile,
    bundle: true,
    format: "esm",
    packages: "external",
    define: { __VERSION__: JSON.stringify(name) },
    plugins: [changed],
    logLevel: "error",
  });
  expect([...missing]).toEqual([]);
  return import(pathToFileURL(outfile).href);
}

let versions: Record<string, Version>;
const stores: Record<string, (version: Version) => PaymentJournal> = {};
const keyStores: Record<string, (version: Version, lease: number, name: string) => KeyStore> = {};
const closing: (() => Promise<unknown>)[] = [];
const folder = temporaryFolder(afterAll);
const indexedDB = new IDBFactory();

beforeAll(async () => {
  versions = { "0.1": await version("0.1.0", []), next: await version("0.2.0", CHANGES) };
  stores["file"] = ({ FileJournal }) => new FileJournal(join(folder, "payments"));
  keyStores["file"] = ({ FileKeyStore }, lease, name) => new FileKeyStore(join(folder, name), { lease });
  stores["IndexedDB"] = ({ IndexedDbJournal }) => new IndexedDbJournal({ indexedDB });
  if (PROGRAMS[0]) {
    const server = await RedisServer.start(PROGRAMS[0]);
    const redis = server.connect();
    closing.push(async () => {
      redis.disconnect();
      await server.close();
    });
    keyStores["Redis"] = ({ RedisKeyStore }, lease, name) => new RedisKeyStore({ redis, lease, name });
    stores["Redis"] = ({ RedisJournal }) => new RedisJournal({ redis });
  }
  if (BIN) {
    const { pool, close } = await startPostgres(BIN);
    closing.push(close);
    await pool.query(postgresJournalTable());
    stores["Postgres"] = ({ PostgresJournal }) => new PostgresJournal({ client: pool });
  }
});
afterAll(async () => {
  for (const close of closing) await close();
});

/** Stops before or after its call number `at` of any object passed through `through`. */
function halting(at: number, isAfter: boolean) {
  let calls = 0;
  let wake = () => {};
  let stopped = () => {};
  const asleep = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const stop = new Promise<void>((resolve) => {
    stopped = resolve;
  });
  let isStopped = false;
  const through = <T extends object>(object: T): T =>
    new Proxy(object, {
      get(target, name) {
        const value = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        return async (...args: unknown[]) => {
          const isHere = calls++ === at;
          const answer = isHere && isAfter ? await value.apply(target, args) : undefined;
          if (isHere) {
            isStopped = true;
            stopped();
          }
          if (isStopped) await asleep;
          return isHere && isAfter ? answer : value.apply(target, args);
        };
      },
    });
  return { through, wake, stop, isStopped: () => isStopped };
}

/** A service, and the calls of a version on it. */
async function setUp() {
  const server = await lab({
    clock: { mode: "auto", now: "2026-01-01T00:00:00Z" },
    contract: { idempotency: true },
  });
  const { alice, bob } = server.wallets;
  const connection = connectionOf(server);
  const signer = keypairOf(alice);
  return {
    server,
    connection,
    received: () => connection.getBalance(keypairOf(bob).publicKey, "confirmed"),
    clientOf: ({ IntentTx }: Version) => new IntentTx(server.clientOptions("enterprise")),
    common: { signer, walletAddress: alice.address, clock: server.clock, approve: () => true },
  };
}

const DIRECTIONS = [
  ["0.1", "next"],
  ["next", "0.1"],
] as const;

/** The end of the first call after it wakes up: the answer of the second, or `unknown`. */
const isSame = (woken: unknown, signature: string) =>
  /^(?:unknown|landed)$/.test(Object(woken).outcome) || Object(woken).signature === signature;

describe.skipIf(!process.env["SOAK"]).each(DIRECTIONS)("%s, then %s", (from, to) => {
  test.each(["file", "IndexedDB", "Redis", "Postgres"])("a payment in %s is made once", async (store) => {
    const [first, second] = [versions[from]!, versions[to]!];
    const make = stores[store];
    if (make === undefined) return console.warn(`skipped: upgrade: ${store} is not installed`);
    const { connection, received, clientOf, common } = await setUp();
    const { walletAddress: _, ...options } = common;
    let ended = false;
    for (let at = 0; !ended; at++)
      for (const isAfter of [false, true]) {
        const paymentId = `${from} ${store} ${at} ${isAfter}`;
        const lamports = 1_000_000 + 2 * at + Number(isAfter);
        const order = { ...options, paymentId, command: `send ${lamports / 1e9} SOL to bob.sol` };
        const { through, wake, stop, isStopped } = halting(at, isAfter);
        const before = await received();
        const halted = first
          .execute({
            ...order,
            client: clientOf(first),
            connection: through(connection),
            journal: through(make(first)),
          })
          .catch((error: unknown) => error);
        await Promise.race([stop, halted]);
        const journal = make(second);
        const found = await journal.get(paymentId);
        const { signature } = await second.execute({
          ...order,
          client: clientOf(second),
          connection,
          journal,
        });
        ended = !isStopped();
        wake();
        expect(isSame(await halted, signature), paymentId).toBe(true);
        expect((await received()) - before, paymentId).toBe(lamports);
        // Members of the next version that the record had are still there.
        const kept = from === "next" && found && { channel: "next", attempts: [{ channel: "next" }] };
        expect(await make(first).get(paymentId)).toMatchObject({ outcome: "landed", ...kept });
      }
  });

  test("an agent's order is paid once, and counts in its hour", async () => {
    const [first, second] = [versions[from]!, versions[to]!];
    const { connection, received, clientOf, common } = await setUp();
    let ended = false;
    for (let at = 0; !ended; at += 2) {
      const { through, wake, stop, isStopped } = halting(at, false);
      const make = () => new second.FileJournal(join(folder, `agent ${from} ${at}`));
      const limits = { perHour: { [NATIVE]: 3_000_000n } };
      const options = { ...common, limits };
      const call = { toolCallId: "call-1" };
      const order = { command: "send 0.002 SOL to bob.sol" };
      const before = await received();
      const journals = { first: new first.FileJournal(join(folder, `agent ${from} ${at}`)), second: make() };
      const halted = first
        .intentTools(clientOf(first), {
          ...options,
          connection: through(connection),
          journal: through(journals.first),
        })
        .pay.execute(order, call);
      await Promise.race([stop, halted]);
      const tools = second.intentTools(clientOf(second), {
        ...options,
        connection,
        journal: journals.second,
      });
      expect(await tools.pay.execute(order, call)).toMatchObject({ ok: true });
      ended = !isStopped();
      wake();
      await halted;
      expect((await received()) - before).toBe(2_000_000);
      const more = await tools.pay.execute(
        { command: "send 0.0011 SOL to bob.sol" },
        { toolCallId: "call-2" },
      );
      expect(more).toMatchObject({ ok: false, message: expect.stringContaining("The limit per hour") });
    }
  });

  test.each(["file", "Redis"])("a rotation in %s issues one key", async (store) => {
    const [first, second] = [versions[from]!, versions[to]!];
    const make = keyStores[store];
    if (make === undefined) return console.warn(`skipped: upgrade: ${store} is not installed`);
    const { server, clientOf } = await setUp();
    const client = clientOf(second);
    let ended = false;
    for (let at = 0; !ended; at++)
      for (const isAfter of [false, true]) {
        const { keyId, key, createdAt } = await client.keys.create({ name: "rotated", scopes: ["admin"] });
        const name = `${from}-${at}-${isAfter}`;
        await make(first, 10_000, name).save({ keyId, key, createdAt });
        const { through, wake, stop, isStopped } = halting(at, isAfter);
        const { baseUrl } = server;
        const { fetch } = through({ fetch: server.fetch });
        const old = new first.KeyRotator({ baseUrl, store: make(first, 10_000, name), fetch });
        const halted = old.rotate().catch((error: unknown) => error);
        await Promise.race([stop, halted]);
        ended = !isStopped();
        if (ended) break;
        // The lease of the first has a millisecond here: it is taken over at once.
        const next = make(second, 1, name);
        await new second.KeyRotator({ baseUrl, store: next, fetch: server.fetch }).rotate();
        wake();
        await halted;
        const used = await next.load();
        const keys = (await server.snapshot()).state.keys?.map(([, row]) => row) ?? [];
        const issued = keys.filter(({ rotatedFrom }) => rotatedFrom === keyId);
        expect(issued, name).toMatchObject([{ keyId: used?.keyId }]);
        expect(issued[0]).not.toHaveProperty("revokedAt");
      }
  });
});

test.skipIf(!process.env["SOAK"])("a renamed option is refused by name, and nothing is sent", async () => {
  const { connection, received, clientOf, common } = await setUp();
  const { walletAddress: _, ...options } = common;
  const next = versions["next"]!;
  const before = await received();
  const paid = next.execute({
    ...options,
    client: clientOf(next),
    connection,
    command: "send 1 SOL to bob.sol",
    journalTimeout: 1000,
  });
  await expect(paid).rejects.toThrow("The option journalTimeout is called storeTimeout");
  expect(await received()).toBe(before);
});
