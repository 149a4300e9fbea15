// Requests over 32 sockets to a server in a process of its own, whose CPU time is counted; the load's is not.
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cpuOf, freePort, startChild } from "../lib/child.mjs";
import { loader, requestBytes } from "../lib/load.mjs";
import { nextCommand, payloads, priceOf } from "../lib/subjects.mjs";

const BIN = (path) => fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));
const CLI = fileURLToPath(new URL("../../mock-server/dist/cli/main.js", import.meta.url));

const PATH = { price: "/v1/prices/SOL", intent: "/v1/intents" };

/** Different requests that take turns. */
const INPUTS = 2_000;

/** Limits stay on: so many callers that none uses its minute up, as a service has many. */
const CALLERS = 200;

/** Requests of a block. A number of them, and not a time: on a busy machine a short time holds few. */
const CALLS = 5_000;

async function loadOn(
  server,
  base,
  kind,
  { keys = [], walletAddress, path = PATH[kind], calls = CALLS, connections } = {},
) {
  const requests = Array.from(
    { length: kind === "price" ? Math.max(1, keys.length) : INPUTS },
    (_, number) => {
      const headers = keys.length > 0 ? { Authorization: `Bearer ${keys[number % keys.length]}` } : {};
      if (kind === "price") return requestBytes(base + path, { headers });
      const body = JSON.stringify(nextCommand(walletAddress));
      return requestBytes(base + path, { method: "POST", headers, body });
    },
  );
  const load = await loader(base, requests, { calls, connections });
  return {
    ready: load.ready,
    block: load.block,
    ...(cpuOf(server.pid) !== undefined && { cpu: () => cpuOf(server.pid) }),
    close: async () => {
      load.close();
      await server.close();
    },
  };
}

/** The key of a new account. */
async function newKey(controlUrl, number) {
  const response = await fetch(`${controlUrl}/keys`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ tier: "enterprise", environment: "live", account: `caller ${number}` }),
  });
  if (!response.ok) throw new Error(`no key: ${response.status} ${await response.text()}`);
  const { key } = await response.json();
  return key;
}

async function own(kind) {
  const server = await startChild([CLI, "serve", "--port", "0", "--json"]);
  const { baseUrl, controlUrl, wallets } = JSON.parse(server.line);
  const keys = [];
  for (let number = 1; number <= CALLERS; number += 1) keys.push(await newKey(controlUrl, number));
  return loadOn(server, baseUrl.replace(/\/v1$/, ""), kind, {
    keys,
    walletAddress: wallets.alice.address,
  });
}

const ANSWERS = `const answers = { price: ${JSON.stringify(JSON.stringify(payloads.price))}, intent: ${JSON.stringify(JSON.stringify(payloads.intent))} };`;

const NODE = `
import { createServer } from "node:http";
${ANSWERS}
const send = (response, text) => {
  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) });
  response.end(text);
};
const server = createServer((request, response) => {
  if (request.method === "GET") return send(response, answers.price);
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => { JSON.parse(Buffer.concat(chunks).toString()); send(response, answers.intent); });
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
`;

const HONO = `
import { serve } from "@hono/node-server";
import { emptyHono } from ${JSON.stringify(new URL("../lib/subjects.mjs", import.meta.url).href)};
serve({ fetch: (await emptyHono()).fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => console.log(port));
`;

async function script(source, kind, options) {
  const file = BIN(".cache-server.mjs");
  writeFileSync(file, source);
  const server = await startChild([file]);
  return loadOn(server, `http://127.0.0.1:${server.line}`, kind, options);
}

const JSON_SERVER = `
import library from "json-server";
const app = library.create();
app.use(library.bodyParser, library.router({ prices: [${JSON.stringify({ id: "SOL", ...priceOf("SOL") })}], intents: [] }));
app.listen(0, "127.0.0.1", function () { console.log(this.address().port); });
`;

async function jsonServer(kind) {
  // It answers what is posted, and keeps it: no peer for a command.
  if (kind !== "price") return undefined;
  return script(JSON_SERVER, kind, { path: "/prices/SOL", calls: 1_500 });
}

/** Says "ready" once somebody listens on the port: these programs say so in many ways. */
const WAIT = (port) => `
const look = () => require("node:net").connect(${port}, "127.0.0.1").on("connect", function () { this.destroy(); console.log("\\nready"); }).on("error", () => setTimeout(look, 20));
setTimeout(look, 50);`;

async function prism(kind) {
  const { createMockServer } = await import("@intent-tx/mock-server");
  const server = await createMockServer();
  const document = await (await server.fetch(new URL("/openapi.json", server.baseUrl))).text();
  await server.close();
  const file = join(tmpdir(), `bench-openapi-${process.pid}.json`);
  writeFileSync(file, document);
  const port = await freePort();
  const child = await startChild(
    [
      "-e",
      `${WAIT(port)} process.argv.splice(1, 0, "prism"); require(${JSON.stringify(BIN("@stoplight/prism-cli/dist/index.js"))});`,
      "--",
      "mock",
      "--host",
      "127.0.0.1",
      "--port",
      String(port),
      "--verboseLevel",
      "silent",
      file,
    ],
    (line) => line === "ready",
  );
  return loadOn(child, `http://127.0.0.1:${port}`, kind, {
    keys: ["svc_live_x"],
    path: PATH[kind].slice(3),
    calls: 800,
    connections: 8,
  });
}

const sides = (kind) => ({
  "intent-tx serve": () => own(kind),
  "node:http": () => script(NODE, kind),
  "hono on node": () => script(HONO, kind),
  "json-server": () => jsonServer(kind),
  prism: () => prism(kind),
});

export const rows = [
  {
    name: "socket-get",
    title: "Over sockets: GET /prices/SOL",
    sides: sides("price"),
    goals: { "node:http": { atLeast: 0.35 }, "json-server": { atLeast: 3 }, prism: { atLeast: 3 } },
  },
  {
    name: "socket-post",
    title: "Over sockets: POST /intents",
    sides: sides("intent"),
    goals: { "node:http": { atLeast: 0.25 }, prism: { atLeast: 3 } },
  },
];
