import type { Liquidity, Token } from "../fixtures/tokens.js";
import { DAY_MS, MINUTE_MS } from "../kernel/time.js";
import type { BookOptions } from "./price-book.js";
import { TimedRows } from "./timed-rows.js";

/** Share of the market cap that is traded on a typical day. */
const TURNOVER: Readonly<Record<Liquidity["kind"], number>> = {
  stable: 0.12,
  major: 0.035,
  "staked-sol": 0.006,
  volatile: 0.06,
};

/** Daily USD volume: a constant part from the seed, plus the swaps of the last 24 hours. */
export class VolumeBook {
  readonly #rows: TimedRows;

  constructor(private readonly options: BookOptions) {
    this.#rows = new TimedRows(options.state, "volumes", options.environment);
  }

  /** A token's volume in the 24 hours before `now`. `marketCap` is at the opening price. */
  day(token: Token, marketCap: number, now: number): number {
    let swapped = 0;
    const rows = this.#rows.of(token.mint);
    for (let at = this.#rows.countUntil(token.mint, now - DAY_MS); at < rows.length; at++) {
      swapped += rows[at]?.usd ?? 0;
    }
    const turnover =
      TURNOVER[token.liquidity.kind] * (0.5 + this.options.random.fraction("volume", token.mint));
    return marketCap * turnover + swapped;
  }

  /** Adds a swap's value. The swaps of a minute share a row, so that summing a busy day stays fast. */
  record(mint: string, usd: number, now: number): void {
    const last = this.#rows.of(mint).at(-1);
    const joined = last !== undefined && now - last.at < MINUTE_MS;
    this.#rows.append(mint, joined ? { at: last.at, usd: last.usd + usd } : { at: now, usd });
    const old = this.#rows.countUntil(mint, now - DAY_MS);
    if (old > 0) this.#rows.prune(mint, this.#rows.of(mint).length - old);
  }
}
