import { inspect } from "node:util";
import {
  type FetchLike,
  IntentTx,
  type KeyRecord,
  KeyRotator,
  type KeyRotatorOptions,
  type Logger,
  RotationUncertainError,
} from "intent-tx";
import { FileKeyStore } from "intent-tx/node";
import { describe, expect, test, vi } from "vitest";
import { temporaryFolder } from "../../folder.js";
import { BASE, clientWith, failure, fakeClock, KEY_RECORD, PRICE, type Reply, refused } from "../harness.js";
import { DAY, HOUR, NOW, OLD, settled, setUp } from "./rotation-harness.js";

test("a failed rotation by age is reported to the rotator's and the client's listeners, and logged", async () => {
  const { rotator, client, behaviour, clock } = setUp({ maxAge: 1 });
  behaviour.rotate = { error: { code: "ECONNRESET" } };
  const heard: unknown[] = [];
  rotator.on("rotationFailed", (event) => heard.push(event));
  client.on("rotationFailed", ({ keyId, error }) => heard.push([keyId, error.name]));
  expect(await client.prices.retrieve("SOL")).toEqual(PRICE);
  await settled();
  expect(heard).toEqual([
    [OLD.keyId, "RotationUncertainError"],
    { keyId: OLD.keyId, error: expect.any(RotationUncertainError) },
  ]);
  expect(JSON.stringify(heard)).not.toContain(OLD.key);
  await client.prices.retrieve("SOL");
  await settled();
  expect(heard).toHaveLength(2);
  await clock.sleep(60_000);
  await client.prices.retrieve("SOL");
  await settled();
  expect(heard).toHaveLength(4);
});

test("a failure is reported once, however many requests waited for it, and logged by each client", async () => {
  const { rotator, behaviour } = setUp({ maxAge: 1 });
  behaviour.rotate = refused(403, "insufficient_scope");
  const heard: string[] = [];
  rotator.on("rotationFailed", ({ keyId }) => heard.push(keyId));
  const warnings: string[] = [];
  const nothing = () => {};
  const warn = (message: string) => void warnings.push(message);
  const logger: Logger = { debug: nothing, info: nothing, warn, error: nothing };
  const options = { apiKey: rotator.apiKey, logger };
  const clients = [1, 2, 3].map(() => clientWith([{ json: PRICE }], options).client);
  await Promise.all(clients.map((client) => client.prices.retrieve("SOL")));
  await settled();
  expect(heard).toEqual([OLD.keyId]);
  expect(warnings).toEqual(new Array(3).fill("intent-tx: rotationFailed"));
});

test("a save that fails after it stored the key is continued with that key", async () => {
  let stored = OLD;
  const save = vi.fn(async (record: KeyRecord) => {
    stored = record;
    if (save.mock.calls.length === 1) throw new Error("the disk answered too late");
  });
  const { rotator, log } = setUp({ store: { load: async () => stored, save } });
  expect((await failure(rotator.rotate())).message).toContain("could not save key key_1");
  expect(await rotator.rotate()).toMatchObject({ keyId: "key_1" });
  expect(log).toEqual([
    "POST /keys/key_old/rotate svc_live_old_secret",
    "GET /analytics/usage svc_live_secret_1",
  ]);
});

test("an error of the store is shown without the key that was to be saved", async () => {
  const save = async ({ key }: KeyRecord) => Promise.reject(new Error(`INSERT failed: ${key}`));
  const { rotator } = setUp({ store: { load: async () => OLD, save } });
  const error = await failure(rotator.rotate());
  expect(inspect(error)).toContain("INSERT failed");
  expect(inspect(error)).not.toContain("svc_live_secret_1");
});

describe("a key without a readable date", () => {
  const issued = { ...KEY_RECORD, keyId: "key_1", key: "svc_live_secret_1" };

  test.each([{ createdAt: "just now" }, { createdAt: null }, { createdAt: undefined }])(
    "a new key gets its time of arrival as its date: %o",
    async (odd) => {
      const { client, log, behaviour, stored, clock } = setUp({ maxAge: 1000 });
      behaviour.rotate = { status: 201, json: { ...issued, ...odd } };
      for (let i = 0; i < 4; i++) await client.prices.retrieve("SOL");
      expect(log.filter((line) => line.includes("/rotate"))).toHaveLength(1);
      expect(stored()?.createdAt).toBe(new Date(clock.now()).toISOString());
    },
  );
});

