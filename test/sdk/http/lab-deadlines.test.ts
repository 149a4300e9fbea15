import { ConnectionError } from "intent-tx";
import { expect, test } from "vitest";
import { BUILT, failure, WALLET } from "../harness.js";
import { closeLab, json, lab } from "./lab-server.js";

test("a refused connection is retried for every operation", async () => {
  const { client } = await lab(() => {}, { clock: { now: () => Date.now(), sleep: async () => {} } });
  closeLab();
  const error = await failure(client.keys.rotate("key_1"));
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject({ attempts: 3, sent: false });
});

test("the total deadline ends a call that is waiting for its next attempt", async () => {
  const { client } = await lab((_, response) => response.socket?.destroy(), {
    totalTimeout: 150,
    maxRetries: 50,
    clock: { now: () => Date.now(), sleep: (ms) => new Promise((done) => setTimeout(done, ms)) },
  });
  const error = await failure(client.transactions.list(WALLET));
  expect(error).toMatchObject({ name: "TimeoutError", phase: "total", timeoutMs: 150 });
});

test("a truncated body is retried where that is safe", async () => {
  const { client, count } = await lab((_, response, n) => {
    if (n > 1) return json(response, 200, BUILT);
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "500" });
    response.write('{"transaction":');
    setTimeout(() => response.destroy(), 20);
  });
  await client.transactions.build({ intentId: "intent_1", walletAddress: WALLET });
  expect(count()).toBe(2);
});
