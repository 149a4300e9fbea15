import { createMockServer } from "@intent-tx/mock-server";
import { IntentTx } from "intent-tx";
import { RedisRateLimit } from "intent-tx/redis";
import type { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { PROGRAMS, RedisServer } from "./servers.js";
import type { Loaded } from "./worker.js";
import { Worker, workerProgram } from "./workers.js";

/** A busy machine may be late with each response of Redis. */
const PATIENT_MS = 60_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Runs processes on a virtual clock, which starts at 0 and also is the clock of their scripts in Redis. It advances to
 * the next timer when no call to Redis is in progress, so the speed of the machine does not matter.
 */
async function onVirtualTime(
  connection: Redis,
  run: (client: Pick<Redis, "call">) => Promise<unknown>,
): Promise<void> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"], now: 0 });
  try {
    let inProgress = 0;
    const call = async (command: string, script: string, ...args: string[]) => {
      inProgress++;
      const now = Date.now();
      void connection.hset("clock", { s: Math.floor(now / 1000), us: (now % 1000) * 1000 });
      const timed = script.replace("redis.call('TIME')", "redis.call('HMGET', 'clock', 's', 'us')");
      return connection.call(command, timed, ...args).finally(() => inProgress--);
    };
    let hasEnded = false;
    const ended = run({ call } as Pick<Redis, "call">).finally(() => {
      hasEnded = true;
    });
    while (!hasEnded) {
      await new Promise(setImmediate);
      if (inProgress === 0) vi.advanceTimersToNextTimer();
    }
    await ended;
  } finally {
    vi.useRealTimers();
  }
}

let program: Awaited<ReturnType<typeof workerProgram>>;
beforeAll(async () => {
  program = await workerProgram();
});
afterAll(() => program?.remove());

