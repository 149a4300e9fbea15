// Simulated builds a second, against the same simulation asked of the ledger alone: `node bench/builds.mjs` after `npm run build`.
import { createMockServer } from "@intent-tx/mock-server";
import { IntentTx } from "intent-tx";

const server = await createMockServer({ limits: "off" });
const client = new IntentTx(server.clientOptions("enterprise"));
const walletAddress = server.wallets.alice.address;
const { intentId } = await client.intents.parse({ walletAddress, command: "swap 0.5 SOL for USDC" });
const { transaction } = await client.transactions.build({ intentId, walletAddress });

const headers = { Authorization: `Bearer ${server.keys.enterprise}`, "Content-Type": "application/json" };
const post = (url, body) =>
  server.fetch(url, { method: "POST", headers, body: JSON.stringify(body) }).then((answer) => answer.text());
const build = () => post(`${server.baseUrl}/transactions/build`, { intentId, walletAddress });
const simulate = () =>
  post(server.rpc.live, {
    jsonrpc: "2.0",
    id: 1,
    method: "simulateTransaction",
    params: [transaction, { encoding: "base64" }],
  });

async function perSecond(act, ms) {
  const began = performance.now();
  let count = 0;
  while (performance.now() - began < ms) {
    await act();
    // Native results are let go of only when the event loop turns.
    if (++count % 200 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return (count * 1000) / (performance.now() - began);
}

await perSecond(build, 1000);
await perSecond(simulate, 500);
const builds = [];
const simulations = [];
for (let round = 0; round < 5; round++) {
  builds.push(await perSecond(build, 1000));
  simulations.push(await perSecond(simulate, 1000));
}
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
console.log(`simulated builds      ${Math.round(median(builds))}/s   (floor 800)`);
console.log(`simulateTransaction   ${Math.round(median(simulations))}/s`);
console.log(
  `builds / simulations  ${median(builds.map((value, round) => value / simulations[round])).toFixed(2)}`,
);
await server.close();
