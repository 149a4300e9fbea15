// Time from the start of a process to its first response, the cost of an import, and the memory of an idle server.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { cpuOf, memoryOf, SERVE, startChild } from "../lib/child.mjs";
import { JSON_SERVER, NODE } from "../lib/peers.mjs";

/** A side whose calls report their own CPU time, in milliseconds. */
const saying = (call) => {
  let spent = 0;
  return {
    act: async () => {
      spent += await call();
    },
    batch: 1,
    cpu: () => spent,
  };
};

/** Starts a process, which prints its URL and responds to one request. */
const started = (args, urlOf, headersOf = () => ({})) =>
  saying(async () => {
    const server = await startChild(args);
    const response = await fetch(urlOf(server.line), { headers: headersOf(server.line) });
    if (response.status !== 200) throw new Error(`answered ${response.status}`);
    await response.text();
    const cpu = cpuOf(server.pid);
    await server.close();
    return cpu;
  });

const script = (args, base = "") => started(args, (port) => `http://127.0.0.1:${port}${base}/prices/SOL`);

const run = promisify(execFile);

/** Imports a package in a new process, which reports its CPU time. */
const imported = (name) =>
  saying(async () => {
    const source = `
const before = process.cpuUsage();
await import(${JSON.stringify(import.meta.resolve(name))});
const { user, system } = process.cpuUsage(before);
console.log((user + system) / 1000);`;
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", source]);
    return Number(stdout);
  });

async function idle() {
  const server = await startChild(SERVE);
  const { baseUrl, keys } = JSON.parse(server.line);
  const headers = { Authorization: `Bearer ${keys.enterprise}` };
  await (await fetch(`${baseUrl}/prices/SOL`, { headers })).text();
  return { value: () => memoryOf(server.pid), close: server.close };
}

/** Starting a process is slow, so few blocks are measured. */
const PROCESSES = { blocks: 11, ms: 1, warmUp: 1 };

export const rows = [
  {
    name: "start",
    title: "Process start to first response",
    sides: {
      "intent-tx serve": () =>
        started(
          SERVE,
          (line) => `${JSON.parse(line).baseUrl}/prices/SOL`,
          (line) => ({ Authorization: `Bearer ${JSON.parse(line).keys.enterprise}` }),
        ),
      "node:http": () => script(NODE),
      "json-server": () => script(JSON_SERVER),
    },
    goals: { "node:http": { atMost: 1.6 } },
    ...PROCESSES,
  },
  {
    name: "import-sdk",
    title: "Import of the SDK",
    sides: { "intent-tx": () => imported("intent-tx"), ky: () => imported("ky") },
    goals: { ky: { atMost: 1.5 } },
    ...PROCESSES,
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
  },
  {
    name: "memory-idle",
    title: "Memory of an idle server (RSS)",
    unit: "MB",
    sides: { "intent-tx serve": idle },
    goals: { cost: { atMost: 80 } },
  },
];
