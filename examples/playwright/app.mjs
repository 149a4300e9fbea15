// The app under test: a page that shows a price, and a server that requests it with the API key.
import { createServer } from "node:http";
import process from "node:process";
import { IntentTx, isApiError } from "intent-tx";

/** Creates a client from INTENT_TX_API_KEY and INTENT_TX_BASE_URL. In tests, a request header selects the session. */
function clientFor({ headers: { "x-mock-session": session } }) {
  const service = process.env.INTENT_TX_BASE_URL;
  const isTest = service !== undefined && session !== undefined;
  const under = isTest && { baseUrl: new URL(`/s/${encodeURIComponent(session)}/v1`, service).href };
  return new IntentTx({ maxRetries: 0, ...under });
}

const PAGE = `<!doctype html><meta charset="utf-8"><title>Prices</title>
<button>Refresh</button> <output></output>
<script>
  const show = async () => {
    const answer = await fetch("/price");
    document.querySelector("output").textContent = answer.ok ? await answer.text() : "Try again later";
  };
  document.querySelector("button").onclick = show;
  show();
</script>`;

createServer(async (request, response) => {
  if (request.url !== "/price") return response.setHeader("content-type", "text/html").end(PAGE);
  try {
    const { symbol, price, lastUpdated } = await clientFor(request).prices.retrieve("SOL");
    response.end(`1 ${symbol} costs ${price.toFixed(2)} USD on ${lastUpdated.slice(0, 10)}`);
  } catch (error) {
    response.writeHead(isApiError(error) ? 502 : 500).end();
  }
}).listen(Number(process.env.PORT ?? 4300), "127.0.0.1");
