// A worker that returns prices and parses commands; only the worker has the API
// key. No compatibility flag is needed.
import { IntentTx, intentCodec, toReply } from "intent-tx";

interface Env {
  readonly INTENT_TX_API_KEY: string;
  readonly INTENT_TX_BASE_URL: string;
}

async function answer(request: Request, client: IntentTx): Promise<Response> {
  const [, route, token] = new URL(request.url).pathname.split("/");
  const { signal } = request;
  if (request.method === "GET" && route === "prices" && token) {
    const { symbol, price } = await client.prices.retrieve(token, { signal });
    return Response.json(
      { symbol, price },
      { headers: { "cache-control": "public, max-age=10" } },
    );
  }
  if (request.method === "POST" && route === "intents") {
    const { walletAddress, command } = await request.json();
    return Response.json(
      intentCodec.encode(
        await client.intents.parse({ walletAddress, command }, { signal }),
      ),
    );
  }
  return Response.json({ message: "There is no such path." }, { status: 404 });
}

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const client = new IntentTx({
      apiKey: env.INTENT_TX_API_KEY,
      baseUrl: env.INTENT_TX_BASE_URL,
    });
    try {
      return await answer(request, client);
    } catch (error) {
      const { status, headers, body } = toReply(error);
      return Response.json(body, { status, headers });
    }
  },
};
