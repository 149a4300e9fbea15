// npm run bench:fleet: sixteen processes with one key an instance, four instances of the mock and one Redis, on this machine. Their
// keys are rotated under load. Takes less than a minute.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { availableParallelism, cpus } from "node:os";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { KeyRotator } from "intent-tx";
import { RedisKeyStore } from "intent-tx/redis";
import { Redis } from "ioredis";

const INSTANCES = 4;
const PROCESSES = 16;
const CALLERS = 4;
const LIMIT = 3000;
const RUN_MS = 30_000;
const ROTATE_AT_MS = [5000, 12_000, 19_000, 26_000];

const program = ["redis-server", "valkey-server"].find((one) => {
  try {
    execFileSync(one, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
});
if (program === undefined) {
  console.error(
    "bench:fleet needs redis-server or valkey-server on the PATH (apt-get install redis-server).",
  );
  process.exit(1);
}

const children = [];
const at = (path) => fileURLToPath(new URL(`fleet/${path}`, import.meta.url));
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Starts a program; its lines are asked for one by one. */
function start(command, args) {
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  children.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`${args[0]} ended too early`);
    return value;
  };
  return { child, line };
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  return port;
}

/** One for an even share, 1/n where one has all. */
function jain(values) {
  const sum = values.reduce((all, one) => all + one, 0);
  return sum ** 2 / (values.length * values.reduce((all, one) => all + one ** 2, 0));
}

const quantile = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;

async function run() {
  const redisPort = await freePort();
  const redisServer = start(program, ["--port", String(redisPort), "--bind", "127.0.0.1", "--save", ""]);
  while (!(await redisServer.line()).includes("eady to accept connections"));
  const redis = new Redis(redisPort);

  // About ten seconds pass until all are ready; the minute ends some seconds after the run has begun.
  const instances = await Promise.all(
    Array.from({ length: INSTANCES }, async (_, index) => {
      const { line } = start(process.execPath, [at("instance.mjs"), "2026-01-01T00:00:35Z", String(LIMIT)]);
      const { baseUrl, keyId, key } = JSON.parse(await line());
      const name = `instance-${index}`;
      const store = new RedisKeyStore({ redis, key: name });
      await store.save({ keyId, key, createdAt: new Date().toISOString() });
      return { name, baseUrl, rotator: new KeyRotator({ store, baseUrl }) };
    }),
  );
  const processes = Array.from({ length: PROCESSES }, (_, index) => {
    const { name, baseUrl } = instances[index % INSTANCES];
    const task = { name, baseUrl, redisPort, callers: CALLERS };
    return start(process.execPath, [at("client.mjs"), JSON.stringify(task)]);
  });
  await Promise.all(processes.map(({ line }) => line()));
  for (const { child } of processes) child.stdin.write(`${RUN_MS}\n`);

  const rotations = new Map();
  const began = Date.now();
  const operator = (async () => {
    for (const ms of ROTATE_AT_MS) {
      await pause(began + ms - Date.now());
      const done = await Promise.all(instances.map(({ rotator }) => rotator.rotate()));
      for (const { keyId } of done) rotations.set(keyId, Date.now());
    }
  })();
  const seen = await Promise.all(processes.map(async ({ line }) => JSON.parse(await line())));
  await operator;
  redis.disconnect();
  return { seen, rotations };
}

function print({ seen, rotations }) {
  const sum = (what) => seen.reduce((all, one) => all + what(one), 0);
  const calls = sum((one) => one.calls);
  const refused = sum((one) => one.refused);
  const latencies = seen.flatMap((one) => one.latencies).sort((a, b) => a - b);
  const names = [...new Set(seen.map(({ name }) => name))].sort();
  const fairness = names.map((name) => jain(seen.filter((one) => one.name === name).map((one) => one.calls)));
  const delays = seen.flatMap(({ takenUp }) =>
    Object.entries(takenUp).flatMap(([keyId, time]) =>
      rotations.has(keyId) ? [time - rotations.get(keyId)] : [],
    ),
  );
  const failures = seen.flatMap((one) => one.failures);
  const rows = [
    [
      "machine",
      `${availableParallelism()} cores, ${cpus()[0]?.model ?? "unknown"}, Node ${process.version}, ${program}`,
    ],
    [
      "fleet",
      `${PROCESSES} processes of ${CALLERS} callers, ${INSTANCES} instances of ${LIMIT} requests a minute`,
    ],
    ["calls", `${calls} in ${RUN_MS / 1000} s, ${Math.round(calls / (RUN_MS / 1000))} a second`],
    ["failed calls", String(failures.length)],
    ["429s", `${refused} (${((100 * refused) / Math.max(1, calls + refused)).toFixed(2)} % of the requests)`],
    ["waits for a window", String(sum((one) => one.waits))],
    [
      "a call, ms",
      `median ${quantile(latencies, 0.5).toFixed(1)}, 99 % ${quantile(latencies, 0.99).toFixed(0)}, longest ${quantile(latencies, 1).toFixed(0)}`,
    ],
    ["fairness (Jain's index)", `${fairness.map((one) => one.toFixed(3)).join(", ")} by instance`],
    [
      "rotations under load",
      `${rotations.size}; the last process took a key up ${Math.max(0, ...delays)} ms after`,
    ],
    ["Redis away", String(sum((one) => one.away))],
  ];
  for (const [name, value] of rows) console.log(`${name.padEnd(26)}${value}`);
  for (const failure of new Set(failures)) console.error(failure);
  if (failures.length > 0) process.exitCode = 1;
}

try {
  print(await run());
} finally {
  for (const child of children) child.kill();
}
