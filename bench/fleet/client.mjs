// One process of the fleet: calls as fast as the window lets it, until the end, and then says what it saw.
import { once } from "node:events";
import process from "node:process";
import { createInterface } from "node:readline";
import { IntentTx, KeyRotator } from "intent-tx";
import { RedisKeyStore, RedisRateLimit } from "intent-tx/redis";
import { Redis } from "ioredis";

const { baseUrl, name, redisPort, callers } = JSON.parse(process.argv[2] ?? "{}");
const redis = new Redis(redisPort);
await redis.ping();
const rotator = new KeyRotator({ store: new RedisKeyStore({ redis, key: name }), baseUrl });
const store = new RedisRateLimit({ redis, key: name });
const rateLimit = { store, maxWaitMs: 120_000 };
const client = new IntentTx({ apiKey: rotator.apiKey, baseUrl, totalTimeout: 200_000, rateLimit });

const seen = { name, calls: 0, failures: [], refused: 0, waits: 0, away: 0, takenUp: {}, latencies: [] };
store.on("away", () => seen.away++);
rotator.on("keyRotated", ({ keyId }) => {
  seen.takenUp[keyId] = Date.now();
});
client.on("rateLimit", () => seen.waits++);
client.on("response", ({ status }) => {
  if (status === 429) seen.refused++;
});

await client.prices.retrieve("SOL");
console.log("ready");
const lines = createInterface({ input: process.stdin });
const [ms] = await once(lines, "line");
const end = AbortSignal.timeout(Number(ms));
async function call() {
  while (!end.aborted) {
    const began = performance.now();
    try {
      await client.prices.retrieve("SOL", { signal: end });
      seen.calls++;
      seen.latencies.push(performance.now() - began);
    } catch (error) {
      // Those that wait for the next window when time is up are no failures.
      if (!end.aborted) seen.failures.push(String(error));
    }
  }
}
await Promise.all(Array.from({ length: callers }, call));
console.log(JSON.stringify(seen));
process.exit(0);
