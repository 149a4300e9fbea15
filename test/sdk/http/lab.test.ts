import { ApiError, ResponseValidationError, ServerError } from "intent-tx";
import { expect, test } from "vitest";
import { failure, KEY_RECORD, WALLET } from "../harness.js";
import { json, lab } from "./lab-server.js";

// Scenarios over a real socket in which other HTTP clients fail.

const command = { walletAddress: WALLET, command: "swap 1 SOL for USDC" };

test("a 502 with an HTML page keeps status and request id, and its message is short", async () => {
  const { client } = await lab(
    (_, response) => {
      response.writeHead(502, { "Content-Type": "text/html", "X-Request-Id": "req_8" });
      response.end(`<html>${"x".repeat(5000)}</html>`);
    },
    { maxRetries: 0 },
  );
  const error = await failure(client.prices.retrieve("SOL"));
  expect(error).toBeInstanceOf(ServerError);
  expect(error).toMatchObject({ status: 502, requestId: "req_8", code: undefined });
  expect(error.message.length).toBeLessThan(120);
});

test("a path parameter cannot leave its segment", async () => {
  let path: string | undefined;
  const { client, count } = await lab((request, response) => {
    path = request.url;
    json(response, 200, KEY_RECORD);
  });
  await client.keys.revoke("admin?x#y");
  expect(path).toBe("/v1/keys/admin%3Fx%23y");
  for (const keyId of ["..", "../admin", "..\\admin", "%2e%2e", "a\nb", "a\u0000"]) {
    const error = await failure(client.keys.revoke(keyId));
    expect(error).toMatchObject({ name: "ValidationError", field: "keyId", status: undefined });
  }
  expect(count()).toBe(1);
});

test("a body over 10 MiB is not read to its end", async () => {
  const { client } = await lab((_, response) => {
    response.writeHead(200, { "Content-Type": "application/json" });
    const chunk = "x".repeat(1 << 20);
    const more = () => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once("drain", more);
    };
    more();
  });
  const error = await failure(client.prices.retrieve("SOL"));
  expect(error).toBeInstanceOf(ResponseValidationError);
  expect(error.message).toContain("10 MiB");
});

test("a redirect is not followed, so the key is sent to no other address", async () => {
  const { client, count } = await lab((_, response) => {
    response.writeHead(307, { Location: "/v1/elsewhere" });
    response.end();
  });
  const error = await failure(client.intents.parse(command));
  expect(error.constructor).toBe(ApiError);
  expect(error).toMatchObject({ status: 307, attempts: 1 });
  expect(error.message).toContain("redirect");
  expect(count()).toBe(1);
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
