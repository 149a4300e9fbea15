import http from "node:http";
import { expect, test } from "vitest";
import { cli } from "../../server/cli/cli-process.js";
import { control } from "../../server/lab.js";

const INTENTS = 100_000;
const CONNECTIONS = 8;

/** The heap of the server. It ends if the intents do not fit; resident memory would also count garbage. */
const HEAP_MB = 192;

/** Sends a command to be parsed and returns the HTTP status. */
function parse(url: string, agent: http.Agent, key: string, body: object): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
    const request = http.request(`${url}/intents`, { method: "POST", agent, headers }, (answer) => {
      answer.resume().on("end", () => resolve(answer.statusCode));
    });
    request.on("error", reject).end(JSON.stringify(body));
  });
}

test(`${INTENTS} live intents fit in a heap of ${HEAP_MB} MB`, async () => {
  const env = { NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` };
  const server = await cli(["serve", "--json", "--port", "0", "--limits", "off", "--log", "off"], { env });
  const { baseUrl, controlUrl, keys, wallets } = await server.ready();
  await control({ controlUrl, fetch }, "POST", "/clock/set", { now: "2040-01-01" });
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let sent = 0;
  const client = async () => {
    while (sent < INTENTS) {
      const body = { walletAddress: wallets.alice.address, command: `swap 0.${++sent} SOL for USDC` };
      expect(await parse(baseUrl, agent, keys.enterprise, body)).toBe(200);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  agent.destroy();
});
