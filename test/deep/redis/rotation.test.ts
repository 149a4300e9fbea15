import { join } from "node:path";
import { createMockServer, type MockServer } from "@intent-tx/mock-server";
import type { KeyRecord, KeyStore } from "intent-tx";
import { FileKeyStore } from "intent-tx/node";
import { RedisKeyStore } from "intent-tx/redis";
import type { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../folder.js";
import { PROGRAMS, RedisServer } from "./servers.js";
import type { Served } from "./worker.js";
import { Worker, workerProgram } from "./workers.js";

const LEASE_MS = 1500;
/** A busy machine may be late with each response of Redis. */
const PATIENT_MS = 60_000;
/** So long that a slow process neither loses its lease nor renews it, which would count as calls to the store. */
const LONG_LEASE_MS = 60_000;
const OLD = "2020-01-01T00:00:00Z";

let program: Awaited<ReturnType<typeof workerProgram>>;
const folder = temporaryFolder(afterAll);
beforeAll(async () => {
  program = await workerProgram();
});
afterAll(() => program?.remove());

/** A store that processes share, used by the test and its workers. */
interface Place {
  store(name: string): KeyStore;
  task(name: string): { readonly redis?: number; readonly file?: string };
}

/** Issues a key, and saves its record in a store. */
async function put(server: MockServer, store: KeyStore): Promise<KeyRecord> {
  const { keyId, key } = await server.issueKey({ tier: "enterprise" });
  const record = { keyId, key, createdAt: new Date().toISOString() };
  await store.save(record);
  return record;
}

function rotatesOnce({ store: open, task: access }: Place, count: number, version: number) {
  test(`one of ${count} processes rotates, and all switch to the key without a failed call`, async () => {
    await using server = await createMockServer({ limits: "off" });
    await server.listen();
    const name = `one of ${count}`;
    const store = open(name);
    const old = await put(server, store);
    const task = { task: "serve", baseUrl: server.baseUrl, name, lease: LONG_LEASE_MS } as const;
    const workers = Array.from(
      { length: count },
      () => new Worker(program.path, { ...task, ...access(name) }),
    );
    for (const worker of await Promise.all(workers.map((one) => one.says("ready")))) worker.tell("go");
    await Promise.all(workers.map((one) => one.says("serving")));
    // Now the key is too old, so all processes try to rotate it at the same time.
    const loaded = await store.load();
    await store.save({ ...old, createdAt: OLD, version: loaded?.version });
    const outcomes = await Promise.all(workers.map((worker) => worker.outcome<Served>()));
    await Promise.all(workers.map((worker) => worker.ended));

    const record = await store.load();
    expect(record).toMatchObject({ version, previous: { keyId: old.keyId } });
    expect(outcomes.reduce((sum, { issues }) => sum + issues, 0)).toBe(1);
    expect(outcomes.flatMap(({ failures }) => failures)).toEqual([]);
    expect(new Set(outcomes.map(({ lastKeyId }) => lastKeyId))).toEqual(new Set([record?.keyId]));
    const times = outcomes.flatMap(({ rotatedAt }) => rotatedAt);
    expect(times).toHaveLength(count);
    const calls = outcomes.reduce((sum, one) => sum + one.calls, 0);
    console.log(
      `${count} processes, ${calls} calls: the last took the key up ${Math.max(...times) - Math.min(...times)} ms after the first`,
    );
  });
}

describe.each(PROGRAMS)("%s", (name) => {
  let redisServer: RedisServer;
  let redis: Redis;
  beforeAll(async () => {
    redisServer = await RedisServer.start(name);
    redis = redisServer.connect();
  });
  afterAll(async () => {
    redis?.disconnect();
    await redisServer?.close();
  });
  const place: Place = {
    store: (name) => new RedisKeyStore({ redis, name, lease: LEASE_MS, timeout: PATIENT_MS }),
    task: () => ({ redis: redisServer.port }),
  };

  rotatesOnce(place, 12, 3);
});

describe("a file", () => {
  const place: Place = {
    store: (name) => new FileKeyStore(join(folder, `${name}.json`), { lease: LEASE_MS }),
    task: (name) => ({ file: join(folder, `${name}.json`) }),
  };
  rotatesOnce(place, 4, 1);
});
