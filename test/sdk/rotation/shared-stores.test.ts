import { inspect } from "node:util";
import { type KeyRecord, KeyRotator, type KeyStore, type RateLimitWindow } from "intent-tx";
import { RedisKeyStore, RedisRateLimit, type ReleaseSlot } from "intent-tx/redis";
import { afterEach, describe, expect, test, vi } from "vitest";
import { BASE, clientWith, deferred, failure, fakeClock, fakeFetch, KEY, PRICE } from "../harness.js";
import { OLD, settled } from "./rotation-harness.js";

const NEW: KeyRecord = { ...OLD, keyId: "key_new", key: "svc_live_new_secret", previous: OLD };
const MINUTE = 60_000;
const UNSENT = { error: { code: "ECONNREFUSED" } };

afterEach(() => void vi.useRealTimers());

describe("a store that performs rotations", () => {
  function setUp(store: Partial<KeyStore>, maxAge?: number) {
    const { fetch } = fakeFetch({ json: PRICE });
    const clock = fakeClock(Date.parse(OLD.createdAt) + MINUTE);
    let record: KeyRecord = OLD;
    let loads = 0;
    const load = async () => {
      loads++;
      return record;
    };
    const save = async () => Promise.reject(new Error("The rotator saves nothing itself."));
    const rotator = new KeyRotator({
      store: { load, save, ...store },
      baseUrl: BASE,
      fetch,
      clock,
      maxAge,
    });
    const told: string[] = [];
    rotator.on("keyRotated", ({ keyId, previousKeyId }) => told.push(`${previousKeyId} to ${keyId}`));
    const put = (next: KeyRecord) => {
      record = next;
    };
    return { rotator, told, put, clock, loads: () => loads };
  }

  test("rotate() waits for the outcome from any process, and reports it once", async () => {
    const asked: unknown[] = [];
    const { rotator, told } = setUp({
      rotate: async (keyId, _, wait) => {
        asked.push([keyId, wait]);
        return NEW;
      },
    });
    const [one, two] = await Promise.all([rotator.rotate(), rotator.rotate()]);
    expect(one).toEqual({ keyId: "key_new", previousKeyId: OLD.keyId, createdAt: NEW.createdAt });
    expect(two).toBe(one);
    expect(asked).toEqual([[OLD.keyId, true]]);
    expect(told).toEqual([`${OLD.keyId} to key_new`]);
    expect(await rotator.apiKey()).toBe(NEW.key);
  });

  test("by age, a request does not wait for another process, and asks again only after a second", async () => {
    const waits: boolean[] = [];
    const rotate: KeyStore["rotate"] = async (_, __, wait) => {
      waits.push(wait);
      return undefined;
    };
    const { rotator, clock } = setUp({ rotate }, 1000);
    for (let i = 0; i < 3; i++) {
      expect(await rotator.apiKey()).toBe(OLD.key);
      await settled();
    }
    expect(waits).toEqual([false]);
    await clock.sleep(1000);
    await rotator.apiKey();
    expect(waits).toEqual([false, false]);
  });

  test("a read that began before a rotation does not bring the old key back", async () => {
    const slow = deferred<KeyRecord>();
    const load = vi.fn(() => slow.promise).mockResolvedValueOnce(OLD);
    const { rotator, told } = setUp({ refresh: 0, load, rotate: async () => NEW });
    await rotator.apiKey();
    const read = rotator.apiKey();
    await rotator.rotate();
    slow.resolve(OLD);
    expect(await read).toBe(NEW.key);
    expect(told).toEqual([`${OLD.keyId} to key_new`]);
  });

  test("an unfinished rotation is continued at any age of the key", async () => {
    const { rotator, put } = setUp({ rotate: async () => NEW });
    put({ ...OLD, unfinished: true });
    await rotator.apiKey();
    await settled();
    expect(await rotator.apiKey()).toBe(NEW.key);
  });

  test("a record older than refresh is reloaded; a key from another process is reported", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const { rotator, told, put, loads } = setUp({ refresh: 500, rotate: async () => undefined });
    await rotator.apiKey();
    put(NEW);
    vi.advanceTimersByTime(499);
    expect(await rotator.apiKey()).toBe(OLD.key);
    expect(loads()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(await Promise.all([rotator.apiKey(), rotator.apiKey()])).toEqual([NEW.key, NEW.key]);
    vi.advanceTimersByTime(499);
    await rotator.apiKey();
    expect(loads()).toBe(2);
    expect(told).toEqual([`${OLD.keyId} to key_new`]);
  });
});

