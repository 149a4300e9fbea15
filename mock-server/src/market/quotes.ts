import type { Reserves } from "./reserves.js";
import { bestQuote, type PoolGraph, type Quote, type QuoteRefused, type QuoteRequest } from "./routing.js";

/** How many quotes are kept for one state of the pools. */
const KEPT = 256;

/** Quotes, kept as long as no pool changes: an app asks for a fresh one far more often than somebody swaps. */
export class Quotes {
  readonly #graph: PoolGraph;
  #reserves: Reserves | undefined;
  #kept = new Map<string, Quote | QuoteRefused>();

  constructor(graph: PoolGraph) {
    this.#graph = graph;
  }

  /** The best way through the pools as `reserves` has them; the same object for the same question. */
  best(reserves: Reserves, request: QuoteRequest): Quote | QuoteRefused {
    if (reserves !== this.#reserves || this.#kept.size >= KEPT) {
      this.#reserves = reserves;
      this.#kept = new Map();
    }
    const { inputMint, outputMint, side, amount } = request;
    const question = `${side}:${amount}:${inputMint}:${outputMint}`;
    const kept = this.#kept.get(question);
    if (kept) return kept;
    const quote = bestQuote(this.#graph, reserves, request);
    this.#kept.set(question, quote);
    return quote;
  }
}
