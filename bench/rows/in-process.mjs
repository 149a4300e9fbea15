// A call through `server.fetch`, with authorization, limits, validation and the request log as everybody has them, beside
// what answers the same payload through a `fetch` that a framework or a mocking library gives.
import { COMMAND, emptyHono, mockServer, payloads, priceOf, URLS } from "../lib/subjects.mjs";

const get = { headers: { Authorization: "Bearer k_live_x" } };
const post = {
  method: "POST",
  headers: { Authorization: "Bearer k_live_x", "Content-Type": "application/json" },
  body: JSON.stringify(COMMAND),
};

async function read(response) {
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  return response.json();
}

async function own(kind) {
  const { server, headers, command } = await mockServer();
  const init =
    kind === "price" ? { headers } : { ...post, headers: { ...post.headers, ...headers }, body: command };
  const url = server.baseUrl + (kind === "price" ? "/prices/SOL" : "/intents");
  return { act: async () => read(await server.fetch(url, init)), close: () => server.close() };
}

async function hono(kind) {
  const app = await emptyHono();
  const [url, init] = [URLS[kind], kind === "price" ? get : post];
  return { act: async () => read(await app.fetch(new Request(url, init))) };
}

async function msw(kind) {
  const { http, HttpResponse } = await import("msw");
  const { setupServer } = await import("msw/node");
  const server = setupServer(
    http.get("https://api.example.com/v1/prices/:token", ({ params }) =>
      HttpResponse.json(priceOf(params.token)),
    ),
    http.post("https://api.example.com/v1/intents", async ({ request }) => {
      await request.json();
      return HttpResponse.json(payloads.intent);
    }),
  );
  server.listen();
  const [url, init] = [URLS[kind], kind === "price" ? get : post];
  return { act: async () => read(await fetch(url, init)), close: () => server.close() };
}

async function nock(kind) {
  const { default: library } = await import("nock");
  const scope = library("https://api.example.com").persist();
  scope.get("/v1/prices/SOL").reply(200, payloads.price);
  scope.post("/v1/intents").reply(200, payloads.intent);
  const [url, init] = [URLS[kind], kind === "price" ? get : post];
  return { act: async () => read(await fetch(url, init)) };
}

async function mockAgent(kind) {
  const { MockAgent, fetch: undiciFetch, setGlobalDispatcher } = await import("undici");
  const agent = new MockAgent();
  // Otherwise it keeps every call, and is measured against its own garbage.
  agent.disableCallHistory?.();
  agent.disableNetConnect();
  setGlobalDispatcher(agent);
  const pool = agent.get("https://api.example.com");
  const headers = { headers: { "content-type": "application/json" } };
  pool.intercept({ path: "/v1/prices/SOL" }).reply(200, payloads.price, headers).persist();
  pool.intercept({ path: "/v1/intents", method: "POST" }).reply(200, payloads.intent, headers).persist();
  const [url, init] = [URLS[kind], kind === "price" ? get : post];
  return { act: async () => read(await undiciFetch(url, init)) };
}

const sides = (kind) => ({
  "intent-tx": () => own(kind),
  hono: () => hono(kind),
  msw: () => msw(kind),
  nock: () => nock(kind),
  "undici MockAgent": () => mockAgent(kind),
});

/** Commands, the same one each time or each one new: what remembering a reading of the parser earns. */
async function commands(differ) {
  const { server, headers, command } = await mockServer();
  const url = `${server.baseUrl}/intents`;
  const given = JSON.parse(command);
  let number = 0;
  return {
    act: async () => {
      number += 1;
      const amount = (differ ? number : 1_000_000) / 1e6;
      const body = JSON.stringify({ ...given, command: `swap ${amount.toFixed(6)} SOL for USDC` });
      return read(await server.fetch(url, { ...post, headers: { ...post.headers, ...headers }, body }));
    },
    close: () => server.close(),
  };
}

export const rows = [
  {
    name: "remembered-swaps",
    title: "Caches of a reading and of its quote: the same command again",
    sides: { remembered: () => commands(false), "read anew": () => commands(true) },
    goals: { "read anew": { atMost: 0.95 } },
  },
  {
    name: "get-price",
    title: "In-process GET /prices/SOL",
    sides: sides("price"),
    goals: { hono: { atMost: 1.5 }, msw: { atLeast: 15 } },
  },
  {
    name: "post-intent",
    title: "In-process POST /intents",
    sides: sides("intent"),
    goals: { hono: { atMost: 2 }, msw: { atLeast: 15 } },
  },
];
