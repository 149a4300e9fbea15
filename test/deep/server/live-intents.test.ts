import http from "node:http";
import { expect, test } from "vitest";
import { control } from "../../server/lab.js";
import { measure, measuredCli } from "../measured.js";

const CONNECTIONS = 8;
/** Number of intents before memory is first measured. */
const WARM = 2_000;
const INTENTS = 5_000;

/** Memory per live intent, bytes: the 100,000 that a server keeps take 150 MB. */
const MOST_BYTES = 1_500;

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

test(`each of ${INTENTS} live intents takes less than ${MOST_BYTES} bytes`, async () => {
  const running = await measuredCli(["serve", "--json", "--port", "0", "--limits", "off", "--log", "off"]);
  const { baseUrl, controlUrl, keys, wallets } = await running.ready();
  await control({ controlUrl, fetch }, "POST", "/clock/set", { now: "2040-01-01" });
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let sent = 0;
  const liveAfter = async (count: number) => {
    const client = async () => {
      while (sent < count) {
        const body = { walletAddress: wallets.alice.address, command: `swap 0.${++sent} SOL for USDC` };
        expect(await parse(baseUrl, agent, keys.enterprise, body)).toBe(200);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, client));
    return (await measure(running)).live;
  };
  const before = await liveAfter(WARM);
  const bytes = ((await liveAfter(WARM + INTENTS)) - before) / INTENTS;
  agent.destroy();
  console.log(`${Math.round(bytes)} bytes an intent`);
  expect(bytes).toBeLessThan(MOST_BYTES);
});
