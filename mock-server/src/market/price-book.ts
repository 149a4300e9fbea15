import type { Environment } from "intent-tx/contract";
import { DAY_MS } from "../kernel/duration.js";
import type { Random } from "../kernel/random.js";
import type { State } from "../state/state.js";
import type { Token } from "../world/tokens.js";
import { PriceSeries } from "./price-series.js";
import { TimedRows } from "./timed-rows.js";

/** The price of a token at a moment. */
export interface PricePoint {
  /** ISO 8601. */
  readonly at: string;
  readonly usd: number;
}

/**
 * Token prices over time (decision 34): the seed's series before the start, the recorded prices after it.
 */
export class PriceBook {
  readonly #state: State;
  readonly #rows: TimedRows;
  readonly #series: PriceSeries;
  readonly #opening: ReadonlyMap<string, number>;

  /** `opening` is the price of each mint in the opening pools. */
  constructor(options: {
    readonly environment: Environment;
    readonly state: State;
    readonly random: Random;
    readonly opening: ReadonlyMap<string, number>;
  }) {
    this.#state = options.state;
    this.#rows = new TimedRows(options.state, "prices", options.environment);
    this.#series = new PriceSeries(options.random);
    this.#opening = options.opening;
  }

  /** The price that was recorded last; the opening price when nothing moved it. 0 for a token that no pool ever priced. */
  last(mint: string): number {
    return this.#rows.of(mint).at(-1)?.usd ?? this.#opening.get(mint) ?? 0;
  }

  /** The price of a token at a moment; 0 as in {@link last}. */
  at(token: Token, moment: number): number {
    const opening = this.#opening.get(token.mint) ?? 0;
    const start = this.#state.startedAt;
    if (moment < start) return opening * this.#series.multiple(token, start - moment);
    const count = this.#rows.countUntil(token.mint, moment);
    return this.#rows.of(token.mint)[count - 1]?.usd ?? opening;
  }

  /** Writes down what a token costs from `now` on, if that is news, and forgets what is too old to be asked for. */
  record(mint: string, usd: number, now: number): void {
    if (usd === this.last(mint)) return;
    this.#rows.append(mint, { at: now, usd });
    // The last row that is a day old still says what the price was a day ago.
    const old = this.#rows.countUntil(mint, now - DAY_MS);
    if (old > 1) this.#rows.prune(mint, this.#rows.of(mint).length - old + 1);
  }
}
