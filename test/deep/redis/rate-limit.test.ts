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

  test("twenty processes use up a window of 600 together, almost without a 429", async () => {
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
    // The whole minute among them.
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
    "a Redis that %s costs no call: it is told, each goes on alone, and together again",
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

  test("what was taken while no limit was told counts against nobody's share of the first window", async () => {
    const connection = redis.connect();
    const [busy, calm] = [0, 1].map(() => new RedisRateLimit({ redis: connection, key: "told late" }));
    const place = async (window: RedisRateLimit) => {
      const taken = await window.take({ key: "", baseUrl: "", now: Date.now(), must: false });
      if (typeof taken === "number") throw new Error(`no place for ${taken} ms`);
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
    // The other one goes on asking: as long as it does its share is kept for it.
    for (let remaining = 98; remaining > 58 && !isServed; remaining--) {
      (await place(calm!))({ limit: 100, remaining, resetAt });
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(isServed).toBe(true);
    (await waiting)({ limit: 100, remaining: 50, resetAt });
    connection.disconnect();
  });
});
