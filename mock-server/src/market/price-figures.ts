import type { Token } from "../world/tokens.js";

/** To so many decimals, and never the number -0. */
function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals)) + 0;
}

/**
 * Rounds a number that is mostly the same as the last time: to write one with its decimals and to read it again takes longer than
 * all else of a price.
 */
class Rounding {
  #value = Number.NaN;
  #rounded = 0;

  constructor(private readonly decimals: number) {}

  of(value: number): number {
    if (value !== this.#value) {
      this.#rounded = rounded(value, this.decimals);
      this.#value = value;
    }
    return this.#rounded;
  }
}

/** Figures of a token's price that stay, and what rounds those that seldom change. */
export interface PriceFigures {
  /** Whole tokens. */
  readonly supply: number;
  /** USD of all of them at the opening price. */
  readonly openingCap: number;
  readonly change: Rounding;
  readonly volume: Rounding;
  readonly cap: Rounding;
}

/** The figures of a token that began with a price in USD. */
export function priceFigures(token: Token, opening: number): PriceFigures {
  const supply = Number(token.supply);
  return {
    supply,
    openingCap: opening * supply,
    change: new Rounding(6),
    volume: new Rounding(2),
    cap: new Rounding(2),
  };
}
