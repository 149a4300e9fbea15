// The reference server against bare node:http, in one run: `node bench/server.mjs` after `npm run build`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { load, requestBytes } from "./load.mjs";

const PEER = `
import { createServer } from "node:http";
const answer = JSON.stringify({ mint: "So11111111111111111111111111111111111111112", symbol: "SOL", price: 172.3,
  change24h: 1.2, volume24h: 1818807535.19, marketCap: 88225813839.36, lastUpdated: "2026-01-01T00:00:00.000Z" });
const server = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk) => { body += chunk; });
  request.on("end", () => {
    if (body) JSON.parse(body);
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(answer) });
    response.end(answer);
  });
});
server.listen(0, "127.0.0.1", () => console.log(JSON.stringify({ baseUrl: "http://127.0.0.1:" + server.address().port })));
`;

async function start(args) {
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout });
  const [first] = await once(lines, "line");
  lines.on("line", () => undefined);
  return { child, ready: JSON.parse(first) };
}

const peer = await start(["--input-type=module", "-e", PEER]);
const mock = await start([
  "mock-server/dist/cli/main.js",
  "serve",
  "--port",
  "0",
  "--limits",
  "off",
  "--json",
]);
const { baseUrl, keys, wallets } = mock.ready;
const headers = { Authorization: `Bearer ${keys.enterprise}` };
const command = JSON.stringify({ walletAddress: wallets.alice.address, command: "swap 0.5 SOL for USDC" });

const targets = {
  "node:http GET": [peer.ready.baseUrl, requestBytes(`${peer.ready.baseUrl}/v1/prices/SOL`, { headers })],
  "GET /prices": [baseUrl, requestBytes(`${baseUrl}/prices/SOL`, { headers })],
  "node:http POST": [
    peer.ready.baseUrl,
    requestBytes(`${peer.ready.baseUrl}/v1/intents`, { method: "POST", headers, body: command }),
  ],
  "POST /intents": [baseUrl, requestBytes(`${baseUrl}/intents`, { method: "POST", headers, body: command })],
};

const rounds = Number(process.argv[2] ?? 5);
const figures = Object.fromEntries(Object.keys(targets).map((name) => [name, []]));
for (let round = -1; round < rounds; round++) {
  for (const [name, [url, bytes]] of Object.entries(targets)) {
    const { perSecond, statuses } = await load(url, bytes, { ms: round < 0 ? 1000 : 1500 });
    if (Object.keys(statuses).some((status) => status !== "200"))
      throw new Error(`${name}: ${JSON.stringify(statuses)}`);
    if (round >= 0) figures[name].push(perSecond);
  }
}
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
for (const [name, values] of Object.entries(figures))
  console.log(`${name.padEnd(16)}${Math.round(median(values))} answers/s (median of ${rounds})`);
const ratio = (name, to) => median(figures[name].map((value, round) => value / figures[to][round]));
console.log(`prices / node:http   ${ratio("GET /prices", "node:http GET").toFixed(2)}   (floor 0.35)`);
console.log(`intents / node:http  ${ratio("POST /intents", "node:http POST").toFixed(2)}   (floor 0.25)`);
peer.child.kill();
mock.child.kill();
