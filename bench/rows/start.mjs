// From the start of a process to its first answer, and what an import costs a process that does nothing else.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { cpuOf, startChild } from "../lib/child.mjs";
import { mockServer, payloads } from "../lib/subjects.mjs";

const CLI = fileURLToPath(new URL("../../mock-server/dist/cli/main.js", import.meta.url));

/** One start: the process is made, says where it listens, and answers one request. */
const started = (args, urlOf, headersOf = () => ({})) => ({
  block: async () => {
    const began = performance.now();
    const server = await startChild(args);
    const response = await fetch(urlOf(server.line), { headers: headersOf(server.line) });
    if (response.status !== 200) throw new Error(`answered ${response.status}`);
    await response.text();
    const wall = performance.now() - began;
    const cpu = cpuOf(server.pid);
    await server.close();
    return { calls: 1, wall, cpu: cpu ?? wall };
  },
});

const NODE = `
const server = require("node:http").createServer((_, response) => response.end(${JSON.stringify(JSON.stringify(payloads.price))}));
server.listen(0, "127.0.0.1", () => console.log(server.address().port));`;

const JSON_SERVER = `
const library = require("json-server");
const app = library.create();
app.use(library.router({ prices: [{ id: "SOL" }] }));
const server = app.listen(0, "127.0.0.1", () => console.log(server.address().port));`;

const PRISM = `
const { createServer } = require("@stoplight/prism-http-server");
const { getHttpOperationsFromSpec } = require("@stoplight/prism-http");
const silent = { info() {}, warn() {}, error() {}, debug() {}, trace() {}, fatal() {}, success() {}, child() { return silent; } };
getHttpOperationsFromSpec({ openapi: "3.0.0", info: { title: "t", version: "1" }, paths: { "/prices/SOL": { get: { responses: { 200: { description: "d", content: { "application/json": { example: {} } } } } } } } }).then(async (operations) => {
  const server = createServer(operations, { components: { logger: silent }, config: { mock: { dynamic: false }, checkSecurity: true, validateRequest: true, validateResponse: true, errors: false }, cors: true });
  console.log(new URL(await server.listen(0, "127.0.0.1")).port);
});`;

const script = (source) => started(["-e", source], (port) => `http://127.0.0.1:${port}/prices/SOL`);

const run = promisify(execFile);

/** Loads a package in a new process, which says how long that took. */
const imported = (name) => ({
  block: async () => {
    const source = `
const before = process.cpuUsage(), began = performance.now();
await import(${JSON.stringify(import.meta.resolve(name))});
const wall = performance.now() - began, { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ wall, cpu: (user + system) / 1000 }));`;
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", source]);
    return { calls: 1, ...JSON.parse(stdout) };
  },
});

export const rows = [
  {
    name: "start",
    title: "Start of a process to its first answer",
    sides: {
      "intent-tx serve": () =>
        started(
          [CLI, "serve", "--port", "0", "--json"],
          (line) => `${JSON.parse(line).baseUrl}/prices/SOL`,
          (line) => ({ Authorization: `Bearer ${JSON.parse(line).keys.enterprise}` }),
        ),
      "node:http": () => script(NODE),
      "json-server": () => script(JSON_SERVER),
      prism: () => script(PRISM),
    },
    goals: { "node:http": { atMost: 1.6 } },
    blocks: 11,
  },
  {
    name: "import-sdk",
    title: "Import of the SDK",
    sides: {
      "intent-tx": () => imported("intent-tx"),
      ky: () => imported("ky"),
    },
    goals: { ky: { atMost: 1.5 } },
    blocks: 11,
  },
  {
    name: "import-server",
    title: "Import of the mock server",
    sides: {
      "intent-tx": () => imported("@intent-tx/mock-server"),
      msw: () => imported("msw/node"),
    },
    blocks: 11,
  },
  {
    name: "create-server",
    title: "createMockServer and close",
    sides: {
      "intent-tx": async () => {
        const { createMockServer } = await import("@intent-tx/mock-server");
        return { act: async () => (await createMockServer()).close() };
      },
    },
    goals: { cost: { atMost: 500 } },
  },
  {
    name: "session",
    title: "Opening and ending a session",
    sides: {
      "intent-tx": async () => {
        const { server } = await mockServer();
        const sessions = new URL(`${server.controlUrl}/sessions`);
        return {
          act: async () => {
            const { id } = await (await server.fetch(sessions, { method: "POST" })).json();
            await server.fetch(`${sessions}/${id}`, { method: "DELETE" });
          },
          close: () => server.close(),
        };
      },
    },
  },
];
