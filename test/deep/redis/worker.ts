// One process of a fleet, as started by the tests: `node worker.mjs '{"task": …}'`. It prints `ready`, starts at the
// first line it reads, and writes its outcome as one line of JSON. `serve` ends a second after the key was rotated,
// `load` at the second line, and every process with the one that started it.
import { once } from "node:events";
import { createInterface } from "node:readline";
import { type FetchLike, IntentTx, KeyRotator, type KeyStore } from "intent-tx";
import { FileKeyStore } from "intent-tx/node";
import { RedisKeyStore, RedisRateLimit } from "intent-tx/redis";
import { Redis } from "ioredis";

export interface Task {
  readonly task: "serve" | "load";
  readonly baseUrl: string;
  readonly redis?: number;
  readonly file?: string;
  readonly name: string;
  readonly apiKey?: string;
  readonly lease?: number;
  /** Concurrent callers of `load`. */
  readonly callers?: number;
}

/** The outcome of `serve`. */
export interface Served {
  readonly calls: number;
  /** Number of successor keys that the process requested. */
  readonly issues: number;
  readonly failures: readonly string[];
  /** Times at which the process reported a rotation, milliseconds since 1970. */
  readonly rotatedAt: readonly number[];
  readonly lastKeyId: string | undefined;
}

/** The outcome of `load`. */
export interface Loaded {
  readonly failures: readonly string[];
}

const task = JSON.parse(process.argv[2] ?? "{}") as Task;
const { baseUrl, name, lease = 10_000 } = task;
const redis = task.redis === undefined ? undefined : new Redis(task.redis, { retryStrategy: () => 100 });
redis?.on("error", () => {});
/** A busy machine may be late with each response, of Redis and of the service. */
const timeout = 60_000;
const PATIENT = { timeout: 600_000, totalTimeout: 600_000 };
const store: KeyStore = task.file
  ? new FileKeyStore(task.file, { lease })
  : new RedisKeyStore({ redis: redis as Redis, name, lease, timeout });

let issues = 0;
async function fetch(url: string, init: Parameters<FetchLike>[1]) {
  if (url.endsWith("/rotate")) issues++;
  return globalThis.fetch(url, init);
}

async function serve(): Promise<Served> {
  const rotator = new KeyRotator({ store, baseUrl, fetch });
  const rotatedAt: number[] = [];
  let lastKeyId: string | undefined;
  rotator.on("keyRotated", ({ keyId }) => {
    rotatedAt.push(Date.now());
    lastKeyId = keyId;
  });
  const user = new IntentTx({ apiKey: rotator.apiKey, baseUrl, fetch, ...PATIENT });
  const failures: string[] = [];
  let calls = 0;
  while (Date.now() - (rotatedAt[0] ?? Date.now()) <= 1000) {
    await user.prices.retrieve("SOL").catch((error) => failures.push(String(error)));
    if (calls++ === 0) console.log("serving");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { calls, issues, failures, rotatedAt, lastKeyId };
}

async function load(): Promise<Loaded> {
  const user = new IntentTx({
    apiKey: task.apiKey ?? "",
    baseUrl,
    ...PATIENT,
    rateLimit: { store: new RedisRateLimit({ redis: redis as Redis, timeout }), maxWait: 120_000 },
  });
  const failures: string[] = [];
  const ended = new AbortController();
  const { signal } = ended;
  lines.once("line", () => ended.abort());
  const caller = async () => {
    while (!signal.aborted)
      await user.prices.retrieve("SOL", { signal }).catch((error) => {
        if (!signal.aborted) failures.push(String(error));
      });
  };
  await Promise.all(Array.from({ length: task.callers ?? 1 }, caller));
  return { failures };
}

const lines = createInterface({ input: process.stdin });
lines.once("close", () => process.exit(1));
await redis?.ping();
console.log("ready");
await once(lines, "line");
console.log(JSON.stringify(await (task.task === "serve" ? serve() : load())));
process.exit(0);
