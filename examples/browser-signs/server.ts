// The backend: parses and builds with the API key, and returns both results. The proxy handles other requests.
import { Hono } from "hono";
import { builtTransactionCodec, IntentTx, intentCodec, toReply } from "intent-tx";
import { app as proxy } from "../proxy/hono.js";

const client = new IntentTx(); // INTENT_TX_API_KEY, INTENT_TX_BASE_URL

export const app = new Hono();
app.post("/orders", async (c) => {
  const { walletAddress, command } = await c.req.json<{
    walletAddress: string;
    command: string;
  }>();
  try {
    const intent = await client.intents.parse({ walletAddress, command });
    const built = await client.transactions.build({
      intentId: intent.intentId,
      walletAddress,
    });
    return c.json({
      intent: intentCodec.encode(intent),
      built: builtTransactionCodec.encode(built),
    });
  } catch (error) {
    const { status, headers, body } = toReply(error);
    return Response.json(body, { status, headers });
  }
});
app.route("/", proxy);
