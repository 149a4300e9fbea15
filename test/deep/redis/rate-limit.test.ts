import { createMockServer } from "@intent-tx/mock-server";
import { IntentTx } from "intent-tx";
import { RedisRateLimit } from "intent-tx/redis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PROGRAMS, RedisServer } from "./servers.js";
import type { Loaded } from "./worker.js";
import { Worker, workerProgram } from "./workers.js";

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

  test("twenty processes use up a shared window of 600 with almost no 429", async () => {
    await using server = await createMockServer({ clock: { now: "2026-01-01T00:00:45Z", mode: "running" } });
    await server.listen();
    const task = {
      task: "load",
      baseUrl: server.baseUrl,
      apiKey: server.keys.enterprise,
      name: "unused",
      redis: redis.port,
      callers: 4,
      endMs: 78_000,
    } as const;
    const workers = Array.from({ length: 20 }, () => new Worker(program.path, task));
    for (const worker of await Promise.all(workers.map((one) => one.says("ready")))) worker.go();
    const outcomes = await Promise.all(workers.map((worker) => worker.outcome<Loaded>()));

    const sum = (minute: string, what: "ok" | "limited") =>
      outcomes.reduce((all, { minutes }) => all + (minutes[minute]?.[what] ?? 0), 0);
    const minutes = [...new Set(outcomes.flatMap((one) => Object.keys(one.minutes)))].sort();
    console.log(
      minutes
        .map((minute) => `${minute}: ${sum(minute, "ok")} answered, ${sum(minute, "limited")} refused`)
        .join("; "),
    );
    expect(outcomes.flatMap(({ failures }) => failures)).toEqual([]);
    // The load lasts for this whole minute.
    expect(minutes).toContain("00:01");
    expect(sum("00:01", "ok")).toBeGreaterThanOrEqual(570);
    const [ok, limited] = (["ok", "limited"] as const).map((what) =>
      minutes.reduce((all, one) => all + sum(one, what), 0),
    );
    expect(limited! / (ok! + limited!)).toBeLessThan(0.01);
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
      const told: string[] = [];
      pace.on("away", ({ error }) => told.push(`away: ${error.name}`));
      pace.on("back", () => told.push("back"));
      const options = { apiKey: server.keys.enterprise, baseUrl: server.baseUrl, maxRetries: 0 };
      const client = new IntentTx({ ...options, rateLimit: { store: pace } });
      const calls = (count: number) =>
        Promise.all(Array.from({ length: count }, () => client.prices.retrieve("SOL")));

      await calls(20);
      await leave(redis);
      for (let round = 0; round < 5; round++) await calls(20);
      expect(told).toEqual(["away: ConnectionError"]);
      await comeBack(redis);
      for (let round = 0; round < 200 && told.length < 2; round++) {
        await calls(1);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      expect(told).toEqual(["away: ConnectionError", "back"]);
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
      const connection = redis.connect();
      const slow = {
        call: async (command: string, ...args: string[]) => {
          await new Promise((resolve) => setTimeout(resolve, delayMs));
          return connection.call(command, ...args);
        },
      };
      const counts = new Map<number, number>();
      let refused = 0;
      /** One request to a service with windows of eight seconds. */
      const ask = async () => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        const window = Math.floor(Date.now() / WINDOW_MS);
        const used = counts.get(window) ?? 0;
        const isOk = used < LIMIT;
        if (isOk) counts.set(window, used + 1);
        else if (window >= first) refused++;
        const remaining = LIMIT - (counts.get(window) ?? 0);
        return { isOk, seen: { limit: LIMIT, remaining, resetAt: new Date((window + 1) * WINDOW_MS) } };
      };
      const first = Math.floor(Date.now() / WINDOW_MS) + 1;
      const end = (first + 3) * WINDOW_MS - 200;
      const served = Array.from({ length: 20 }, () => 0);
      await Promise.all(
        served.map(async (_, process) => {
          const limit = new RedisRateLimit({ redis: slow, key: `fair ${words}` });
          const caller = async () => {
            while (Date.now() < end) {
              const now = Date.now();
              const taken = await limit.acquire({ account: "", now, must: false });
              if (typeof taken === "number") {
                await new Promise((resolve) => setTimeout(resolve, Math.min(taken, Math.max(0, end - now))));
                continue;
              }
              const { isOk, seen } = await ask();
              taken(seen);
              if (isOk && Date.now() >= first * WINDOW_MS) served[process] = (served[process] ?? 0) + 1;
              else if (!isOk)
                await new Promise((resolve) => setTimeout(resolve, seen.resetAt.getTime() - Date.now()));
            }
          };
          await Promise.all(Array.from({ length: 4 }, caller));
        }),
      );
      connection.disconnect();
      const sum = served.reduce((all, one) => all + one, 0);
      const jain = sum ** 2 / (served.length * served.reduce((all, one) => all + one ** 2, 0));
      console.log(
        `${words}: ${sum} answered in 3 windows of ${LIMIT}, ${refused} refused, Jain ${jain.toFixed(3)}: ${served}`,
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
      const window = new RedisRateLimit({ redis: connection, key: time });
      const take = () => window.acquire({ account: "", now: Date.now(), must: false });
      const taken = await take();
      const resetAt = new Date(Date.now() + 60_000);
      if (time === "reset" && typeof taken === "function") taken({ limit: 30, remaining: 0, resetAt });
      await new Promise((resolve) => setTimeout(resolve, 100));
      if (time === "reset") expect(await take()).toBeLessThanOrEqual(60_050);
      // As if all earlier requests had been made an hour later.
      for (const name of ["at", time])
        await connection.call("HINCRBY", `intent-tx:window:{${time}}`, name, "3600000");
      expect(await take()).toBeTypeOf("function");
      connection.disconnect();
    },
  );

  test("requests before the first known limit do not count in the first window's shares", async () => {
    const connection = redis.connect();
    const [busy, calm] = [0, 1].map(() => new RedisRateLimit({ redis: connection, key: "told late" }));
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
