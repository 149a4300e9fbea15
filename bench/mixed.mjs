// Very many mixed requests over sockets against `serve` in a process of its own: its memory and the latencies, from the start to
// the end. `node bench/mixed.mjs [COUNT]`: a million take some five minutes on an idle machine; needs a build.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import http from "node:http";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const CLI = fileURLToPath(new URL("../mock-server/dist/cli/main.js", import.meta.url));
const COUNT = Number(process.argv[2] ?? 1_000_000);
const CONNECTIONS = 8;
const REPORTS = 20;

const FLAGS = ["--port", "0", "--json", "--limits", "off", "--seed", "7", "--log", "off"];
const child = spawn(process.execPath, [CLI, "serve", ...FLAGS], { stdio: ["ignore", "pipe", "inherit"] });

async function isReady() {
  for await (const line of createInterface({ input: child.stdout })) {
    const event = JSON.parse(line);
    if (event.event !== "ready") continue;
    child.stdout.resume();
    return event;
  }
  throw new Error("the server ended without being ready");
}

const ready = await isReady();
const base = new URL(ready.baseUrl);
const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
const walletAddress = ready.wallets.alice.address;

/** Memory that is resident, by what the system calls it. */
const resident = (name) =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))[1]) / 1000;

function send(method, path, body, key = ready.keys.enterprise) {
  const text = body && JSON.stringify(body);
  const type = text && { "content-type": "application/json", "content-length": Buffer.byteLength(text) };
  const headers = { authorization: `Bearer ${key}`, ...type };
  return new Promise((resolve, reject) => {
    const to = { host: base.hostname, port: base.port, method, path, agent, headers };
    const request = http.request(to, (response) => {
      let answer = "";
      response.setEncoding("utf8");
      response.on("data", (part) => {
        answer += part;
      });
      response.on("end", () => resolve({ status: response.statusCode, answer }));
    });
    request.on("error", reject);
    request.end(text);
  });
}

let intentId;

/** One in ten parses, one in thirty builds; nothing expires, as no intent is older than its ten minutes. */
async function next(number) {
  if (number % 30 === 0 && intentId) {
    return send("POST", "/v1/transactions/build", { intentId, walletAddress, simulate: number % 60 !== 0 });
  }
  switch (number % 10) {
    case 1: {
      const command = `swap 0.0${1 + (number % 89)} SOL for USDC`;
      const parsed = await send("POST", "/v1/intents", { walletAddress, command });
      ({ intentId } = JSON.parse(parsed.answer));
      return parsed;
    }
    case 2:
      return send("GET", "/v1/prices/USDC");
    case 3:
      return send("POST", "/v1/intents", { walletAddress, command: "buy me a boat" });
    case 4:
      return send("GET", `/v1/nothing/${number}`);
    case 5:
      return send("GET", "/v1/prices/SOL", undefined, "svc_live_wrong");
    case 6:
      return send("GET", `/v1/portfolio/${walletAddress}`);
    default:
      return send("GET", "/v1/prices/SOL");
  }
}

const statuses = new Map();
let [done, took] = [0, []];
const began = performance.now();

function report(number) {
  const sorted = took.sort((one, other) => one - other);
  took = [];
  const at = (share) => `${sorted[Math.floor(sorted.length * share)].toFixed(2)} ms`;
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(
    `${number} after ${seconds} s: ${resident("VmRSS").toFixed(0)} MB resident, p50 ${at(0.5)}, p99 ${at(0.99)}`,
  );
}

async function worker() {
  while (done < COUNT) {
    const number = ++done;
    const from = performance.now();
    const { status } = await next(number);
    took.push(performance.now() - from);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (number % Math.ceil(COUNT / REPORTS) === 0) report(number);
  }
}

console.log(`empty: ${resident("VmRSS").toFixed(0)} MB resident`);
await Promise.all(Array.from({ length: CONNECTIONS }, worker));
console.log(
  `at most ${resident("VmHWM").toFixed(0)} MB; answers by status: ${JSON.stringify([...statuses])}`,
);
agent.destroy();
child.kill("SIGTERM");
