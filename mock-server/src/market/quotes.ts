import { perObject, perText } from "../kernel/memo.js";
import type { Reserves } from "./reserves.js";
import { bestQuote, type PoolGraph, type Quote, type QuoteRefused, type QuoteRequest } from "./routing.js";

/** How many quotes are kept for one state of the pools. */
const KEPT = 256;

/** Quotes, kept as long as no pool changes: an app asks for a fresh one far more often than somebody swaps. */
export class Quotes {
  readonly #kept: (reserves: Reserves) => (question: string) => Quote | QuoteRefused;

  constructor(graph: PoolGraph) {
    this.#kept = perObject((reserves) =>
      perText(KEPT, (question) => bestQuote(graph, reserves, asked(question))),
    );
  }

  /** The best way through the pools as `reserves` has them; the same object for the same question. */
  best(reserves: Reserves, { inputMint, outputMint, side, amount }: QuoteRequest): Quote | QuoteRefused {
    return this.#kept(reserves)(`${side}:${amount}:${inputMint}:${outputMint}`);
  }
}

function asked(question: string): QuoteRequest {
  const [side, amount = "", inputMint = "", outputMint = ""] = question.split(":");
  return { side: side as QuoteRequest["side"], amount: BigInt(amount), inputMint, outputMint };
}
