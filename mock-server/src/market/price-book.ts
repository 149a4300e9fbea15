import type { Environment } from "intent-tx/contract";
import { NATIVE_MINT } from "intent-tx/contract";
import { USDC_MINT } from "../fixtures/pools.js";
import type { Liquidity, Token } from "../fixtures/tokens.js";
import type { Random } from "../kernel/random.js";
import { DAY_MS, HOUR_MS } from "../kernel/time.js";
import type { State } from "../state/state.js";
import { TimedRows } from "./timed-rows.js";

/** Length of the price series before the world's start: a year. Older prices equal the oldest price of the series. */
const HOURS_COVERED = 366 * 24;
/** Hourly volatility (one standard deviation): 2.5% a day for SOL, 4.5% for a volatile token. */
const HOURLY: Readonly<Record<Exclude<Liquidity["kind"], "stable">, number>> = {
  major: 0.005,
  "staked-sol": 0.005,
  volatile: 0.009,
};
/** Maximum deviation of a stablecoin from its peg. It does not accumulate over time. */
const STABLE_NOISE = 0.0005;
/** A uniform draw from -1 to 1 has the standard deviation 1/√3. */
export const TO_DEVIATION = Math.sqrt(3);

/** A series of values from 0, each made from the one before it; computed as needed. */
export function walk(step: (before: number, number: number) => number): (number: number) => number {
  const values = [0];
  return (number) => {
    for (let next = values.length; next <= number; next++) values.push(step(values[next - 1] ?? 0, next));
    return values[number] ?? 0;
  };
}

/**
 * Token prices before the World began, as multiples of the opening price. The seed determines an hourly random walk,
 * which starts at 1 and goes back in time. Values within an hour are interpolated. A multiple depends only on the time
 * before the start, not on the date of the start.
 */
export class PriceSeries {
  /** Logarithms of the multiples at whole hours before the start, by mint. */
  readonly #walks = new Map<string, (hour: number) => number>();

  constructor(private readonly random: Random) {}

  /** The multiple of the opening price `age` milliseconds before the start. */
  multiple(token: Token, age: number): number {
    if (age <= 0 || token.mint === USDC_MINT) return 1;
    const hours = Math.min(age / HOUR_MS, HOURS_COVERED);
    const hour = Math.floor(hours);
    const from = this.#at(token, hour);
    if (hour === hours) return Math.exp(from);
    return Math.exp(from + (this.#at(token, hour + 1) - from) * (hours - hour));
  }

  #at({ mint, liquidity: { kind } }: Token, hour: number): number {
    // Staked SOL follows the price of SOL.
    const walker = kind === "staked-sol" ? NATIVE_MINT : mint;
    const draw = (number: number) => this.random.fraction("price-series", `${walker}:${number}`) * 2 - 1;
    if (kind === "stable") return hour === 0 ? 0 : draw(hour) * STABLE_NOISE;
    const known =
      this.#walks.get(walker) ??
      walk((before, number) => before + draw(number) * TO_DEVIATION * HOURLY[kind]);
    this.#walks.set(walker, known);
    return known(hour);
  }
}

export interface PricePoint {
  /** ISO 8601. */
  readonly at: string;
  readonly usd: number;
}

export interface BookOptions {
  readonly environment: Environment;
  readonly state: State;
  readonly random: Random;
}

/** Token prices over time (decision 34): the seed's series before the world's start, recorded prices after it. */
export class PriceBook {
  readonly #rows: TimedRows;
  readonly #series: PriceSeries;

  /** `opening` is the price of each mint in the opening pools. */
  constructor(private readonly options: BookOptions & { readonly opening: ReadonlyMap<string, number> }) {
    this.#rows = new TimedRows(options.state, "prices", options.environment);
    this.#series = new PriceSeries(options.random);
  }

  /** The last recorded price, or the opening price if it never changed; 0 if no pool has ever priced the token. */
  last(mint: string): number {
    return this.#rows.of(mint).at(-1)?.usd ?? this.options.opening.get(mint) ?? 0;
  }

  /** A token's price at a time; 0 if no pool has ever priced the token. */
  at(token: Token, moment: number): number {
    const opening = this.options.opening.get(token.mint) ?? 0;
    const start = this.options.state.startedAt;
    if (moment < start) return opening * this.#series.multiple(token, start - moment);
    const count = this.#rows.countUntil(token.mint, moment);
    return this.#rows.of(token.mint)[count - 1]?.usd ?? opening;
  }

  /** Records a changed price, and removes prices that are too old to be read. */
  record(mint: string, usd: number, now: number): void {
    if (usd === this.last(mint)) return;
    this.#rows.append(mint, { at: now, usd });
    // The newest row older than a day is kept, because it is the price of a day ago.
    const old = this.#rows.countUntil(mint, now - DAY_MS);
    if (old > 1) this.#rows.prune(mint, this.#rows.of(mint).length - old + 1);
  }
}
