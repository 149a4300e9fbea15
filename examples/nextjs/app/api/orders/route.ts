// POST /api/orders: builds a command's transaction with the API key, which stays on
// the server. The page verifies and signs the transaction.
import { builtTransactionCodec, IntentTx, intentCodec, toReply } from "intent-tx";

let client: IntentTx | undefined;
/**
 * Creates the client at the first request, because `next build` also loads this
 * file and has no key.
 */
const service = () => {
  client ??= new IntentTx(); // INTENT_TX_API_KEY, INTENT_TX_BASE_URL
  return client;
};

export async function POST(request: Request): Promise<Response> {
  // Check the session first: otherwise anyone could use your rate limit.
  const { walletAddress, command } = await request.json();
  const { signal } = request;
  try {
    const intent = await service().intents.parse(
      { walletAddress, command },
      { signal },
    );
    const { intentId } = intent;
    const built = await service().transactions.build(
      { intentId, walletAddress },
      { signal },
    );
    return Response.json({
      intent: intentCodec.encode(intent),
      built: builtTransactionCodec.encode(built),
    });
  } catch (error) {
    const { status, headers, body } = toReply(error);
    if (status >= 500) console.error(error);
    return Response.json(body, { status, headers });
  }
}