describe("an answer in another shape", () => {
  const ANSWER = { api_key: { id: "key_theirs", value: "opaque-secret-1", since: "2026-01-01T00:00:00Z" } };
  /** A rotator whose service answers every rotation with `ANSWER`. */
  function foreign(options: Partial<KeyRotatorOptions> = {}) {
    const all = setUp(options);
    all.behaviour.rotate = { status: 201, json: ANSWER };
    return all;
  }

  test("is read with readKey, also after a rotation without it", async () => {
    const store = new FileKeyStore(`${temporaryFolder()}/key.json`);
    await store.save(OLD);
    await failure(foreign({ store }).rotator.rotate());
    const readKey = (answer: unknown) => {
      const { id: keyId, value: key, since: createdAt } = (answer as typeof ANSWER).api_key;
      return { keyId, key, createdAt };
    };
    const { rotator, client, log } = foreign({ store, readKey });
    expect(await rotator.rotate()).toEqual({
      keyId: "key_theirs",
      previousKeyId: "key_old",
      createdAt: "2026-01-01T00:00:00Z",
    });
    await client.prices.retrieve("SOL");
    expect(log.at(-1)).toBe("GET /prices/SOL opaque-secret-1");
  });

  test("that readKey cannot read is reported without the secret", async () => {
    const readKey = (answer: unknown): never => {
      throw new TypeError(`no id in ${JSON.stringify(answer)}`);
    };
    const { rotator } = foreign({ readKey });
    const error = await failure(rotator.rotate());
    expect(error).toMatchObject({
      name: "RotationUncertainError",
      cause: { message: expect.stringContaining("no id in") },
    });
    expect(inspect(error, { depth: 9 })).not.toContain("opaque");
    for (const odd of [{ keyId: "key_1", key: 7 }, { key: "k" }, undefined])
      expect((await failure(foreign({ readKey: () => odd as never }).rotator.rotate())).name).toBe(
        "RotationUncertainError",
      );
  });
});

test("listeners get events of a rotator set by withOptions, once per rotation", async () => {
  const { rotator } = setUp();
  const { client: base } = clientWith([{ json: PRICE }]);
  const heard: string[] = [];
  base.on("keyRotated", ({ keyId }) => heard.push(keyId));
  const client = base.withOptions({ apiKey: rotator.apiKey });
  client.withOptions({ apiKey: rotator.apiKey, timeout: 5000 }).withOptions({ maxRetries: 0 });
  await rotator.rotate();
  expect(heard).toEqual(["key_1"]);
});

describe("a new key that is refused inside the overlap", () => {
  const createdAt = new Date(NOW).toISOString();
  const NEW = { keyId: "key_new", key: "svc_live_new_secret", createdAt, previous: OLD };
  /** A client of a service that accepts only the old key, as after a rollback of the service's database. */
  const service = (accepted = OLD.key) => {
    const used: string[] = [];
    const fetch = async (_: string, { headers }: Parameters<FetchLike>[1]) => {
      const key = headers["authorization"]?.slice(7) ?? "";
      used.push(key);
      return key === accepted
        ? Response.json(PRICE)
        : Response.json({ error: { code: "unauthorized", message: "no" } }, { status: 401 });
    };
    const clock = fakeClock(NOW + 60_000);
    const store = { load: async () => NEW, save: async () => {} };
    const rotator = new KeyRotator({ store, baseUrl: BASE, fetch, clock });
    const told: string[] = [];
    rotator.on("rotationFailed", ({ keyId, error }) => told.push(`${keyId} ${error.name}`));
    const client = new IntentTx({ apiKey: rotator.apiKey, baseUrl: BASE, fetch, clock });
    return { client, used, clock, told };
  };

  test("the old one is used, reported once, and the new one is retried a minute later", async () => {
    const { client, used, clock, told } = service();
    expect(await client.prices.retrieve("SOL")).toEqual(PRICE);
    expect(await client.prices.retrieve("SOL")).toEqual(PRICE);
    expect(used).toEqual([NEW.key, OLD.key, OLD.key]);
    expect(told).toEqual(["key_old RotationUncertainError"]);
    await clock.sleep(61_000);
    expect(await client.prices.retrieve("SOL")).toEqual(PRICE);
    expect(used.slice(3)).toEqual([NEW.key, OLD.key]);
    expect(told).toHaveLength(1);
  });

  test("a service that accepts neither key gets each of them once for a request", async () => {
    const { client, used } = service("none");
    expect((await failure(client.prices.retrieve("SOL"))).name).toBe("AuthenticationError");
    expect((await failure(client.prices.retrieve("SOL"))).name).toBe("AuthenticationError");
    expect(used).toEqual([NEW.key, OLD.key, OLD.key, NEW.key]);
  });

  test("after the overlap the client does not fall back to the old key", async () => {
    const { client, used, clock } = service();
    await clock.sleep(DAY);
    expect((await failure(client.prices.retrieve("SOL"))).name).toBe("AuthenticationError");
    expect(used).toEqual([NEW.key]);
  });
});