describe("a custom rate-limit store", () => {
  const headers = {
    "X-RateLimit-Limit": "3",
    "X-RateLimit-Remaining": "2",
    "X-RateLimit-Reset": "1767225660",
  };

  test("is called before each attempt with the account, never the key, and gets the response's limits", async () => {
    const told: Parameters<ReleaseSlot>[] = [];
    const asked: object[] = [];
    const pace: RateLimitWindow = {
      acquire: async (request) => {
        asked.push(request);
        return (...outcome) => told.push(outcome);
      },
    };
    const replies = [{ error: {} }, UNSENT, { json: {} }, { json: PRICE, headers }];
    const { client } = clientWith(replies, { rateLimit: { store: pace } });
    await failure(client.prices.retrieve("SOL"));
    await client.prices.retrieve("SOL");
    const account = expect.stringMatching(/^[\da-f]{32}$/);
    expect(asked).toEqual(asked.map(() => ({ account, now: expect.any(Number), must: false })));
    expect(told.map(([, missing]) => missing)).toEqual(["lost", "not-sent", undefined, undefined]);
    expect(told.map(([limits]) => limits?.remaining)).toEqual([undefined, undefined, undefined, 2]);
  });

  test("is asked again after a wait on the clock", async () => {
    const musts: boolean[] = [];
    const pace: RateLimitWindow = {
      acquire: ({ must }) => {
        musts.push(must);
        return must || musts.length > 2 ? () => {} : 1000;
      },
    };
    const options = { rateLimit: { store: pace } };
    const first = clientWith([{ json: PRICE }], options);
    await first.client.prices.retrieve("SOL");
    expect(first.clock.slept).toEqual([1000, 1000]);
    expect(musts).toEqual([false, false, false]);
  });

  test("that fails is reported without the key that it quotes", async () => {
    const acquire = () => Promise.reject(new Error(`no slot for ${KEY}`));
    const { client } = clientWith([{}], { rateLimit: { store: { acquire } } });
    expect((await failure(client.analytics.usage())).cause).toMatchObject({ message: "no slot for ***" });
  });

  test("a slot granted after the call was aborted is released", async () => {
    const slot = deferred<() => void>();
    const acquire = vi.fn(() => slot.promise);
    const { client, seen: sent } = clientWith([{ json: PRICE }], { rateLimit: { store: { acquire } } });
    const controller = new AbortController();
    const call = client.prices.retrieve("SOL", { signal: controller.signal });
    await expect.poll(() => acquire).toHaveBeenCalled();
    controller.abort();
    expect((await failure(call)).name).toBe("AbortedError");
    const back = vi.fn();
    slot.resolve(back);
    await expect.poll(() => back.mock.calls).toEqual([[undefined, "not-sent"]]);
    expect(sent).toHaveLength(0);
  });

  test("in Redis, a request without a response does not count as a response without a rate limit", async () => {
    const call = vi.fn(async (..._: string[]) => ["1", "7", "0", "0", "1"]);
    const store = new RedisRateLimit({ redis: { call }, name: "n" });
    const { client } = clientWith([UNSENT, { json: PRICE }], { rateLimit: { store } });
    await client.prices.retrieve("SOL");
    await settled();
    const reports = call.mock.calls.filter((command) => command.at(-4) === "7");
    expect(reports.map((command) => command.at(-3))).toEqual(["", "none"]);
  });
});

