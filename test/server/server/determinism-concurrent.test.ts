import { IntentTx } from "intent-tx";
import { expect, test } from "vitest";
import { api, clientOf, lab } from "../lab.js";

const CLIENTS = 8;

/** Short waits, never the same twice, so that requests of several clients arrive in a different order each time. */
const jitter = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 3));

test("clients with their own sessions get the same bytes in any order of requests", async () => {
  const play = async () => {
    const server = await lab();
    const texts = await Promise.all(
      Array.from({ length: CLIENTS }, async (_, number) => {
        const { baseUrl, keys, wallets } = server.openSession({ seed: `client ${number}` });
        const session = { baseUrl, keys, fetch: server.fetch };
        const walletAddress = wallets["alice"]!.address;
        const said: string[] = [];
        const call = async (path: string, body?: object) => {
          await jitter();
          const answer = await api(session, body ? "POST" : "GET", path, body, "pro");
          said.push(`${answer.status} ${answer.headers.get("x-request-id")} ${answer.text}`);
          return answer.body;
        };
        for (const command of ["swap 1 SOL for USDC", "send 1 SOL to bob.sol", "price of JUP"]) {
          const { intentId, action } = await call("/intents", { walletAddress, command });
          if (action !== "query") await call("/transactions/build", { intentId, walletAddress });
        }
        await call("/prices/SOL");
        return said;
      }),
    );
    return texts;
  };
  expect(await play()).toEqual(await play());
});

test("clients of one world share its draws: the order of requests decides only which client gets which ID", async () => {
  const play = async (together: boolean) => {
    const server = await lab({ limits: "off" });
    const client = clientOf(server);
    const parse = async (number: number) => {
      const ids: string[] = [];
      for (let at = 0; at < 3; at++) {
        if (together) await jitter();
        const command = `send 0.0${number + 1} SOL to bob.sol`;
        const { intentId } = await client.intents.parse({
          walletAddress: server.wallets.alice.address,
          command,
        });
        ids.push(intentId);
      }
      return ids;
    };
    const numbers = Array.from({ length: CLIENTS }, (_, number) => number);
    if (together) return (await Promise.all(numbers.map(parse))).flat();
    const ids: string[] = [];
    for (const number of numbers) ids.push(...(await parse(number)));
    return ids;
  };
  const alone = await play(false);
  expect(new Set(alone).size).toBe(3 * CLIENTS);
  expect((await play(true)).sort()).toEqual(alone.sort());
});

test("concurrent requests to one world are counted like sequential ones, without loss or double counts", async () => {
  const server = await lab();
  const client = new IntentTx({ ...server.clientOptions("pro"), maxRetries: 0 });
  await Promise.all(Array.from({ length: CLIENTS * 5 }, () => client.prices.retrieve("SOL")));
  expect((await client.analytics.usage()).requests.used).toBe(CLIENTS * 5 + 1);
  expect(client.rateLimit?.remaining).toBe(120 - CLIENTS * 5 - 1);
});