test("a record without keyId works; rotating it reports the missing keyId", async () => {
  const { keyId: _, ...record } = OLD;
  const { rotator, client, log } = setUp({ record: record as never });
  expect(await client.prices.retrieve("SOL")).toEqual(PRICE);
  const { name, message } = await failure(rotator.rotate());
  expect([name, message]).toEqual(["ConfigurationError", expect.stringContaining("has no keyId")]);
  expect(log.some((line) => line.includes("rotate"))).toBe(false);
  const none = setUp({ record: { keyId: "key_1" } as never });
  expect((await failure(none.client.prices.retrieve("SOL"))).message).toContain("has no key:");
});

describe("keys whose age always exceeds the limit", () => {
  const old = new Date(NOW - 91 * DAY).toISOString();
  const successor = (number: number): Reply => ({
    status: 201,
    json: { ...KEY_RECORD, keyId: `key_${number}`, key: `svc_live_secret_${number}`, createdAt: old },
  });

  test("keys rotate once an hour, also across restarts, if the service keeps createdAt or the clock is ahead", async () => {
    const { rotator, client, behaviour, log, clock, stored } = setUp({ record: { ...OLD, createdAt: old } });
    behaviour.rotate = successor(1);
    const rotations = () => log.filter((line) => line.includes("/rotate")).length;
    for (let i = 0; i < 20; i++) await client.prices.retrieve("SOL");
    expect(rotations()).toBe(1);
    const again = setUp({ record: stored(), clock });
    again.behaviour.rotate = successor(2);
    await again.client.prices.retrieve("SOL");
    expect(again.log.join()).not.toContain("/rotate");
    await clock.sleep(HOUR);
    behaviour.rotate = successor(2);
    for (let i = 0; i < 20; i++) await client.prices.retrieve("SOL");
    expect(rotations()).toBe(2);
    behaviour.rotate = successor(3);
    expect(await rotator.rotate()).toMatchObject({ keyId: "key_3" });
  });

  test("a key whose rotation is in the future, because the clock was set back, is rotated", async () => {
    const rotatedAt = new Date(NOW + DAY).toISOString();
    const { client, log } = setUp({ record: { ...OLD, createdAt: old, rotatedAt } });
    await client.prices.retrieve("SOL");
    await settled();
    expect(log.join()).toContain("/rotate");
  });

  test("maxAge is the interval if it is less than an hour", async () => {
    const { client, behaviour, log, clock } = setUp({ maxAge: 1000, record: { ...OLD, createdAt: old } });
    for (let number = 1; number <= 3; number++) {
      behaviour.rotate = successor(number);
      for (let i = 0; i < 5; i++) await client.prices.retrieve("SOL");
      await clock.sleep(1000);
    }
    expect(log.filter((line) => line.includes("/rotate"))).toHaveLength(3);
  });
});

test("a rotation whose response to rotate() was lost is continued by a request a minute later", async () => {
  const { rotator, client, clock, behaviour, log, stored } = setUp();
  behaviour.rotate = { error: { code: "ECONNRESET" } };
  expect((await failure(rotator.rotate())).name).toBe("RotationUncertainError");
  behaviour.rotate = undefined;
  await client.prices.retrieve("SOL");
  await settled();
  expect(stored()?.keyId).toBe("key_old");
  await clock.sleep(61_000);
  await client.prices.retrieve("SOL");
  await settled();
  expect([stored()?.keyId, await rotator.apiKey()]).toEqual(["key_2", "svc_live_secret_2"]);
  expect(log.filter((line) => line.includes("/rotate"))).toHaveLength(2);
});
