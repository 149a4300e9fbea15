import type { Random } from "../kernel/random.js";
import { liquidityOf } from "./liquidity.js";
import { inEveryWorld, NATIVE_MINT, type Token } from "./tokens.js";

/** An exact price of one whole token, in USD. */
export interface ExactPrice {
  readonly numerator: bigint;
  readonly divisor: bigint;
}

const DECIMAL = /^(\d+)(?:\.(\d+))?$/;
const MILLIONTHS = 1_000_000;
/** How far a seed may move an opening price from the one that the token names, in millionths. */
const SPREAD = { stable: 200, major: 30_000, volatile: 30_000 } as const;

/**
 * Returns a token's price when a World begins: the price that the token names, moved by the seed. Staked SOL
 * moves with SOL, so that it stays worth more. A token that a test adds costs what
 * the test says.
 *
 * @throws RangeError if `priceUsd` is no positive decimal number
 */
export function openingPrice(random: Random, token: Token): ExactPrice {
  const match = DECIMAL.exec(token.priceUsd);
  const fraction = match?.[2] ?? "";
  const digits = BigInt((match?.[1] ?? "0") + fraction);
  if (digits === 0n) {
    throw new RangeError(`${token.symbol}: priceUsd must be a positive decimal, not "${token.priceUsd}".`);
  }
  return {
    numerator: digits * seedsFactor(random, token),
    divisor: 10n ** BigInt(fraction.length) * BigInt(MILLIONTHS),
  };
}

/** The seed's factor for a token, in millionths. */
function seedsFactor(random: Random, token: Token): bigint {
  if (!inEveryWorld(token)) return BigInt(MILLIONTHS);
  const { kind, usdc } = liquidityOf(token);
  // Only USDC has no pool with USDC: it is worth one dollar by definition.
  if (usdc === 0) return BigInt(MILLIONTHS);
  const [mint, spread] = kind === "staked-sol" ? [NATIVE_MINT, SPREAD.major] : [token.mint, SPREAD[kind]];
  return BigInt(MILLIONTHS + Math.round((random.fraction("opening-price", mint) * 2 - 1) * spread));
}
