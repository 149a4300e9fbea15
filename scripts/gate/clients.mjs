// Runs common flows of Solana's clients, and of clients that are generated from the OpenAPI document:
// `npm run test:clients`. They run against the in-process chain, and then
// against a solana-test-validator with the same world if one is available. The clients are not dependencies of the
// project: each has a manifest below test/clients and is installed below .cache. Over a validator, only web3.js and the
// clients that are named run, unless SOAK is set: the others would test the validator.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { openApiDocument } from "intent-tx/contract";
import { install, LIMIT_MS, onPath, run } from "./programs.mjs";

const FROM = "test/clients";
const TO = resolve(".cache/clients");
/** The program that Anchor's client calls through its IDL. */
const COUNTER = [
  "--bpf-program",
  "Counter1111111111111111111111111111111111111",
  `${FROM}/anchor/counter/counter.so`,
];
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
  // Anchor's newer package, under the older one's name.
  "anchor-1": { ...npmClient, files: "anchor" },
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
    run: [RUST_CLIENT],
  },
};

/** Installs a client below .cache, where the package managers keep what they need for the next time. */
async function installed(name, { install: command, document = false, files = name }) {
  const folder = join(TO, name);
  for (const from of new Set([files, name])) await cp(join(FROM, from), folder, { recursive: true });
  const text = JSON.stringify(openApiDocument("http://127.0.0.1:4010/v1"));
  if (document) await writeFile(join(folder, "openapi.json"), text);
  await install(command, folder);
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
    const stop = () => {
      const ended = child.exitCode === null && child.signalCode === null && once(child, "exit");
      child.kill("SIGTERM");
      return ended;
    };
    return { ready, stop };
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
  const options = { cwd: folder, env, timeout: LIMIT_MS };
  const { stdout = "", stderr = "", message } = await run(path, args, options).catch((error) => error);
  const [count, passed, failed] = /(\d+) passed, (\d+) failed/.exec(stdout) ?? [];
  if (count === undefined)
    return { failed: 1, text: `no count at the end: ${message}\n${stdout}\n${stderr}` };
  const text = failed === "0" ? count : `${count}\n${stderr.trimEnd()}`;
  return { passed: Number(passed), failed: Number(failed), text };
}

const wanted = process.argv.slice(2).filter((word) => !word.startsWith("-"));
const overValidator = [...(process.env.SOAK ? Object.keys(CLIENTS) : ["web3js"]), ...wanted];

/** Installs a client; returns undefined if it cannot run here, and reports why. */
async function prepared([name, client]) {
  const why = client.needs && !onPath(client.needs) ? `no ${client.needs} on PATH` : client.skip;
  if (why !== undefined) {
    counts.skipped++;
    console.log(`skipped: ${name}: ${why}`);
    return undefined;
  }
  try {
    return { name, client, folder: await installed(name, client) };
  } catch (error) {
    counts.failed++;
    console.log(`failed: ${name} cannot be installed: ${error.stderr || error.message}`);
    return undefined;
  }
}

/** Runs clients one after the other on a chain of their own. */
async function runOn(where, start, clients) {
  const { ready: line, stop } = await start();
  try {
    for (const { name, client, folder } of clients) {
      const { passed = 0, failed, text } = await runClient(client, folder, line);
      counts.passed += passed;
      counts.failed += failed;
      console.log(`${failed > 0 ? "failed: " : ""}${where}: ${name}: ${text}`);
    }
  } finally {
    await stop();
  }
}

/** Handles all values, three at a time: a client mostly waits, for the registry and then for the chain's slots. */
async function sideBySide(values, handle) {
  const [left, results] = [[...values], []];
  const worker = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) results.push(await handle(one));
  };
  await Promise.all([worker(), worker(), worker()]);
  return results;
}

await cp(join(FROM, "steps.mjs"), join(TO, "steps.mjs"));
const chosen = Object.entries(CLIENTS).filter(([name]) => wanted.length === 0 || wanted.includes(name));
const clients = (await sideBySide(chosen, prepared)).filter((one) => one !== undefined);
await sideBySide(clients, (one) => runOn("in-process", () => chain(["serve", ...COUNTER]), [one]));
const program = process.env.SOLANA_TEST_VALIDATOR || onPath("solana-test-validator");
const over = clients.filter(({ name, client }) => !client.document && overValidator.includes(name));
if (program === undefined)
  console.log("skipped: the validator (set SOLANA_TEST_VALIDATOR, or put it on PATH)");
else if (!process.argv.includes("--in-process") && over.length > 0)
  await runOn("validator", () => chain(["validator", ...COUNTER], { SOLANA_TEST_VALIDATOR: program }), over);
console.log(`clients: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exit(counts.failed > 0 ? 1 : 0);
