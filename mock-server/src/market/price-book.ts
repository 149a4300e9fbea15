import type { Environment } from "intent-tx/contract";
import type { Random } from "../kernel/random.js";
import { DAY_MS, MINUTE_MS } from "../kernel/time.js";
import type { State } from "../state/state.js";
import { liquidityOf, type TokenKind } from "../world/liquidity.js";
import type { Token } from "../world/tokens.js";
import { PriceSeries } from "./price-series.js";
import { TimedRows } from "./timed-rows.js";

/** The price of a token at a moment. */
export interface PricePoint {
  /** ISO 8601. */
  readonly at: string;
  readonly usd: number;
}

/** Options of a book. */
interface BookOptions {
  readonly environment: Environment;
  readonly state: State;
  readonly random: Random;
}

/** Token prices over time (decision 34): the seed's series before the start, the recorded prices after it. */
export class PriceBook {
  readonly #state: State;
  readonly #rows: TimedRows;
  readonly #series: PriceSeries;
  readonly #opening: ReadonlyMap<string, number>;

  /** `opening` is the price of each mint in the opening pools. */
  constructor(options: BookOptions & { readonly opening: ReadonlyMap<string, number> }) {
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

/** Part of the market cap that changes hands on a usual day. */
const TURNOVER: Readonly<Record<TokenKind, number>> = {
  stable: 0.12,
  major: 0.035,
  "staked-sol": 0.006,
  volatile: 0.06,
};

/** USD volume of a day: the seed's, which stays, and what was swapped in the last 24 hours. */
export class VolumeBook {
  readonly #rows: TimedRows;
  readonly #random: Random;

  constructor({ environment, state, random }: BookOptions) {
    this.#rows = new TimedRows(state, "volumes", environment);
    this.#random = random;
  }

  /** The volume of a token in the 24 hours before `now`. `marketCap` is the one at the opening price. */
  day(token: Token, marketCap: number, now: number): number {
    let swapped = 0;
    const rows = this.#rows.of(token.mint);
    for (let at = this.#rows.countUntil(token.mint, now - DAY_MS); at < rows.length; at++) {
      swapped += rows[at]?.usd ?? 0;
    }
    const turnover = TURNOVER[liquidityOf(token).kind] * (0.5 + this.#random.fraction("volume", token.mint));
    return marketCap * turnover + swapped;
  }

  /** Adds what was swapped at `now`. Swaps of one minute share a row, so that a busy day stays quick to sum. */
  record(mint: string, usd: number, now: number): void {
    const last = this.#rows.of(mint).at(-1);
    const joined = last !== undefined && now - last.at < MINUTE_MS;
    this.#rows.append(mint, joined ? { at: last.at, usd: last.usd + usd } : { at: now, usd });
    const old = this.#rows.countUntil(mint, now - DAY_MS);
    if (old > 0) this.#rows.prune(mint, this.#rows.of(mint).length - old);
  }
}
