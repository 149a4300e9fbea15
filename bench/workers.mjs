// `serve --workers N` against one process, in turns: `node bench/workers.mjs [N] [rounds] [cli]` after `npm run build`. The load takes
// cores too, so a machine shows a gain only where it has more of them than the workers need.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { availableParallelism } from "node:os";
import process from "node:process";
import { createInterface } from "node:readline";

const workers = Number(process.argv[2] ?? availableParallelism());
const rounds = Number(process.argv[3] ?? 5);
const main = process.argv[4] ?? "mock-server/dist/cli/main.js";
const SESSIONS = 32;
const MS = 2_000;

async function start(count) {
  const flags = ["--json", "--log", "off", "--limits", "off", "--port", "0", "--sessions", "on-demand"];
  const child = spawn(process.execPath, [main, "serve", ...flags, "--workers", String(count)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  const { port } = JSON.parse(line);
  const requests = [];
  for (let at = 0; at < SESSIONS; at++) {
    const { keys, wallets } = await (
      await fetch(`http://127.0.0.1:${port}/s/bench-${at}/_mock/world`)
    ).json();
    const body = JSON.stringify({ walletAddress: wallets.alice.address, command: "swap 0.5 SOL for USDC" });
    const head = [
      `POST /s/bench-${at}/v1/intents HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      `Authorization: Bearer ${keys.enterprise}`,
      "Content-Type: application/json",
      `Content-Length: ${body.length}`,
    ];
    requests.push(Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}`));
  }
  return { child, port, requests };
}

/** One request in flight for each session; answers per second. */
async function load({ port, requests }) {
  let answers = 0;
  const until = performance.now() + MS;
  const sockets = requests.map((bytes) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    let rest = "";
    socket.setEncoding("latin1").on("data", (text) => {
      rest += text;
      const end = rest.indexOf("\r\n\r\n");
      const length = Number(/content-length: (\d+)/i.exec(rest)?.[1] ?? 0);
      if (end < 0 || rest.length < end + 4 + length) return;
      if (!rest.startsWith("HTTP/1.1 200")) throw new Error(rest.slice(0, 300));
      rest = "";
      answers++;
      if (performance.now() < until) socket.write(bytes);
    });
    return socket;
  });
  await new Promise((resolve) => setTimeout(resolve, MS));
  for (const socket of sockets) socket.destroy();
  return (answers * 1000) / MS;
}

const [one, many] = [await start(1), await start(workers)];
const ratios = [];
for (let round = -1; round < rounds; round++) {
  const [alone, together] = [await load(one), await load(many)];
  if (round < 0) continue;
  ratios.push(together / alone);
  console.log(
    `1 process ${Math.round(alone)}/s   ${workers} workers ${Math.round(together)}/s   ${(together / alone).toFixed(2)} ×`,
  );
}
ratios.sort((a, b) => a - b);
console.log(
  `median ${ratios[ratios.length >> 1].toFixed(2)} × with ${workers} workers on ${availableParallelism()} cores`,
);
one.child.kill("SIGTERM");
many.child.kill("SIGTERM");
