// Runs common flows of Solana's clients, and of clients that are generated from the OpenAPI document:
// `npm run test:clients`. They run against the in-process chain, and then
// against a solana-test-validator with the same world if one is available. The clients are not dependencies of the
// project: each has a manifest below test/clients and is installed below .cache.
import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, join, resolve } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { openApiDocument } from "intent-tx/contract";

const run = promisify(execFile);
const FROM = "test/clients";
const TO = resolve(".cache/clients");
/** The program that Anchor's client calls through its IDL. */
const COUNTER = [
  "--bpf-program",
  "Counter1111111111111111111111111111111111111",
  `${FROM}/anchor/counter/counter.so`,
];
const INSTALL_MS = 400_000;
/** Rust compiles about 300 crates: ten minutes on two cores. */
const COMPILE_MS = 3_600_000;
const RUN_MS = 150_000;
const onPath = (name) =>
  (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));

/** Cargo's output folder; an earlier run or CI's cache may have filled it. */
const RUST_FOLDER = resolve(process.env.CARGO_TARGET_DIR ?? join(TO, "rust/target"));
const RUST_CLIENT = join(RUST_FOLDER, "debug/client");

/**
 * Commands that install and run a client. A client is skipped if the program in `needs` is missing, or for the reason
 * in `skip`.
 */
const npmClient = {
  install: ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"],
  run: ["node", "run.mjs"],
};
const PIP = "env/bin/pip install --quiet --disable-pip-version-check -r requirements.txt";
const pipClient = {
  needs: "python3",
  install: ["bash", "-c", `python3 -m venv env && ${PIP}`],
  run: ["env/bin/python", "run.py"],
};
const CLIENTS = {
  web3js: npmClient,
  kit: npmClient,
  anchor: npmClient,
  gill: npmClient,
  umi: npmClient,
  python: pipClient,
  // Clients that generators write from the OpenAPI document. They call the API, which is the same over a validator.
  openapi: { ...npmClient, document: true },
  "openapi-python": { ...pipClient, document: true },
  "openapi-go": {
    needs: "go",
    document: true,
    install: [
      "bash",
      "-c",
      "go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 -generate types,client -package main -o api.gen.go openapi.json && go build -o client .",
    ],
    run: ["./client"],
  },
  go: { needs: "go", install: ["go", "build", "-o", "client", "."], run: ["./client"] },
  rust: {
    needs: "cargo",
    skip:
      process.env.INTENT_TX_RUST === "1" || existsSync(RUST_CLIENT)
        ? undefined
        : "its 300 crates take ten minutes to compile, once (INTENT_TX_RUST=1 does it)",
    install: ["cargo", "build", "--locked", "--target-dir", RUST_FOLDER],
    installMs: COMPILE_MS,
    run: [RUST_CLIENT],
  },
};

async function contentHash(folder) {
  const hash = createHash("sha256");
  for (const entry of (await readdir(folder, { recursive: true, withFileTypes: true })).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    if (!entry.isFile() || !/\.(json|mod|sum|txt|go|rs|toml|lock)$/.test(entry.name)) continue;
    hash.update(entry.name).update(await readFile(join(entry.parentPath ?? entry.path, entry.name)));
  }
  return hash.digest("hex");
}

/** Installs a client below .cache, unless it is up to date. */
async function install(name, { install: [program, ...args], installMs = INSTALL_MS, document = false }) {
  const folder = join(TO, name);
  await mkdir(folder, { recursive: true });
  await cp(join(FROM, name), folder, { recursive: true });
  await cp(join(FROM, "steps.mjs"), join(TO, "steps.mjs"));
  const stamp = join(folder, ".installed");
  const text = JSON.stringify(openApiDocument("http://127.0.0.1:4010/v1"));
  if (document) await writeFile(join(folder, "openapi.json"), text);
  const wanted = (await contentHash(join(FROM, name))) + (document ? text.length : "");
  if (existsSync(stamp) && (await readFile(stamp, "utf8")) === wanted) return folder;
  await run(program, args, { cwd: folder, timeout: installMs, maxBuffer: 1 << 24 });
  await writeFile(stamp, wanted);
  return folder;
}

/** Starts the mock server's command line, and resolves when it is ready. */
async function chain(args, env = {}) {
  const child = spawn(process.execPath, ["mock-server/dist/cli/main.js", ...args, "--port", "0", "--json"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...env },
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const ready = JSON.parse(line);
    if (ready.event !== "ready") continue;
    child.stdout.resume();
    return { ready, stop: () => new Promise((done) => child.once("exit", done) && child.kill("SIGTERM")) };
  }
  throw new Error(`the mock server ended without being ready: ${args.join(" ")}`);
}

const counts = { passed: 0, failed: 0, skipped: 0 };

async function runClient(client, folder, { baseUrl, keys, rpc, ws, wallets }) {
  const env = {
    ...process.env,
    CHAIN_RPC_URL: rpc.live,
    CHAIN_WS_URL: ws.live,
    CHAIN_WALLET_ADDRESS: wallets.alice.address,
    CHAIN_WALLET_SECRET: wallets.alice.secretKey,
    INTENT_TX_API_KEY: keys.enterprise,
    INTENT_TX_BASE_URL: baseUrl,
  };
  const [program, ...args] = client.run;
  const path = program.includes("/") ? resolve(folder, program) : program;
  const { stdout, stderr } = await run(path, args, { cwd: folder, env, timeout: RUN_MS }).catch(
    (error) => error,
  );
  const [, passed, failed] = /(\d+) passed, (\d+) failed/.exec(stdout ?? "") ?? [];
  if (passed === undefined) {
    counts.failed++;
    return `ended without a count\n${stderr ?? ""}`;
  }
  counts.passed += Number(passed);
  counts.failed += Number(failed);
  return `${passed} passed, ${failed} failed${Number(failed) > 0 ? `\n${stderr.trimEnd()}` : ""}`;
}

function validator() {
  const beside = resolve("../shared/bin/solana-test-validator");
  const named = process.env.SOLANA_TEST_VALIDATOR;
  return [named, onPath("solana-test-validator"), beside].find((path) => path && existsSync(path));
}

const wanted = process.argv.slice(2).filter((word) => !word.startsWith("-"));
const ready = [];
for (const [name, client] of Object.entries(CLIENTS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const why = client.needs && !onPath(client.needs) ? `no ${client.needs} on PATH` : client.skip;
  if (why !== undefined) {
    counts.skipped++;
    console.log(`skipped: ${name}: ${why}`);
    continue;
  }
  try {
    ready.push([name, client, await install(name, client)]);
  } catch (error) {
    counts.failed++;
    console.log(`failed: ${name} cannot be installed: ${error.stderr || error.message}`);
  }
}
const chains = [["in-process", () => chain(["serve", ...COUNTER])]];
const program = validator();
if (program === undefined)
  console.log("skipped: the validator (set SOLANA_TEST_VALIDATOR, or put it on PATH)");
else if (!process.argv.includes("--in-process"))
  chains.push(["validator", () => chain(["validator", ...COUNTER], { SOLANA_TEST_VALIDATOR: program })]);
for (const [where, start] of chains) {
  const { ready: line, stop } = await start();
  try {
    for (const [name, client, folder] of ready) {
      if (client.document && where === "validator") continue;
      console.log(`${where}: ${name}: ${await runClient(client, folder, line)}`);
    }
  } finally {
    await stop();
  }
}
console.log(`clients: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exit(counts.failed > 0 ? 1 : 0);
