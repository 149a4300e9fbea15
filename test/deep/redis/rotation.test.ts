import { join } from "node:path";
import { createMockServer, type MockServer } from "@intent-tx/mock-server";
import { type KeyRecord, KeyRotator, type KeyStore, RotationUncertainError } from "intent-tx";
import { FileKeyStore } from "intent-tx/node";
import { RedisKeyStore } from "intent-tx/redis";
import type { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../folder.js";
import { PROGRAMS, RedisServer } from "./servers.js";
import type { Moment, Served } from "./worker.js";
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

const moments: readonly Moment[] = [
  ...[1, 2, 3, 4, 5, 6, 7].flatMap((count) =>
    (["before", "after"] as const).map((side) => ({ at: "store" as const, count, side })),
  ),
  ...(["issue", "check"] as const).flatMap((at) =>
    (["before", "after"] as const).map((side) => ({ at, side })),
  ),
];
const inWords = ({ at, count, side }: Moment) =>
  `${side} ${at === "store" ? `question ${count} to the store` : at === "issue" ? "the rotate call" : "the check"}`;

/** True if the service's response was not yet stored: calls 4 and 5 to the store read and write the state. */
const isLost = ({ at, count = 0, side }: Moment) =>
  (at === "issue" && side === "after") ||
  (at === "store" && (count === 4 || (count === 5 && side === "before")));

function rotations(server: MockServer, keyId: string, status: number): number {
  const path = `/v1/keys/${keyId}/rotate`;
  return server.requests.list({ path }).filter((request) => request.status === status).length;
}

/** Issues a key, and saves its record in a store. */
async function put(server: MockServer, store: KeyStore): Promise<KeyRecord> {
  const { keyId, key } = await server.issueKey({ tier: "enterprise" });
  const record = { keyId, key, createdAt: new Date().toISOString() };
  await store.save(record);
  return record;
}

function suite(placeOf: () => Place, kills: readonly Moment[]) {
  describe.each([true, false])("a service that replays responses: %s", (replays) => {
    let server: MockServer;
    beforeAll(async () => {
      server = await createMockServer({ limits: "off", contract: { idempotency: replays } });
      await server.listen();
    });
    afterAll(() => server.close());

    // A service that does not replay differs only if its response was lost.
    const deadly = kills.filter((moment) => replays || isLost(moment));
    test.concurrent.each(deadly.map((moment) => [inWords(moment), moment] as const))(
      "killed %s: another process completes the rotation",
      async (words, dies) => {
        const name = `${replays} ${words}`.replaceAll(" ", "-");
        const store = placeOf().store(name);
        const old = await put(server, store);
        const task = {
          task: "rotate",
          baseUrl: server.baseUrl,
          name,
          lease: LONG_LEASE_MS,
          dies,
        } as const;
        const worker = await new Worker(program.path, { ...task, ...placeOf().task(name) }).says("ready");
        const rotator = new KeyRotator({ store: placeOf().store(name), baseUrl: server.baseUrl });
        expect(await rotator.apiKey()).toBe(old.key);
        worker.tell("go");
        expect(await worker.ended).toBe("SIGKILL");

        const outcome = await rotator.rotate().catch((error: Error) => error);
        const record = await store.load();
        if (!replays && isLost(dies)) {
          expect(outcome).toBeInstanceOf(RotationUncertainError);
          expect(record).toMatchObject({ keyId: old.keyId, key: old.key });
          expect(rotations(server, old.keyId, 201)).toBe(1);
          expect(rotations(server, old.keyId, 409)).toBe(1);
          await rotator.rotate().catch(() => {});
          expect(rotations(server, old.keyId, 409)).toBe(1);
        } else {
          expect(outcome).toMatchObject({ keyId: record?.keyId, previousKeyId: old.keyId });
          expect(record?.previous?.keyId).toBe(old.keyId);
          const issued = new Set(
            server.requests
              .list({ path: `/v1/keys/${old.keyId}/rotate` })
              .map(({ answer }) => (answer as { keyId?: string } | undefined)?.keyId)
              .filter((id) => id !== undefined),
          );
          expect([...issued]).toEqual([record?.keyId]);
        }
        expect(await rotator.apiKey()).toBe(record?.key);
      },
    );
  });
}

function rotatesOnce(placeOf: () => Place, count: number, version: number) {
  test(`one of ${count} processes rotates, and all switch to the key without a failed call`, async () => {
    await using server = await createMockServer({ limits: "off" });
    await server.listen();
    const name = `one of ${count}`;
    const store = placeOf().store(name);
    const old = await put(server, store);
    const task = { task: "serve", baseUrl: server.baseUrl, name, lease: LONG_LEASE_MS } as const;
    const workers = Array.from(
      { length: count },
      () => new Worker(program.path, { ...task, ...placeOf().task(name) }),
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

  suite(() => place, moments);

  rotatesOnce(() => place, 50, 3);
});

describe("a file", () => {
  const place: Place = {
    store: (name) => new FileKeyStore(join(folder, `${name}.json`), { lease: LEASE_MS }),
    task: (name) => ({ file: join(folder, `${name}.json`) }),
  };
  suite(
    () => place,
    moments.filter(({ at }) => at !== "store"),
  );

  rotatesOnce(() => place, 10, 1);
});
