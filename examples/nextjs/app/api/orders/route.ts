// POST /api/orders: builds a command's transaction with the API key, which stays on the server. The page verifies and
// signs the transaction.
import { builtTransactionCodec, IntentTx, intentCodec, isApiError } from "intent-tx";

let client: IntentTx | undefined;
/** Creates the client at the first request, because `next build` also loads this file and has no key. */
const service = () => {
  client ??= new IntentTx(); // INTENT_TX_API_KEY, INTENT_TX_BASE_URL
  return client;
};

/** Statuses of errors that the page can act on. Other errors are logged, and the page gets a 502. */
const SHOWN = [400, 404, 410, 422, 429];

export async function POST(request: Request): Promise<Response> {
  // Check the session first: otherwise anyone could use your rate limit.
  const { walletAddress, command } = await request.json();
  const { signal } = request;
  try {
    const intent = await service().intents.parse({ walletAddress, command }, { signal });
    const { intentId } = intent;
    const built = await service().transactions.build({ intentId, walletAddress }, { signal });
    return Response.json({ intent: intentCodec.encode(intent), built: builtTransactionCodec.encode(built) });
  } catch (error) {
    if (!isApiError(error)) throw error;
    const { code, message, status = 400 } = error;
    if (SHOWN.includes(status)) return Response.json({ code, message }, { status });
    console.error(error.name, code, error.requestId);
    return Response.json({ message: "The service cannot answer now." }, { status: 502 });
  }
}
