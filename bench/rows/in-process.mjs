// A call through `server.fetch` with authorization, limits, validation and the request log at their defaults, compared
// with a bare Hono and msw that return the same payload. Each call has different input.
import {
  emptyHono,
  mockServer,
  nextCommand,
  nextToken,
  payloads,
  priceOf,
  SERVICE,
} from "../lib/subjects.mjs";

/** URL and init of the next call. */
function nextCall(kind, base, headers) {
  if (kind === "price") return [`${base}/prices/${nextToken()}`, { headers }];
  const body = JSON.stringify(nextCommand());
  return [
    `${base}/intents`,
    { method: "POST", headers: { ...headers, "Content-Type": "application/json" }, body },
  ];
}

async function read(response) {
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  return response.json();
}

async function own(kind) {
  const { server, headers } = await mockServer();
  const act = async () => read(await server.fetch(...nextCall(kind, server.baseUrl, headers)));
  return { act, close: () => server.close() };
}

async function hono(kind) {
  const app = await emptyHono();
  return { act: async () => read(await app.fetch(new Request(...nextCall(kind, SERVICE, {})))) };
}

async function msw(kind) {
  const { http, HttpResponse } = await import("msw");
  const { setupServer } = await import("msw/node");
  const server = setupServer(
    http.get(`${SERVICE}/prices/:token`, ({ params }) => HttpResponse.json(priceOf(params.token))),
    http.post(`${SERVICE}/intents`, async ({ request }) => {
      await request.json();
      return HttpResponse.json(payloads.intent);
    }),
  );
  server.listen();
  return { act: async () => read(await fetch(...nextCall(kind, SERVICE, {}))), close: () => server.close() };
}

const sides = (kind) => ({
  "intent-tx": () => own(kind),
  hono: () => hono(kind),
  msw: () => msw(kind),
});

const CHECKS = "each call also checks the key, the limits and the contract, and is logged";
const PARSED = "each call also reads a new command, quotes its routes and stores an intent";

export const rows = [
  {
    name: "get-price",
    title: "In-process GET /prices/{token}",
    sides: sides("price"),
    goals: { hono: { atMost: 1.7, reason: CHECKS }, msw: { atLeast: 10, reason: CHECKS } },
  },
  {
    name: "post-intent",
    title: "In-process POST /intents",
    sides: sides("intent"),
    goals: { hono: { atMost: 2.4, reason: PARSED }, msw: { atLeast: 10, reason: PARSED } },
  },
];
