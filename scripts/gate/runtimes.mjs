// Runs the client in every available runtime, against one mock server over a socket: `npm run test:runtimes`. Each must
// print the same lines as Node. Node-compatible runtimes also run the demo, with the mock server in the same process.
// With --install it first installs the runtimes that npm has (test/runtimes/programs), below .cache.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createMockServer } from "@intent-tx/mock-server";
import { build } from "esbuild";
import { chromium } from "playwright-core";
import { inHermes } from "../../test/runtimes/react-native/run.mjs";
import { chromiumPath, install, isProgram, LIMIT_MS, run } from "./programs.mjs";

const INSTALLED = ".cache/runtimes";
const installed = (path) => join(INSTALLED, "node_modules", path);

/** Runs the client in a runtime that runs files; returns the output lines. */
async function inProcess([program, ...flags], service) {
  const { stdout } = await run(program, [...flags, "test/runtimes/process.mjs", JSON.stringify(service)], {
    timeout: LIMIT_MS,
  });
  return JSON.parse(stdout);
}

async function demo([program, ...flags]) {
  const { stdout } = await run(program, [...flags, "examples/demo.mjs"], { timeout: LIMIT_MS });
  return stdout;
}

/** Runs the trading bot for a simulated day; returns the count of each event. */
async function bot([program, ...flags]) {
  const { stdout } = await run(program, [...flags, "test/runtimes/bot.mjs"], { timeout: LIMIT_MS });
  return `a bot's day ${stdout.trim()}`;
}

/** Bundles a program into one file, for runtimes without packages. */
const bundle = (entry, outfile, conditions) =>
  build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: "esm",
    platform: "browser",
    conditions,
    define: { global: "globalThis" },
    logLevel: "error",
  });

async function inWorkerd(program, service, folder) {
  await bundle("test/runtimes/worker.mjs", join(folder, "worker.mjs"), ["workerd", "worker", "browser"]);
  const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    (name = "internet", network = (allow = ["local", "private", "public"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [(name = "worker.mjs", esModule = embed "worker.mjs")],
  bindings = [(name = "SERVICE", text = ${JSON.stringify(JSON.stringify(service))})],
  compatibilityDate = "2025-01-01",
);
`;
  await writeFile(join(folder, "config.capnp"), config);
  const child = spawn(program, ["serve", join(folder, "config.capnp"), "--control-fd=3"], {
    stdio: ["ignore", "inherit", "inherit", "pipe"],
  });
  try {
    // workerd reports the port that it listens on as a line of JSON.
    for await (const line of createInterface({ input: child.stdio[3] })) {
      const answer = await fetch(`http://127.0.0.1:${JSON.parse(line).port}/`);
      return await answer.json();
    }
    throw new Error("workerd ended before it listened");
  } finally {
    child.kill();
  }
}

async function inChromium(executablePath, service, folder) {
  const path = join(folder, "page.mjs");
  await bundle("test/runtimes/page.mjs", path, ["browser"]);
  // A page of another origin than the service.
  const pages = createServer((_, answer) => answer.setHeader("Content-Type", "text/html").end());
  await once(pages.listen(0, "127.0.0.1"), "listening");
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"], timeout: LIMIT_MS });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${pages.address().port}/`);
    await page.evaluate((value) => Object.assign(globalThis, { service: value }), service);
    await page.addScriptTag({ path, type: "module" });
    const lines = await page.waitForFunction(() => globalThis.lines, null, { timeout: LIMIT_MS });
    return await lines.jsonValue();
  } finally {
    await browser.close();
    pages.close();
  }
}

/** Each runtime: its program if available, how the client runs in it, and its command line if it also runs the demo. */
async function runtimes() {
  const deno = installed("@deno/linux-x64-glibc/deno");
  const programs = [
    ...["22", "24", "26"].map((version) => [`Node ${version}`, [installed(`node${version}/bin/node`)]]),
    ["Bun", [installed("@oven/bun-linux-x64/bin/bun")]],
    ["Deno", [deno, "run", "-A", "--node-modules-dir=manual"]],
  ];
  const workerd = installed("@cloudflare/workerd-linux-64/bin/workerd");
  const browser = chromiumPath();
  const hermes = installed("hermes-engine-cli/linux64-bin/hermes");
  return [
    ...programs.map(([name, command]) => ({
      name,
      program: command[0],
      lines: (service) => inProcess(command, service),
      command,
    })),
    { name: "workerd", program: workerd, lines: (service, folder) => inWorkerd(workerd, service, folder) },
    { name: "Chromium", program: browser, lines: (service, folder) => inChromium(browser, service, folder) },
    { name: "React Native", program: hermes, both: (service) => inHermes(INSTALLED, hermes, service) },
  ];
}

/**
 * Compares a runtime with Node's lines and demo. A runtime without sockets runs a separate program (`both`), which Node
 * also runs.
 */
async function check({ name, lines, both, command }, service, expected) {
  const folder = await mkdtemp(join(tmpdir(), "intent-tx-runtime-"));
  try {
    const [own, nodes] = both ? await both(service) : [await lines(service, folder), expected.lines];
    assert.deepEqual(own, nodes);
    if (command) assert.equal(await demo(command), expected.demo);
    if (name === "Bun") console.log(`Bun: ${await bot(command)}`);
    return command ? "same lines, same demo" : "same lines";
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (process.argv.includes("--install")) {
  await cp("test/runtimes/programs", INSTALLED, { recursive: true });
  // React Native requires react, which is not loaded here.
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--legacy-peer-deps"];
  await install(["npm", "install", ...flags], INSTALLED).catch((error) => {
    console.log(`The runtimes could not be installed: ${error.stderr || error.message}`);
  });
}

const server = await createMockServer({ seed: 1, limits: "off" });
await server.listen({ port: 0 });
const service = {
  baseUrl: server.baseUrl,
  rpcUrl: server.rpc.test,
  apiKey: server.keys.test,
  secretKey: server.wallets.alice.secretKey,
};
const expected = {
  lines: await inProcess([process.execPath], service),
  demo: await demo([process.execPath]),
};
console.log(
  `Node ${process.versions.node}: ${expected.lines.length} lines, ${await bot([process.execPath])}`,
);
for (const line of expected.lines) console.log(`  ${line}`);

let missing = 0;
for (const runtime of await runtimes()) {
  if (!isProgram(runtime.program ?? "")) {
    missing++;
    console.log(`${runtime.name}: skipped, not installed`);
    continue;
  }
  try {
    console.log(`${runtime.name}: ${await check(runtime, service, expected)}`);
  } catch (error) {
    process.exitCode = 1;
    console.log(`failed: ${runtime.name}: ${error.stack}`);
  }
}
if (missing > 0) {
  console.log("\nInstall the others with: npm run test:runtimes -- --install (linux on x64)");
  console.log("and a Chromium on the PATH, or named by CHROMIUM.");
}
await server.close();
