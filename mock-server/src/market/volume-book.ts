import type { Environment } from "intent-tx/contract";
import { DAY_MS } from "../kernel/duration.js";
import { perObject } from "../kernel/memo.js";
import type { Random } from "../kernel/random.js";
import type { State } from "../state/state.js";
import { liquidityOf, type TokenKind } from "../world/liquidity.js";
import type { Token } from "../world/tokens.js";
import { TimedRows } from "./timed-rows.js";

const MINUTE = 60_000;

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
  /** The part of a token's market cap that changes hands in a day. */
  readonly #turnover: (token: Token) => number;

  constructor(options: {
    readonly environment: Environment;
    readonly state: State;
    readonly random: Random;
  }) {
    this.#rows = new TimedRows(options.state, "volumes", options.environment);
    this.#turnover = perObject(
      (token) => TURNOVER[liquidityOf(token).kind] * (0.5 + options.random.fraction("volume", token.mint)),
    );
  }

  /** The volume of a token in the 24 hours before `now`. `marketCap` is the one at the opening price. */
  day(token: Token, marketCap: number, now: number): number {
    let swapped = 0;
    const rows = this.#rows.of(token.mint);
    for (let at = this.#rows.countUntil(token.mint, now - DAY_MS); at < rows.length; at++) {
      swapped += rows[at]?.usd ?? 0;
    }
    return marketCap * this.#turnover(token) + swapped;
  }

  /** Adds what was swapped at `now`. Swaps of one minute share a row, so that a busy day stays quick to sum. */
  record(mint: string, usd: number, now: number): void {
    const last = this.#rows.of(mint).at(-1);
    const joined = last !== undefined && now - last.at < MINUTE;
    this.#rows.append(mint, joined ? { at: last.at, usd: last.usd + usd } : { at: now, usd });
    const old = this.#rows.countUntil(mint, now - DAY_MS);
    if (old > 0) this.#rows.prune(mint, this.#rows.of(mint).length - old);
  }
}