describe("Redis that does not answer", () => {
  const request = { account: "a", now: Date.now(), must: false };

  test("is waited for up to its timeout; then each process counts separately, and retries after a pause", async () => {
    vi.useFakeTimers();
    let calls = 0;
    let answer = (): Promise<unknown> => new Promise(() => {});
    const client = {
      call: () => {
        calls++;
        return answer();
      },
    };
    const pace = new RedisRateLimit({ redis: client, name: "n", timeout: 250 });
    const told: string[] = [];
    pace.on("disconnected", ({ error }) => told.push(error.message));
    pace.on("reconnected", () => told.push("reconnected"));

    const first = pace.acquire(request);
    await vi.advanceTimersByTimeAsync(251);
    expect(typeof (await first)).toBe("function");
    expect(told).toEqual(["The request to Redis failed: no answer within 250 ms."]);
    // While Redis is known to be unreachable, `acquire` does not call it.
    expect(typeof (await pace.acquire(request))).toBe("function");
    expect(calls).toBe(1);

    answer = async () => ["1", "1", "0", "0"];
    await vi.advanceTimersByTimeAsync(500);
    expect(typeof (await pace.acquire(request))).toBe("function");
    expect(calls).toBe(2);
    expect(told.at(-1)).toBe("reconnected");
  });

  test.each([null, "QUEUED"])(
    "an answer of %j is a failure, and nothing is written again",
    async (answer) => {
      let calls = 0;
      const call = async () => {
        if (calls++ > 10) throw new Error("written again and again");
        return answer;
      };
      const error = await failure(new RedisKeyStore({ redis: { call } }).save(OLD));
      expect(error.message).toContain("no list");
    },
  );

  test.each(["null", "5", '{"record":{}}'])("a state of %s is refused", async (state) => {
    const store = new RedisKeyStore({ redis: { call: async () => ["1", state, "5"] } });
    expect((await failure(store.load())).message).toContain("{default} in Redis contains no key record.");
  });

  test("errors of its client are exposed without their command", async () => {
    const reply = Object.assign(new Error(`ERR near ${KEY}`), { command: { args: [KEY] }, code: "ERR" });
    const client = { call: () => Promise.reject(reply) };
    const store = new RedisKeyStore({ redis: client, name: "n" });
    const told: unknown[] = [];
    store.on("disconnected", (event) => told.push(event));
    const error = await failure(store.load());
    expect(error.name).toBe("ConnectionError");
    for (const one of [error, store, told])
      expect(inspect(one, { depth: 9, showHidden: true })).not.toContain(KEY);
  });

  test("invalid options are refused", () => {
    const redis = { call: async () => [] };
    expect(() => new RedisKeyStore({ redis, leaseMS: 5 } as never)).toThrow(/did you mean lease\?/);
    expect(() => new RedisKeyStore({ redis, refresh: 0 })).toThrow(/refresh must be milliseconds/);
    expect(() => new RedisKeyStore({ redis, encryptionKey: [] })).toThrow(
      /^encryptionKey is an empty list, .+ or omit encryptionKey\.$/,
    );
    // For example, a second key that is not configured.
    for (const encryptionKey of [null, [undefined]])
      expect(() => new RedisKeyStore({ redis, encryptionKey } as never)).toThrow(
        /^encryptionKey must be a CryptoKey/,
      );
    expect(() => new RedisRateLimit({ redis, timeout: Number.NaN })).toThrow(/timeout must be milliseconds/);
    expect(() => new RedisRateLimit({ redis: {} as never })).toThrow(/client of ioredis/);
    // An API key must not be part of a Redis key, because every user of the database can see Redis keys.
    for (const Shared of [RedisKeyStore, RedisRateLimit]) {
      // If the name contains "{}", a Redis cluster would spread its entries over several nodes.
      for (const name of [KEY, "", "}"])
        expect(() => new Shared({ redis, name })).toThrow(/^name must be a name .+ never an API key\.$/);
      for (const prefix of [5, "", "app{}"])
        expect(() => new Shared({ redis, prefix: prefix as string })).toThrow(
          'prefix must be a string such as "intent-tx", without {}.',
        );
      expect(new Shared({ redis, prefix: "{app}", name: "a}b" })).toBeInstanceOf(Shared);
    }
  });
});
