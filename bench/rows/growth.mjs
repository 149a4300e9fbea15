// Memory of a server that waits, and a page of history over more and more rows.
import { fileURLToPath } from "node:url";
import { memoryOf, startChild } from "../lib/child.mjs";
import { mockServer } from "../lib/subjects.mjs";

const CLI = fileURLToPath(new URL("../../mock-server/dist/cli/main.js", import.meta.url));

async function idle() {
  const server = await startChild([CLI, "serve", "--port", "0", "--json"]);
  const { baseUrl, keys } = JSON.parse(server.line);
  const headers = { Authorization: `Bearer ${keys.enterprise}` };
  await (await fetch(`${baseUrl}/prices/SOL`, { headers })).text();
  if (memoryOf(server.pid) === undefined) return void (await server.close());
  return { block: () => ({ calls: 1, figures: { MB: memoryOf(server.pid) } }), close: server.close };
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
    goals: { MB: { atMost: 80 } },
  },
  {
    name: "history-growth",
    title: "A page of a history of 10,000",
    sides: { "of 10,000": historyOver(10_000), "of 100": historyOver(100) },
    goals: { "of 100": { atMost: 1.5 } },
  },
];
