// Costs that could grow with use: memory, and pages of history and metrics over more and more rows.
import { fileURLToPath } from "node:url";
import { memoryOf, startChild } from "../lib/child.mjs";
import { mockServer } from "../lib/subjects.mjs";

const CLI = fileURLToPath(new URL("../../mock-server/dist/cli/main.js", import.meta.url));
const MB = 1 << 20;

/** A full collection, where the garbage of a block must not count. */
async function collected() {
  const { setFlagsFromString } = await import("node:v8");
  const { runInNewContext } = await import("node:vm");
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  for (let time = 0; time < 3; time += 1) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return process.memoryUsage();
}

async function repeated(act, times) {
  for (let call = 1; call <= times; call += 1) {
    await act();
    if (call % 512 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
}

const idle = async () => {
  const server = await startChild([CLI, "serve", "--port", "0", "--json"]);
  const { baseUrl, keys } = JSON.parse(server.line);
  const response = await fetch(`${baseUrl}/prices/SOL`, {
    headers: { Authorization: `Bearer ${keys.enterprise}` },
  });
  await response.text();
  const none = memoryOf(server.pid) === undefined;
  return none
    ? void (await server.close())
    : { block: () => ({ calls: 1, figures: { MB: memoryOf(server.pid) } }), close: server.close };
};

/** Heap that ten thousand requests leave behind, after the log of the last thousand is full. */
async function requests() {
  const { server, headers } = await mockServer();
  const ask = async () => (await server.fetch(`${server.baseUrl}/prices/SOL`, { headers })).text();
  await repeated(ask, 5000);
  return {
    block: async () => {
      const before = (await collected()).heapUsed;
      await repeated(ask, 10_000);
      return { calls: 10_000, figures: { "MB more": ((await collected()).heapUsed - before) / MB } };
    },
    close: () => server.close(),
  };
}

async function sessions() {
  const { server } = await mockServer();
  const before = (await collected()).heapUsed;
  await repeated(async () => server.openSession(), 1000);
  const perSession = ((await collected()).heapUsed - before) / 1000 / 1024;
  return { block: () => ({ calls: 1, figures: { "kB each": perSession } }), close: () => server.close() };
}

const BEGAN = Date.parse("2026-01-01");
/** Milliseconds between two parses. */
const PACE = 7;
/** Parses in one row of State. */
const IN_A_ROW = 1024;

/** Rows of State that hold so many parses, one every few milliseconds. */
function parsesOf(account, parses) {
  const rows = [];
  for (let first = 0; first < parses; first += IN_A_ROW) {
    const many = Math.min(IN_A_ROW, parses - first);
    const from = BEGAN + first * PACE;
    const moments = `0A${`${PACE}A`.repeat(many - 1)}`;
    const row = { account, from, to: from + (many - 1) * PACE, refused: 0, parsed: [[0.99, many]], moments };
    rows.push([`${account}:${rows.length}`, row]);
  }
  return rows;
}

/** Metrics over so many parses. The range begins and ends in the middle of an hour, a minute and a row. */
const metricsOver = (parses) => async () => {
  const { server, headers, command } = await mockServer({
    clock: { now: "2026-03-01T00:00:00Z", mode: "frozen" },
  });
  const post = { method: "POST", headers: { ...headers, "Content-Type": "application/json" }, body: command };
  await (await server.fetch(`${server.baseUrl}/intents`, post)).text();
  const snapshot = await server.snapshot();
  const [[, { account }]] = snapshot.state.parses;
  await server.restore({ ...snapshot, state: { ...snapshot.state, pastParses: parsesOf(account, parses) } });
  const [start, end] = [BEGAN + PACE * 100, BEGAN + PACE * (parses - 100)];
  const iso = (at) => new Date(at).toISOString();
  const url = `${server.baseUrl}/analytics/metrics?startDate=${iso(start)}&endDate=${iso(end)}`;
  const { intents } = await (await server.fetch(url, { headers })).json();
  if (intents.total !== parses - 200)
    throw new Error(`metrics count ${intents.total} parses of ${parses - 200}`);
  return { act: async () => (await server.fetch(url, { headers })).json(), close: () => server.close() };
};

/** Heap that a million parses take, with what metrics over them derive, beyond that of a server with a thousand. */
async function parsesHeld() {
  const sides = [];
  const heapWith = async (parses) => {
    const side = await metricsOver(parses)();
    sides.push(side);
    await side.act();
    return (await collected()).heapUsed;
  };
  const [first, second, third] = [await heapWith(1000), await heapWith(1000), await heapWith(1_000_000)];
  const bytes = third - second - (second - first);
  return {
    block: () => ({ calls: 1, figures: { "bytes each": bytes / 1e6 } }),
    close: () => Promise.all(sides.map((side) => side.close())),
  };
}

/** A page of the history of a wallet that made so many transactions. */
const historyOver = (history) => async () => {
  const { server, headers } = await mockServer({ world: { wallets: { old: { SOL: "5", history } } } });
  const url = `${server.baseUrl}/transactions/${server.wallets.old.address}?limit=20`;
  const first = await server.fetch(url, { headers });
  if (first.status !== 200) throw new Error(await first.text());
  return { act: async () => (await server.fetch(url, { headers })).json(), close: () => server.close() };
};

export const rows = [
  {
    name: "memory-idle",
    title: "Memory of an idle server (RSS)",
    sides: { "intent-tx serve": idle },
    goals: { MB: { atMost: 60 } },
  },
  {
    name: "memory-requests",
    title: "Heap after 10,000 more requests",
    sides: { "intent-tx": requests },
    goals: { "MB more": { atMost: 1 } },
    warmUp: 0,
  },
  {
    name: "memory-sessions",
    title: "Heap of 1,000 sessions",
    sides: { "intent-tx": sessions },
  },
  {
    name: "history-growth",
    title: "A page of a history of 10,000",
    sides: { "of 10,000": historyOver(10_000), "of 100": historyOver(100) },
    goals: { "of 100": { atMost: 1.5 } },
  },
  {
    name: "metrics-growth",
    title: "Metrics over 1,000,000 parses",
    sides: {
      "over 1,000,000": metricsOver(1_000_000),
      "over 100,000": metricsOver(100_000),
      "over 10,000": metricsOver(10_000),
      "over 1,000": metricsOver(1000),
    },
    goals: { "over 10,000": { atMost: 1.5 } },
  },
  {
    name: "memory-parses",
    title: "Heap of 1,000,000 parses",
    sides: { "intent-tx": parsesHeld },
    goals: { "bytes each": { atMost: 5 } },
    warmUp: 0,
  },
];
