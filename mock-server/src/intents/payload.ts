import type { OperationPayload } from "intent-tx/contract";
import type { Quote } from "../market/routing.js";
import type { IntentRow } from "../state/rows.js";

type RouteRow = NonNullable<IntentRow["route"]>;

/** Venue name in pool labels. */
const VENUE = "IntentSwap";

/** A stored quote (decision 42). Amounts are decimal strings; each pool's fee is in base units of its input. */
export function routeRow(quote: Quote): RouteRow {
  return {
    inAmount: quote.inAmount.toString(),
    outAmount: quote.outAmount.toString(),
    priceImpact: quote.priceImpact,
    marketInfos: quote.hops.map(({ leg: { pool, from, to }, amountIn, amountOut, fee }) => ({
      id: pool.address,
      label: `${VENUE} ${pool.label}`,
      inputMint: from,
      outputMint: to,
      inAmount: amountIn.toString(),
      outAmount: amountOut.toString(),
      fee: fee.toString(),
    })),
  };
}

/** An intent in the contract's format (decisions 41 and 42). */
export function intentPayload(row: IntentRow): OperationPayload<"intents.parse"> {
  const { intentId, action, inputMint, outputMint, amount, recipient, route, confidence } = row;
  const payload = {
    intentId,
    action,
    parameters: {
      ...(inputMint !== undefined && { inputToken: inputMint }),
      ...(outputMint !== undefined && { outputToken: outputMint }),
      ...(amount !== undefined && { amount: BigInt(amount) }),
      ...(recipient !== undefined && { recipient }),
    },
    ...(route && {
      route: {
        ...route,
        marketInfos: route.marketInfos.map((info) => ({ ...info, fee: BigInt(info.fee ?? 0) })),
      },
    }),
    confidence,
  };
  // A row's fields depend on its action, which the row's type does not express.
  return payload as unknown as OperationPayload<"intents.parse">;
}
