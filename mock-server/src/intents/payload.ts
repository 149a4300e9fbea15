import type { OperationPayload } from "intent-tx/contract";
import { toRoute } from "../market/route-payload.js";
import type { Quote } from "../market/routing.js";
import type { IntentRow } from "../state/rows-intents.js";

/** A quote as it is kept with the intent: what the user was shown. */
export function routeRow(quote: Quote): NonNullable<IntentRow["route"]> {
  const { inAmount, outAmount, priceImpact, marketInfos } = toRoute(quote);
  return {
    inAmount,
    outAmount,
    priceImpact,
    marketInfos: marketInfos.map((info) => ({ ...info, fee: String(info.fee) })),
  };
}

/** An intent as the contract writes it (decisions 41 and 42). */
export function intentPayload(row: IntentRow): OperationPayload<"intents.parse"> {
  const { inputMint, outputMint, amount, recipient, route } = row;
  return {
    intentId: row.intentId,
    action: row.action,
    parameters: {
      ...(inputMint !== undefined && { inputToken: inputMint }),
      ...(outputMint !== undefined && { outputToken: outputMint }),
      ...(amount !== undefined && { amount: BigInt(amount) }),
      ...(recipient !== undefined && { recipient }),
    },
    ...(route && {
      route: {
        ...route,
        marketInfos: route.marketInfos.map((info) => ({ ...info, fee: BigInt(info.fee) })),
      },
    }),
    confidence: row.confidence,
  };
}
