// A call of the SDK with validation, a listener of its events and rate limits read, beside what else sends a request over
// the same transport.
import { COMMAND, payloads, URLS } from "../lib/subjects.mjs";

const KEY = "k_live_0123456789abcdef0123456789abcdef";

/** A `fetch` that answers at once, with the headers that the service sends. */
function transport(kind) {
  const text = JSON.stringify(payloads[kind]);
  return async () =>
    new Response(text, {
      headers: {
        "Content-Type": "application/json; charset=utf-8",
        "X-Request-Id": "req_0123456789abcdef",
        "X-RateLimit-Limit": "600",
        "X-RateLimit-Remaining": "599",
        "X-RateLimit-Reset": "1767225660",
        Date: "Thu, 01 Jan 2026 00:00:00 GMT",
      },
    });
}

async function own(kind) {
  const { IntentTx } = await import("intent-tx");
  const client = new IntentTx({
    apiKey: KEY,
    baseUrl: "https://api.example.com/v1",
    fetch: transport(kind),
  });
  let seen = 0;
  client.on("response", ({ rateLimit }) => {
    seen += rateLimit.remaining;
  });
  if (kind === "price") return { act: () => client.prices.retrieve("SOL"), seen: () => seen };
  return { act: () => client.intents.parse(COMMAND), seen: () => seen };
}

async function ky(kind) {
  const { default: library } = await import("ky");
  const api = library.create({ fetch: transport(kind), headers: { Authorization: `Bearer ${KEY}` } });
  if (kind === "price") return { act: () => api.get(URLS.price).json() };
  return { act: () => api.post(URLS.intent, { json: COMMAND }).json() };
}

function bareFetch(kind) {
  const fetch = transport(kind);
  const headers = { Authorization: `Bearer ${KEY}`, "Content-Type": "application/json" };
  if (kind === "price") return { act: async () => (await fetch(URLS.price, { headers })).json() };
  const init = () => ({ method: "POST", headers, body: JSON.stringify(COMMAND) });
  return { act: async () => (await fetch(URLS.intent, init())).json() };
}

async function openai(kind) {
  const { default: OpenAI } = await import("openai");
  const client = new OpenAI({ apiKey: KEY, fetch: transport(kind), baseURL: "https://api.example.com/v1" });
  if (kind === "price") return { act: () => client.models.retrieve("SOL") };
  return { act: () => client.chat.completions.create(COMMAND) };
}

async function stripe(kind) {
  const { default: Stripe } = await import("stripe");
  const client = new Stripe(KEY, {
    httpClient: Stripe.createFetchHttpClient(transport(kind)),
    telemetry: false,
  });
  if (kind === "price") return { act: () => client.prices.retrieve("SOL") };
  return { act: () => client.customers.create({ name: COMMAND.walletAddress, email: COMMAND.command }) };
}

const sides = (kind) => ({
  "intent-tx": () => own(kind),
  ky: () => ky(kind),
  "bare fetch": () => bareFetch(kind),
  openai: () => openai(kind),
  stripe: () => stripe(kind),
});

export const rows = [
  {
    name: "sdk-get",
    title: "SDK: prices.retrieve",
    sides: sides("price"),
    goals: { ky: { atMost: 1.2 } },
  },
  {
    name: "sdk-post",
    title: "SDK: intents.parse",
    sides: sides("intent"),
    goals: { ky: { atMost: 1.2 } },
  },
];
