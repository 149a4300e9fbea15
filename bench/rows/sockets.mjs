// Requests over 32 sockets to a server in a process of its own, whose CPU time is counted; the load's is not.
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cpuOf, freePort, startChild } from "../lib/child.mjs";
import { loader, requestBytes } from "../lib/load.mjs";
import { COMMAND, payloads, priceOf } from "../lib/subjects.mjs";

const BIN = (path) => fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));
const CLI = fileURLToPath(new URL("../../mock-server/dist/cli/main.js", import.meta.url));

const PATH = { price: "/v1/prices/SOL", intent: "/v1/intents" };

/** Answers of a key in one minute; the clock is turned before they are used up, as limits stay on. */
const MINUTE = 600;

async function loadOn(
  server,
  base,
  kind,
  { headers = {}, body = JSON.stringify(COMMAND), between, path = PATH[kind] } = {},
) {
  const url = base + path;
  const bytes = requestBytes(url, kind === "price" ? { headers } : { method: "POST", headers, body });
  const load = await loader(base, bytes, { between });
  return {
    block: load.block,
    ...(cpuOf(server.pid) !== undefined && { cpu: () => cpuOf(server.pid) }),
    close: async () => {
      load.close();
      await server.close();
    },
  };
}

async function own(kind) {
  const server = await startChild([CLI, "serve", "--port", "0", "--json"]);
  const { baseUrl, controlUrl, keys, wallets } = JSON.parse(server.line);
  const clock = requestBytes(`${controlUrl}/clock/advance`, { method: "POST", body: '{"by":"60s"}' });
  return loadOn(server, baseUrl.replace(/\/v1$/, ""), kind, {
    headers: { Authorization: `Bearer ${keys.enterprise}` },
    body: JSON.stringify({ ...COMMAND, walletAddress: wallets.alice.address }),
    between: { bytes: clock, every: MINUTE / 2 },
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

async function script(source, kind, path) {
  const file = BIN(".cache-server.mjs");
  writeFileSync(file, source);
  const server = await startChild([file]);
  return loadOn(server, `http://127.0.0.1:${server.line}`, kind, { path });
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
  return script(JSON_SERVER, kind, "/prices/SOL");
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
  const base = `http://127.0.0.1:${port}`;
  const headers = { Authorization: "Bearer svc_live_x" };
  const bytes = requestBytes(
    base + PATH[kind].slice(3),
    kind === "price" ? { headers } : { method: "POST", headers, body: JSON.stringify(COMMAND) },
  );
  const load = await loader(base, bytes, { connections: 8 });
  return { block: load.block, cpu: () => cpuOf(child.pid), close: child.close };
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
    goals: { "node:http": { atLeast: 0.6 } },
    ms: 400,
  },
  {
    name: "socket-post",
    title: "Over sockets: POST /intents",
    sides: sides("intent"),
    goals: { "node:http": { atLeast: 0.5 } },
    ms: 400,
  },
];
