// An SDK call with validation, an event listener and rate limit headers, compared with ky over the same transport. Each
// call has different input.
import { nextCommand, nextToken, payloads, SERVICE } from "../lib/subjects.mjs";

const KEY = "k_live_0123456789abcdef0123456789abcdef";

/** A `fetch` that immediately returns a response with the service's headers. */
function transport(kind) {
  const text = JSON.stringify(payloads[kind]);
  const headers = {
    "Content-Type": "application/json; charset=utf-8",
    "X-Request-Id": "req_0123456789abcdef",
    "X-RateLimit-Limit": "600",
    "X-RateLimit-Remaining": "599",
    "X-RateLimit-Reset": "1767225660",
    Date: "Thu, 01 Jan 2026 00:00:00 GMT",
  };
  return async () => new Response(text, { headers });
}

async function own(kind) {
  const { IntentTx } = await import("intent-tx");
  const client = new IntentTx({ apiKey: KEY, baseUrl: SERVICE, fetch: transport(kind) });
  client.on("response", ({ rateLimit }) => rateLimit.remaining);
  if (kind === "price") return { act: () => client.prices.retrieve(nextToken()) };
  return { act: () => client.intents.parse(nextCommand()) };
}

async function ky(kind) {
  const { default: library } = await import("ky");
  const api = library.create({ fetch: transport(kind), headers: { Authorization: `Bearer ${KEY}` } });
  if (kind === "price") return { act: () => api.get(`${SERVICE}/prices/${nextToken()}`).json() };
  return { act: () => api.post(`${SERVICE}/intents`, { json: nextCommand() }).json() };
}

const sides = (kind) => ({
  "intent-tx": () => own(kind),
  ky: () => ky(kind),
});
const reason = "each call also checks the answer, reports events and reads the rate limit";
const goals = { ky: { atMost: 1.5, reason } };

export const rows = [
  { name: "sdk-get", title: "SDK: prices.retrieve", sides: sides("price"), goals },
  { name: "sdk-post", title: "SDK: intents.parse", sides: sides("intent"), goals },
];
