// The built CommonJS entries that intercept requests, with the oldest majors of their peers. The newest are in
// test/runners/newest-peers.
import { createRequire } from "node:module";
import { createMockServer, type MockServer } from "@intent-tx/mock-server";
import { afterAll, expect, test } from "vitest";

const require = createRequire(import.meta.url);
const server = await createMockServer({ seed: 1 });
afterAll(() => server.close());

async function price(baseUrl: string, { keys }: MockServer) {
  const headers = { Authorization: `Bearer ${keys["enterprise"]}` };
  return (await fetch(`${baseUrl}/prices/SOL`, { headers })).status;
}

test("nock 14", async () => {
  const baseUrl = "http://nock.example/v1";
  const stop = require("@intent-tx/mock-server/nock").interceptWithNock(server, { baseUrl });
  expect(await price(baseUrl, server)).toBe(200);
  stop();
  require("nock").restore();
});

test("msw 2", async () => {
  const baseUrl = "http://msw.example/v1";
  const handlers = require("@intent-tx/mock-server/msw").mswHandlers(server, { baseUrl });
  const worker = require("msw/node").setupServer(...handlers);
  worker.listen({ onUnhandledRequest: "error" });
  expect(await price(baseUrl, server)).toBe(200);
  worker.close();
});
