// Requests over 32 sockets to a server in a separate process. Only the server's CPU time is counted.
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadSide, SERVE, startChild } from "../lib/child.mjs";
import { JSON_SERVER, NODE } from "../lib/peers.mjs";
import { nextCommand, nextToken } from "../lib/subjects.mjs";

const BIN = (path) => fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));

/** Number of accounts. Limits are enabled, but no account reaches its limit. */
const CALLERS = 200;

/** Creates the next request of a kind. */
function requestsOf(kind, { keys = [], walletAddress, base = "/v1" } = {}) {
  let sent = 0;
  return () => {
    sent += 1;
    const headers = keys.length > 0 ? { authorization: `Bearer ${keys[sent % keys.length]}` } : {};
    if (kind === "price") return { method: "GET", path: `${base}/prices/${nextToken()}`, headers };
    const body = JSON.stringify(nextCommand(walletAddress));
    headers["content-type"] = "application/json";
    return { method: "POST", path: `${base}/intents`, headers, body };
  };
}

/** Issues a key for a new account. */
async function newKey(controlUrl, number) {
  const response = await fetch(`${controlUrl}/keys`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ tier: "enterprise", environment: "live", account: `caller ${number}` }),
  });
  if (!response.ok) throw new Error(`no key: ${response.status} ${await response.text()}`);
  return (await response.json()).key;
}

async function own(kind) {
  const server = await startChild(SERVE);
  const { baseUrl, controlUrl, wallets } = JSON.parse(server.line);
  const keys = [];
  for (let number = 1; number <= CALLERS; number += 1) keys.push(await newKey(controlUrl, number));
  const next = requestsOf(kind, { keys, walletAddress: wallets.alice.address });
  return loadSide(server, new URL(baseUrl).origin, next);
}

async function script(source, kind, { base, calls } = {}) {
  const server = await startChild(source);
  return loadSide(server, `http://127.0.0.1:${server.line}`, requestsOf(kind, { base }), { calls });
}

const PRISM = (document) => `
process.argv.splice(1, 0, "prism");
console.info = console.log;
process.argv.push("mock", "--host", "127.0.0.1", "--port", "0", "--verboseLevel", "silent", ${JSON.stringify(document)});
const { listen } = require("node:net").Server.prototype;
require("node:net").Server.prototype.listen = function (...args) {
  this.once("listening", () => console.log("port " + this.address().port));
  return listen.apply(this, args);
};
require(${JSON.stringify(BIN("@stoplight/prism-cli/dist/index.js"))});`;

async function prism(kind) {
  const { createMockServer } = await import("@intent-tx/mock-server");
  const server = await createMockServer();
  const document = await (await server.fetch(new URL("/openapi.json", server.baseUrl))).text();
  await server.close();
  const file = join(tmpdir(), `bench-openapi-${process.pid}.json`);
  writeFileSync(file, document);
  const child = await startChild(["-e", PRISM(file)], (line) => line.startsWith("port "));
  const next = requestsOf(kind, { keys: ["svc_live_x"], base: "" });
  return loadSide(child, `http://127.0.0.1:${child.line.slice(5)}`, next, { calls: 800, connections: 8 });
}

const sides = (kind) => ({
  "intent-tx serve": () => own(kind),
  "node:http": () => script(NODE, kind),
  // json-server stores and returns a posted body, so parsing a command cannot be compared with it.
  "json-server": () => (kind === "price" ? script(JSON_SERVER, kind, { base: "", calls: 1_500 }) : undefined),
  prism: () => prism(kind),
});

export const rows = [
  {
    name: "socket-get",
    title: "Over sockets: GET /prices/{token}",
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
