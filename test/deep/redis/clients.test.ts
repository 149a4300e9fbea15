import { RedisKeyStore, RedisRateLimit, StaleKeyError } from "intent-tx/redis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CLIENTS, type Connected } from "./clients.js";
import { PROGRAMS, RedisServer } from "./servers.js";

const RECORD = { keyId: "key_1", key: "svc_live_canary_secret", createdAt: "2026-01-01T00:00:00Z" };
const aesKey = () =>
  crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);

describe.each(PROGRAMS)("%s", (program) => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await RedisServer.start(program);
  });
  afterAll(() => server.close());

  describe.each(Object.entries(CLIENTS))("%s", (name, connect) => {
    let connected: Connected;
    beforeAll(async () => {
      connected = await connect(server.port);
    });
    afterAll(() => connected.close());
    const store = (options: object = {}) =>
      new RedisKeyStore({ redis: connected.client, name: name, timeout: 60_000, ...options });

    test("a record is stored with its version; saving over another version fails and changes nothing", async () => {
      expect(await store().load()).toBeUndefined();
      await store().save(RECORD);
      expect(await store().load()).toEqual({ ...RECORD, version: 1 });
      const newer = { ...RECORD, keyId: "key_2", previous: RECORD };
      await store().save({ ...newer, version: 1 });
      for (const version of [undefined, 1, 3]) {
        const error = await store()
          .save({ ...RECORD, version })
          .catch((one) => one);
        expect(error).toBeInstanceOf(StaleKeyError);
        expect(error).toMatchObject({ keyId: "key_2", version: 2 });
      }
      expect(await store().load()).toEqual({ ...newer, version: 2 });
    });

    test("only one of many concurrent saves succeeds", async () => {
      const saves = Array.from({ length: 20 }, (_, i) =>
        store({ name: `${name} at once` }).save({ ...RECORD, keyId: `key_${i}` }),
      );
      const done = (await Promise.allSettled(saves)).filter(({ status }) => status === "fulfilled");
      expect(done).toHaveLength(1);
      expect(await store({ name: `${name} at once` }).load()).toMatchObject({ version: 1 });
    });

    test("sealed records can be opened with any of the keys, but only under their own name", async () => {
      const [old, fresh] = [await aesKey(), await aesKey()];
      const place = `${name} sealed`;
      await store({ name: place, encryptionKey: old }).save(RECORD);
      const redis = server.connect();
      const kept = JSON.stringify(await redis.hgetall(`intent-tx:key:{${place}}`));
      expect(kept).toContain("aes-gcm:");
      expect(kept).not.toContain("canary");
      expect(kept).not.toContain("svc_live");
      expect(await store({ name: place, encryptionKey: [fresh, old] }).load()).toEqual({
        ...RECORD,
        version: 1,
      });
      await redis.copy(`intent-tx:key:{${place}}`, `intent-tx:key:{${place} stolen}`);
      redis.disconnect();
      for (const one of [
        { name: place, encryptionKey: fresh },
        { name: place },
        { name: `${place} stolen`, encryptionKey: old },
      ])
        await expect(store(one).load()).rejects.toThrow(/sealed|encrypted/);
      await expect(store({ encryptionKey: fresh }).load()).rejects.toThrow(/^encryptionKey is set, but /);
    });

    test("requests are counted across clients, and a response's window applies to all clients", async () => {
      const windows = [1, 2].map(
        () => new RedisRateLimit({ redis: connected.client, name: name, timeout: 60_000 }),
      );
      const request = { account: "a", now: Date.now(), must: false };
      const first = await windows[0]!.acquire(request);
      if (typeof first !== "function") throw new Error("no place");
      const resetAt = new Date(Date.now() + 3_600_000);
      first({ limit: 10, remaining: 2, resetAt });
      const taken = [await windows[1]!.acquire(request), await windows[0]!.acquire(request)];
      for (const place of taken) {
        if (typeof place !== "function") throw new Error("no place");
        place({ limit: 10, remaining: 0, resetAt });
      }
      for (const window of windows) {
        const wait = await window.acquire(request);
        expect(wait).toBeGreaterThan(1_800_000);
        expect(wait).toBeLessThan(3_601_000);
      }
      const redis = server.connect();
      expect((await redis.keys("*")).join()).not.toContain("canary");
      redis.disconnect();
    });
  });
});

test("an invalid client is refused", () => {
  expect(() => new RedisKeyStore({ redis: "redis://127.0.0.1" as never })).toThrow(/client of ioredis/);
});
