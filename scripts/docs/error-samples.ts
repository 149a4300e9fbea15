import type { ErrorCode } from "intent-tx/contract";
import { recorder, type SampleRequest, shortened } from "./samples.js";

/** A recorded error response of a mock server with seed 1 and a frozen clock. */
export interface ErrorSample {
  /** Method and path of the request. */
  readonly request: string;
  readonly answer: Readonly<Record<string, unknown>>;
}

/** One response for each error code. */
export async function errorSamples(): Promise<Record<ErrorCode, ErrorSample>> {
  const recording = await recorder({ contract: { idempotency: true } });
  await using server = recording.server;
  const { address: walletAddress } = server.wallets.alice;
  const ask = async (request: string, call: SampleRequest = {}) => {
    const { answer } = await recording.ask(request, call);
    return { request: request.replace(" ", " /v1"), answer };
  };
  const parse = (command: string, call: SampleRequest = {}) =>
    ask("POST /intents", { ...call, body: { walletAddress, command, ...(call.body as object) } });
  const build = (intentId: unknown) => ask("POST /transactions/build", { body: { intentId, walletAddress } });
  const built = async (command: string) => build((await parse(command)).answer["intentId"]);
  const failing = (status: number, code: ErrorCode) => {
    server.faults.add({ nth: 1, fault: { kind: "status", status, code, retryAfter: "30" } });
    return ask("GET /prices/SOL");
  };

  const { intentId: expired } = (await parse("swap 1 SOL for USDC")).answer;
  await server.clock.advance("11m");
  const { key: priceKey } = await server.issueKey({ tier: "free", scopes: ["read:prices"] });
  const worker = await ask("POST /keys", { body: { name: "worker", scopes: ["read:prices"] } });
  const { keyId } = worker.answer as { readonly keyId?: string };
  await ask(`POST /keys/${keyId}/rotate`);
  const oneKey = { headers: { "Idempotency-Key": "order-1" } };
  await parse("swap 1 SOL for USDC", oneKey);
  const shown = {
    validation_error: await parse("swap 1 SOL for USDC", { body: { slippage: 2_000 } }),
    simulation_failed: await built("send 5000 SOL to bob.sol"),
    unauthorized: await ask("GET /prices/SOL", { key: null }),
    insufficient_scope: await ask("GET /analytics/usage", { key: priceKey }),
    wallet_not_found: await ask("GET /portfolio/7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU"),
    token_not_found: await ask("GET /prices/NOPE"),
    not_found: await ask("GET /tokens"),
    intent_not_found: await build("intent_unknown"),
    key_not_found: await ask("DELETE /keys/key_unknown"),
    method_not_allowed: await ask("PUT /prices/SOL"),
    key_not_rotatable: await ask(`POST /keys/${keyId}/rotate`),
    idempotency_conflict: await parse("swap 2 SOL for USDC", oneKey),
    payload_too_large: await parse("swap 1 SOL for USDC".padEnd(70_000)),
    unsupported_media_type: await parse("swap 1 SOL for USDC", { headers: { "Content-Type": "text/plain" } }),
    parsing_error: await parse("swap some SOL for USDC"),
    intent_not_buildable: await built("how much USDC do I have?"),
    rate_limit_exceeded: await failing(429, "rate_limit_exceeded"),
    quota_exceeded: await failing(429, "quota_exceeded"),
    internal_error: await failing(500, "internal_error"),
    service_unavailable: await failing(503, "service_unavailable"),
    intent_expired: await build(expired),
  } satisfies Record<ErrorCode, ErrorSample>;
  for (const [code, { answer }] of Object.entries(shown)) {
    const { error } = answer as { readonly error?: { readonly code: string } };
    if (error?.code !== code) throw new Error(`the sample of ${code} answers ${JSON.stringify(answer)}`);
  }
  return Object.fromEntries(
    Object.entries(shown).map(([code, { request, answer }]) => [
      code,
      { request, answer: shortened(answer) },
    ]),
  ) as Record<ErrorCode, ErrorSample>;
}
