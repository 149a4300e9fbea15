import { ConfigurationError, ConnectionError } from "intent-tx";
import { RedisJournal } from "intent-tx/redis";
import { checkJournal } from "intent-tx/solana";
import type { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { record } from "../../sdk/pay/record.js";
import { CLIENTS, type Connected } from "./clients.js";
import { PROGRAMS, RedisServer } from "./servers.js";

/** A busy machine may be late with each response of Redis. */
const PATIENT_MS = 60_000;

describe.each(PROGRAMS)("RedisJournal over %s", (program) => {
  let server: RedisServer;
  let redis: Redis;
  beforeAll(async () => {
    server = await RedisServer.start(program);
    redis = server.connect();
  });
  afterAll(async () => {
    redis?.disconnect();
    await server?.close();
  });

  /** Redis's clock cannot be set, so the retention is shortened instead. */
  async function pass(ms: number): Promise<void> {
    for (const key of await redis.keys("*")) {
      const left = await redis.pttl(key);
      if (left >= 0) await redis.pexpire(key, left - ms);
    }
  }

  describe.each(Object.entries(CLIENTS))("%s", (name, connect) => {
    let connected: Connected;
    beforeAll(async () => {
      connected = await connect(server.port);
    });
    afterAll(() => connected?.close());
    test("meets the contract of journals", () =>
      checkJournal(
        () => new Proxy(new RedisJournal({ redis: connected.client, name, timeout: PATIENT_MS }), {}),
        {
          pass,
          async damage(paymentId) {
            await redis.hset(`intent-tx:journal:{${name}}:open`, paymentId, "?");
          },
        },
      ));
  });

  test.each(["", "1 null", "null", "1"])(
    "a row of %j is damaged, and not a payment that was never made",
    async (row) => {
      const journal = new RedisJournal({ redis, timeout: PATIENT_MS });
      const one = record();
      await redis.hset("intent-tx:journal:{default}:open", one.paymentId, row);
      for (const call of [() => journal.get(one.paymentId), () => journal.claim(one)])
        expect((await call().catch((error: unknown) => error)) ?? undefined).toBeDefined();
    },
  );

  test("in a cluster, a journal's records are all in one slot", async () => {
    await redis.flushall();
    const journal = new RedisJournal({ redis, name: "payments", prefix: "shop", timeout: PATIENT_MS });
    const [one, two] = [record(), record({ outcome: "failed", state: "settled" })];
    for (const each of [one, two]) await journal.claim(each);
    const keys = await redis.keys("*");
    expect(keys).toHaveLength(2);
    for (const key of keys) expect(key).toMatch(/^shop:journal:\{payments\}:/);
  });

  test("a server that may evict records is refused; if its policy cannot be read, it is accepted", async () => {
    const journal = new RedisJournal({ redis, timeout: PATIENT_MS });
    const one = record();
    for (const policy of ["allkeys-lru", "volatile-ttl"]) {
      await redis.config("SET", "maxmemory-policy", policy);
      const refused = journal.claim(one);
      await expect(refused).rejects.toThrow(ConfigurationError);
      await expect(refused).rejects.toThrow(`maxmemory-policy ${policy}`);
      expect(await journal.get(one.paymentId)).toBeUndefined();
    }
    await redis.acl("SETUSER", "app", "on", ">word", "~*", "+@all", "-info");
    const app = redis.duplicate({ username: "app", password: "word", enableReadyCheck: false });
    expect(await new RedisJournal({ redis: app, timeout: PATIENT_MS }).claim(one)).toBeUndefined();
    app.disconnect();
    await redis.config("SET", "maxmemory-policy", "noeviction");
    expect(await journal.claim(record())).toBeUndefined();
  });

  test("an unresponsive server causes a ConnectionError, and is used again when it responds", async () => {
    const journal = new RedisJournal({ redis, timeout: 200 });
    const one = record();
    server.signal("SIGSTOP");
    await expect(journal.claim(one)).rejects.toThrow(ConnectionError);
    server.signal("SIGCONT");
    // The reply was late, but the claim exists.
    await expect.poll(() => journal.get(one.paymentId)).toEqual(one);
  });
});

test("unknown options, secrets as names and invalid clients are refused", () => {
  const redis = { call: async () => [] };
  for (const options of [
    { redis, keys: "x" },
    { redis, key: "payments" },
    { redis, name: "svc_live_abc" },
    { redis: "redis://localhost" },
  ])
    expect(() => new RedisJournal(options as never)).toThrow(ConfigurationError);
});
