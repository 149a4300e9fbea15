import type { OperationPayload } from "intent-tx/contract";
import type { Quote } from "./routing.js";

/** `route` of a parsed swap, as the contract writes it. */
export type RoutePayload = NonNullable<OperationPayload<"intents.parse">["route"]>;

/** The venue's name, ahead of the pair in labels. */
const VENUE = "IntentSwap";

/** A quote as the contract's route (decision 42): amounts as decimal strings, each pool's fee as an integer of its input. */
export function toRoute(quote: Quote): RoutePayload {
  return {
    inAmount: quote.inAmount.toString(),
    outAmount: quote.outAmount.toString(),
    priceImpact: quote.priceImpact,
    marketInfos: quote.hops.map((hop) => ({
      id: hop.pool.address,
      label: `${VENUE} ${hop.pool.label}`,
      inputMint: hop.inputMint,
      outputMint: hop.outputMint,
      inAmount: hop.inAmount.toString(),
      outAmount: hop.outAmount.toString(),
      fee: hop.fee,
    })),
  };
}
