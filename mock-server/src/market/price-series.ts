import type { Random } from "../kernel/random.js";
import { HOUR_MS } from "../kernel/time.js";
import { liquidityOf, type TokenKind } from "../world/liquidity.js";
import { USDC_MINT } from "../world/pools.js";
import { NATIVE_MINT, type Token } from "../world/tokens.js";

/** The seed covers a year; older prices repeat those of a year before the start. */
const HOURS_TOLD = 366 * 24;
/** How far a price strays in an hour (one standard deviation): 2.5 % a day for SOL, 4.5 % for a token that swings. */
const HOURLY: Readonly<Record<Exclude<TokenKind, "stable">, number>> = {
  major: 0.005,
  "staked-sol": 0.005,
  volatile: 0.009,
};
/** A stable coin does not stray, it trembles around its peg. */
const TREMBLE = 0.0005;
/** A uniform draw from -1 to 1 has the deviation 1/√3. */
const TO_DEVIATION = Math.sqrt(3);

/**
 * Token prices before the World began, as multiples of the opening price. The seed draws an hourly walk that
 * runs backwards from 1 at the start and is continuous between the hours. A price depends on the age only,
 * not on the moment of the start.
 */
export class PriceSeries {
  readonly #random: Random;
  /** Logarithms of the multiple at each whole hour of age, as far as they were asked for. */
  readonly #hours = new Map<string, number[]>();

  constructor(random: Random) {
    this.#random = random;
  }

  /** The multiple of the opening price `age` milliseconds before the start. */
  multiple(token: Token, age: number): number {
    if (age <= 0 || token.mint === USDC_MINT) return 1;
    const hours = Math.min(age / HOUR_MS, HOURS_TOLD);
    const whole = Math.floor(hours);
    const from = this.#at(token, whole);
    if (whole === hours) return Math.exp(from);
    return Math.exp(from + (this.#at(token, whole + 1) - from) * (hours - whole));
  }

  #at(token: Token, hour: number): number {
    const { kind } = liquidityOf(token);
    // Staked SOL goes where SOL goes.
    const walker = kind === "staked-sol" ? NATIVE_MINT : token.mint;
    let logs = this.#hours.get(walker);
    if (!logs) {
      logs = [0];
      this.#hours.set(walker, logs);
    }
    for (let next = logs.length; next <= hour; next++) {
      const draw = this.#random.fraction("price-series", `${walker}:${next}`) * 2 - 1;
      logs.push(
        kind === "stable" ? draw * TREMBLE : (logs[next - 1] ?? 0) + draw * TO_DEVIATION * HOURLY[kind],
      );
    }
    return logs[hour] ?? 0;
  }
}
