// The app under test: a page that shows a price, a page that pays, and a server that adds the API key to their requests.
import { createServer } from "node:http";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { IntentTx, isApiError } from "intent-tx";

/** The service's URL without /v1. In tests, a request header selects the session. */
function rootFor({ headers: { "x-mock-session": session } }) {
  const service = process.env.INTENT_TX_BASE_URL;
  if (service === undefined) return undefined;
  return new URL(
    session === undefined ? "/" : `/s/${encodeURIComponent(session)}/`,
    service,
  ).href;
}

/** Creates a client from INTENT_TX_API_KEY and INTENT_TX_BASE_URL. */
function clientFor(request) {
  const root = rootFor(request);
  return new IntentTx({
    maxRetries: 0,
    ...(root !== undefined && { baseUrl: `${root}v1` }),
  });
}

const PRICES = `<!doctype html><meta charset="utf-8"><title>Prices</title>
<button>Refresh</button> <output></output>
<script>
  const show = async () => {
    const answer = await fetch("/price");
    document.querySelector("output").textContent = answer.ok ? await answer.text() : "Try again later";
  };
  document.querySelector("button").onclick = show;
  show();
</script>`;

const PAYMENT = `<!doctype html><meta charset="utf-8"><title>Payment</title>
<button disabled>Pay</button> <output></output>
<script type="module" src="/payment-page.js"></script>`;

const bundle = await build({
  entryPoints: [fileURLToPath(new URL("payment-page.mjs", import.meta.url))],
  ...{ bundle: true, format: "esm", write: false },
});

/** Forwards a request of the page to the service or the chain. In an app, use `proxy` of intent-tx/proxy and your node. */
async function forward(request, response) {
  const parts = [];
  for await (const part of request) parts.push(part);
  const answer = await fetch(new URL(request.url.slice(1), rootFor(request)), {
    method: request.method,
    headers: {
      authorization: `Bearer ${process.env.INTENT_TX_API_KEY}`,
      "content-type": "application/json",
    },
    body: request.method === "GET" ? undefined : Buffer.concat(parts),
  });
  response.writeHead(answer.status, {
    "content-type": answer.headers.get("content-type"),
  });
  response.end(await answer.text());
}

async function price(request, response) {
  try {
    const { symbol, price, lastUpdated } =
      await clientFor(request).prices.retrieve("SOL");
    response.end(
      `1 ${symbol} costs ${price.toFixed(2)} USD on ${lastUpdated.slice(0, 10)}`,
    );
  } catch (error) {
    response.writeHead(isApiError(error) ? 502 : 500).end();
  }
}

createServer((request, response) => {
  const send = (type, text) => response.setHeader("content-type", type).end(text);
  if (request.url === "/price") return price(request, response);
  if (request.url === "/payment-page.js")
    return send("text/javascript", bundle.outputFiles[0].text);
  if (/^\/(v1|rpc)\//.test(request.url)) return forward(request, response);
  send("text/html", request.url === "/payment" ? PAYMENT : PRICES);
}).listen(Number(process.env.PORT ?? 4300), "127.0.0.1");