describe.each(PROGRAMS)("%s", (name) => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await RedisServer.start(name);
  });
  afterAll(() => redis?.close());

  test("eight processes use up a shared window of 200 with almost no 429", async () => {
    await using server = await createMockServer({ limits: { enterprise: { requestsPerMinute: 200 } } });
    await server.listen();
    const task = {
      task: "load",
      baseUrl: server.baseUrl,
      apiKey: server.keys.enterprise,
      name: "unused",
      redis: redis.port,
      callers: 8,
    } as const;
    const workers = Array.from({ length: 8 }, () => new Worker(program.path, task));
    await Promise.all(workers.map((one) => one.says("ready")));
    await server.clock.set(Math.ceil(Date.now() / 60_000) * 60_000 + 1000);
    server.clock.resume();
    for (const worker of workers) worker.tell("go");
    const answered = async (status: number) => {
      const metrics = await (await fetch(`${server.controlUrl}/metrics`)).text();
      const line = new RegExp(`operation="prices.retrieve",status="${status}"} (\\d+)`);
      return Number(line.exec(metrics)?.[1] ?? 0);
    };
    let served = 0;
    const isUsedUp = async () => {
      const before = served;
      served = await answered(200);
      return served >= 190 && served === before;
    };
    await expect.poll(isUsedUp, { interval: 1000 }).toBe(true);
    for (const worker of workers) worker.tell("stop");
    const outcomes = await Promise.all(workers.map((worker) => worker.outcome<Loaded>()));
    expect(outcomes.flatMap(({ failures }) => failures)).toEqual([]);
    const limited = await answered(429);
    console.log(`${served} answered, ${limited} refused`);
    // Without sharing, each of the eight processes would use the full limit.
    expect(limited).toBeLessThan(served / 20);
  });

  test.each([
    ["dies", (server: RedisServer) => server.kill(), (server: RedisServer) => server.start()],
    [
      "stands still",
      async (server: RedisServer) => server.signal("SIGSTOP"),
      async (server: RedisServer) => server.signal("SIGCONT"),
    ],
  ])(
    "a Redis that %s fails no call: it is reported, each process counts separately, then jointly again",
    async (_, leave, comeBack) => {
      await using server = await createMockServer({ limits: { enterprise: { requestsPerMinute: 100_000 } } });
      await server.listen();
      const connection = redis.connect();
      const pace = new RedisRateLimit({ redis: connection });
      let told: string[] = [];
      pace.on("disconnected", ({ error }) => told.push(`away: ${error.name}`));
      pace.on("reconnected", () => told.push("reconnected"));
      const options = { apiKey: server.keys.enterprise, baseUrl: server.baseUrl, maxRetries: 0 };
      const client = new IntentTx({ ...options, rateLimit: { store: pace } });
      const calls = (count: number) =>
        Promise.all(Array.from({ length: count }, () => client.prices.retrieve("SOL")));
      const state = async () => {
        await calls(1);
        return told.at(-1) ?? "reconnected";
      };

      await calls(20);
      // On a busy machine, Redis may have been late before.
      await expect.poll(state).toBe("reconnected");
      told = [];
      await leave(redis);
      for (let round = 0; round < 5; round++) await calls(20);
      expect(told).toEqual(["away: ConnectionError"]);
      await comeBack(redis);
      await expect.poll(state).toBe("reconnected");
      expect(told.slice(0, 2)).toEqual(["away: ConnectionError", "reconnected"]);
      connection.disconnect();
    },
  );

  describe.each([
    ["answers at once", 0],
    // Slow, but within the default timeout of one second.
    ["answers after 300 ms", 300],
    ["answers after its timeout", 1200],
  ])("twenty processes and a Redis that %s", (words, delayMs) => {
    test("share 30 requests per window evenly, and few are refused", async () => {
      const WINDOW_MS = 8000;
      const LIMIT = 30;
      const WINDOWS = 3;
      const counts: number[] = [];
      let refused = 0;
      /** One request to a service with windows of eight seconds. */
      const ask = async () => {
        await pause(20);
        const window = Math.floor(Date.now() / WINDOW_MS);
        const used = counts[window] ?? 0;
        const isOk = used < LIMIT;
        if (isOk) counts[window] = used + 1;
        else if (window > 0) refused++;
        const remaining = LIMIT - (counts[window] ?? 0);
        return { isOk, seen: { limit: LIMIT, remaining, resetAt: new Date((window + 1) * WINDOW_MS) } };
      };
      const end = (1 + WINDOWS) * WINDOW_MS - 200;
      const served = Array.from({ length: 20 }, () => 0);
      const connection = redis.connect();
      await onVirtualTime(connection, (client) => {
        const slow = {
          call: async (command: string, ...args: string[]) => {
            await pause(delayMs);
            return client.call(command, ...args);
          },
        };
        const caller = async (limit: RedisRateLimit, process: number) => {
          while (Date.now() < end) {
            const now = Date.now();
            const taken = await limit.acquire({ account: "", now, must: false });
            if (typeof taken === "number") {
              await pause(Math.min(taken, Math.max(0, end - now)));
              continue;
            }
            const { isOk, seen } = await ask();
            taken(seen);
            if (!isOk) await pause(seen.resetAt.getTime() - Date.now());
            else if (Date.now() >= WINDOW_MS) served[process] = (served[process] ?? 0) + 1;
          }
        };
        const callers = served.map((_, process) => {
          const limit = new RedisRateLimit({ redis: slow, name: `fair ${words}` });
          return Promise.all(Array.from({ length: 4 }, () => caller(limit, process)));
        });
        return Promise.all(callers);
      });
      connection.disconnect();
      const sum = served.reduce((all, one) => all + one, 0);
      const jain = sum ** 2 / (served.length * served.reduce((all, one) => all + one ** 2, 0));
      console.log(
        `${words}: ${sum} answered in ${WINDOWS} windows of ${LIMIT}, ${refused} refused, Jain ${jain.toFixed(3)}: ${served}`,
      );
      if (delayMs < 1000) expect(jain).toBeGreaterThanOrEqual(0.9);
      if (delayMs < 1000) expect(sum).toBeGreaterThanOrEqual(2.5 * LIMIT);
      // Without sharing, each of the twenty processes would use the full limit in every window.
      expect(refused).toBeLessThan(delayMs < 1000 ? 30 : 120);
    });
  });

  test.each(["unseen", "reset"])(
    "after the clock was set back, %s in the future stops no request",
    async (time) => {
      const connection = redis.connect();
      const window = new RedisRateLimit({ redis: connection, name: time, timeout: PATIENT_MS });
      const take = () => window.acquire({ account: "", now: Date.now(), must: false });
      const taken = await take();
      const resetAt = new Date(Date.now() + 60_000);
      if (time === "reset" && typeof taken === "function") taken({ limit: 30, remaining: 0, resetAt });
      if (time === "reset") {
        // The report is sent without waiting for it.
        const limit = () => connection.call("HGET", `intent-tx:window:{${time}}`, "limit");
        await expect.poll(limit).toBe("30");
        expect(await take()).toBeTypeOf("number");
      }
      // As if all earlier requests had been made an hour later.
      for (const name of ["at", time])
        await connection.call("HINCRBY", `intent-tx:window:{${time}}`, name, "3600000");
      expect(await take()).toBeTypeOf("function");
      connection.disconnect();
    },
  );

  test.each(["no longer", "still"])(
    "a process gets only the rest of a window of which another one, that %s asks, took the most",
    async (asks) => {
      const connection = redis.connect();
      const options = { redis: connection, name: `taken by one that ${asks} asks`, timeout: PATIENT_MS };
      const take = (window: RedisRateLimit) => window.acquire({ account: "", now: Date.now(), must: false });
      const [first, second] = [0, 1].map(() => new RedisRateLimit(options));
      const [probe, place] = [await take(first!), `intent-tx:window:{${options.name}}`];
      if (typeof probe === "function")
        probe({ limit: 30, remaining: 30, resetAt: new Date(Date.now() + 60_000) });
      await expect.poll(() => connection.call("HGET", place, "limit")).toBe("30");
      await Promise.all(Array.from({ length: 20 }, () => take(first!)));
      if (asks === "no longer") await connection.call("DEL", `${place}:asking`);
      await Promise.race(Array.from({ length: 25 }, () => take(second!)));
      expect(await connection.call("ZCARD", `${place}:underway`)).toBe(30);
      connection.disconnect();
    },
  );

  test("requests before the first known limit do not count in the first window's shares", async () => {
    const connection = redis.connect();
    const options = { redis: connection, name: "told late", timeout: PATIENT_MS };
    const [busy, calm] = [0, 1].map(() => new RedisRateLimit(options));
    const place = async (window: RedisRateLimit) => {
      const taken = await window.acquire({ account: "", now: Date.now(), must: false });
      if (typeof taken === "number") throw new Error(`no slot for ${taken} ms`);
      return taken;
    };
    for (let count = 0; count < 300; count++) (await place(busy!))(undefined);
    const resetAt = new Date(Date.now() + 60_000);
    (await place(calm!))({ limit: 100, remaining: 99, resetAt });

    let isServed = false;
    const waiting = place(busy!).then((taken) => {
      isServed = true;
      return taken;
    });
    // The calm process keeps sending, so its share stays reserved.
    for (let remaining = 98; remaining > 58 && !isServed; remaining--) {
      (await place(calm!))({ limit: 100, remaining, resetAt });
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(isServed).toBe(true);
    (await waiting)({ limit: 100, remaining: 50, resetAt });
    connection.disconnect();
  });
});
