// Counts what requests cost: JavaScript calls by layer, accounts copied out of LiteSVM, and heap. Unlike times, counts are
// the same on a busy machine. Fails if a layer makes more calls than costs.json says, and names its files. With --update
// it writes the file.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import inspector from "node:inspector/promises";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import v8 from "node:v8";
import { rolldown } from "rolldown";

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const FILE = at("scripts/checks/costs.json");
const expected = JSON.parse(readFileSync(FILE, "utf8"));
/** Heap, and calls outside the project, are compared only on the version of Node with which they were counted. */
const NODE = process.versions.node.split(".", 1)[0];
/** A layer may make this many calls more, or this share. */
const [MORE, SHARE] = [4, 0.05];

/** Bundles the sources into a file each, so that calls are counted by source. */
async function bundled() {
  // Below `node_modules`, so that the files find the packages that they import.
  const dir = at("mock-server/node_modules/.cache/costs");
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  const bundle = await rolldown({
    cwd: at("."),
    input: { server: "mock-server/src/index.ts", client: "src/index.ts" },
    platform: "node",
    external: (id) => /^[^./#]/.test(id) && !id.startsWith("intent-tx"),
    resolve: {
      alias: { "intent-tx/contract": at("src/contract/index.ts"), "intent-tx": at("src/index.ts") },
    },
  });
  await bundle.write({ dir, format: "esm", preserveModules: true, preserveModulesRoot: at(".") });
  await bundle.close();
  return (name) => import(pathToFileURL(`${dir}/${name}.js`).href);
}

const load = await bundled();
const { createMockServer } = await load("server");
const { IntentTx } = await load("client");
const { loadNative } = await load("mock-server/src/ledger/svm/svm-native");

/** Accounts copied out of LiteSVM since the last reset, and the bytes of their data. */
const copied = { accounts: 0, bytes: 0 };
function count(prototype, name, note) {
  const original = prototype[name];
  prototype[name] = function (...given) {
    const result = original.apply(this, given);
    note(result);
    return result;
  };
}
const native = loadNative();
count(native.LiteSvm.prototype, "getAccount", () => copied.accounts++);
count(native.Account.prototype, "data", (data) => {
  copied.bytes += data.length;
});

const server = await createMockServer({ limits: "off" });
const headers = { Authorization: `Bearer ${server.keys.enterprise}`, "content-type": "application/json" };
const walletAddress = server.wallets.alice.address;
const get = (path) => async () => (await server.fetch(server.baseUrl + path, { headers })).json();
const post = (url, body) => async () =>
  (await server.fetch(url, { method: "POST", headers, body: JSON.stringify(body) })).json();
const rpc = (method, ...params) => post(server.rpc.live, { jsonrpc: "2.0", id: 1, method, params });
const intent = post(`${server.baseUrl}/intents`, { walletAddress, command: "swap 0.5 SOL for USDC" });
await get("/prices/SOL")();

const { heapUsed } = process.memoryUsage();
const { intentId } = await intent();
const firstIntent = process.memoryUsage().heapUsed - heapUsed;
const build = post(`${server.baseUrl}/transactions/build`, { intentId, walletAddress });
const { transaction } = await build();
const price = JSON.stringify(await get("/prices/SOL")());
const client = new IntentTx({
  apiKey: "svc_test_x",
  baseUrl: "https://api.invalid/v1",
  fetch: async () => new Response(price, { headers: { "content-type": "application/json" } }),
});
const program = { programId: "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA" };
const ACTS = {
  "GET price": get("/prices/SOL"),
  "POST intent": intent,
  "POST build": build,
  "GET portfolio": get(`/portfolio/${walletAddress}`),
  simulateTransaction: rpc("simulateTransaction", transaction, { encoding: "base64" }),
  getBalance: rpc("getBalance", walletAddress),
  getTokenAccountsByOwner: rpc("getTokenAccountsByOwner", walletAddress, program, { encoding: "jsonParsed" }),
  "prices.retrieve": () => client.prices.retrieve("SOL"),
};

const session = new inspector.Session();
session.connect();
await session.post("Profiler.enable");
const RUNS = 20;

/** Calls a run by file; code of Node and of packages counts as one file. */
async function callsOf(act) {
  // V8 does not count calls that optimized code has inlined, and when it optimizes varies between runs.
  v8.setFlagsFromString("--no-opt");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await session.post("Profiler.takePreciseCoverage");
  for (let run = 0; run < RUNS; run++) await act();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  await session.post("Profiler.stopPreciseCoverage");
  v8.setFlagsFromString("--opt");
  const files = {};
  for (const { url, functions } of result) {
    if (url === import.meta.url) continue;
    const [, file = "outside"] = /costs\/(.+)\.js$/.exec(url) ?? [];
    const calls = functions.reduce((sum, { ranges }) => sum + ranges[0].count, 0) / RUNS;
    // Timers and collections cause rare calls.
    if (calls >= 0.5) files[file] = (files[file] ?? 0) + Math.round(calls);
  }
  return files;
}

/** Bytes a run in the best of several rounds: code that a busy machine has not optimized yet takes more. */
async function heapOf(act) {
  const bytes = [];
  for (let round = 0; round < 9; round++) {
    globalThis.gc();
    const before = process.memoryUsage().heapUsed;
    for (let run = 0; run < RUNS; run++) await act();
    bytes.push((process.memoryUsage().heapUsed - before) / RUNS);
  }
  return Math.round(Math.min(...bytes) / 1000);
}

/** `mock-server/src/rpc/encode/account` belongs to the layer `rpc`. */
const layerOf = (file) => /^(?:mock-server\/)?src\/(\w+)/.exec(file)?.[1] ?? file;

const problems = [];
const found = { node: NODE, firstIntentMB: Math.round(firstIntent / 1e5) / 10, acts: {} };
const isSameNode = NODE === expected.node;
if (isSameNode && found.firstIntentMB > expected.firstIntentMB * 1.15)
  problems.push(`first intent: ${found.firstIntentMB} MB of heap; expected ${expected.firstIntentMB}`);
for (const [name, act] of Object.entries(ACTS)) {
  for (let run = 0; run < 60; run++) await act();
  Object.assign(copied, { accounts: 0, bytes: 0 });
  await act();
  const { accounts, bytes } = copied;
  const heapKB = await heapOf(act);
  const files = await callsOf(act);
  const layers = {};
  for (const [file, calls] of Object.entries(files))
    layers[layerOf(file)] = (layers[layerOf(file)] ?? 0) + calls;
  const calls = Object.values(layers).reduce((sum, one) => sum + one, 0);
  found.acts[name] = { calls, accounts, bytes, heapKB, layers };
  const before = expected.acts[name] ?? {};
  const check = (what, now, most, why = "") => {
    if (now > most) problems.push(`${name}: ${now} ${what}; expected ${most}${why}`);
  };
  check("accounts copied", accounts, before.accounts);
  check("bytes copied", bytes, before.bytes);
  if (isSameNode) check("kB of heap", heapKB, Math.ceil(before.heapKB * 1.15));
  for (const [layer, now] of Object.entries(layers)) {
    if (layer === "outside" && !isSameNode) continue;
    const known = before.layers?.[layer] ?? 0;
    const own = Object.entries(files).filter(([file]) => layerOf(file) === layer);
    const largest = own.sort(([, a], [, b]) => b - a).slice(0, 8);
    const why = `: ${largest.map(([file, one]) => `${file} ${one}`).join(", ")}`;
    check(`calls in ${layer}`, now, Math.max(known + MORE, Math.floor(known * (1 + SHARE))), why);
  }
  console.log(
    `${name}: ${calls} calls, ${accounts} accounts and ${bytes} bytes copied, ${heapKB} kB of heap`,
  );
}
console.log(`first intent: ${found.firstIntentMB} MB of heap`);
if (process.argv.includes("--update")) writeFileSync(FILE, `${JSON.stringify(found, null, 2)}\n`);
else for (const problem of problems) console.error(`failed: ${problem}`);
process.exit(problems.length > 0 && !process.argv.includes("--update") ? 1 : 0);
