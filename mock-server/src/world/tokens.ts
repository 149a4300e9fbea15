import type { TokenProgram } from "../chain/token-layout.js";
import type { Random } from "../kernel/random.js";
import { MAINNET_TOKENS } from "./tokens-mainnet.js";

/** A token of Solana's mainnet, or a token added by a test, with an opening price and supply for the mock market. */
export interface Token {
  /** The symbol as its issuer writes it; case is ignored. */
  readonly symbol: string;
  readonly name: string;
  /** Base58 mint address. */
  readonly mint: string;
  /** Mint decimals: one token is 10^decimals base units. */
  readonly decimals: number;
  /** The token program that owns the mint. */
  readonly program: TokenProgram;
  /** Other names and symbols that users type, in lower case. Each alias identifies only one token. */
  readonly aliases: readonly string[];
  /** Tokens in circulation, a decimal string. It is a round number for market caps, not the real supply. */
  readonly supply: string;
  /** The opening price in USD, a decimal string. It is plausible, but not a market quote. */
  readonly priceUsd: string;
}

/** The mint of SOL in swaps and prices (wrapped SOL). */
export const NATIVE_MINT = "So11111111111111111111111111111111111111112";

/** The tokens of every world, SOL first. */
export const TOKENS: readonly Token[] = MAINNET_TOKENS;

const OWN_MINTS: ReadonlySet<string> = new Set(TOKENS.map(({ mint }) => mint));

/** True for a token that every world has. The price of any other token does not depend on the seed. */
export function inEveryWorld({ mint }: Token): boolean {
  return OWN_MINTS.has(mint);
}

export class TokenList {
  readonly #byMint: ReadonlyMap<string, Token>;
  readonly #bySymbol: ReadonlyMap<string, Token>;

  constructor(readonly tokens: readonly Token[]) {
    this.#byMint = new Map(tokens.map((token) => [token.mint, token]));
    // The last entry of a symbol wins in a Map. The list is reversed, so that default tokens keep their symbols.
    this.#bySymbol = new Map([...tokens].reverse().map((token) => [token.symbol.toLowerCase(), token]));
  }

  /** Finds a token by mint, or by symbol in any case (decision 47). */
  find(mintOrSymbol: string): Token | undefined {
    return this.#byMint.get(mintOrSymbol) ?? this.#bySymbol.get(mintOrSymbol.toLowerCase());
  }

  ofMint(mint: string): Token | undefined {
    return this.#byMint.get(mint);
  }
}

/** A token's market behaviour: the price it follows and its volatility. */
export type TokenKind = "stable" | "major" | "staked-sol" | "volatile";

/** The initial depth of a token's pools. */
export interface Liquidity {
  readonly kind: TokenKind;
  /** Whole US dollars on each side of the pool with USDC; 0 for USDC itself. */
  readonly usdc: number;
  /** Whole US dollars on each side of the pool with SOL; absent if there is no such pool. */
  readonly sol?: number;
}

const MILLION = 1_000_000;

function depth(kind: TokenKind, usdc: number, sol?: number): Liquidity {
  return sol === undefined
    ? { kind, usdc: usdc * MILLION }
    : { kind, usdc: usdc * MILLION, sol: sol * MILLION };
}

/** By symbol: millions of USD on each side of the pool with USDC, then of the pool with SOL. */
const BY_SYMBOL: Readonly<Record<string, Liquidity>> = {
  SOL: depth("major", 40),
  USDC: depth("stable", 0),
  USDT: depth("stable", 36, 16),
  PYUSD: depth("stable", 12),
  DAI: depth("stable", 2),
  ETH: depth("major", 14, 8),
  WBTC: depth("major", 12, 8),
  mSOL: depth("staked-sol", 4, 14),
  jitoSOL: depth("staked-sol", 8, 30),
  jupSOL: depth("staked-sol", 3, 12),
  bSOL: depth("staked-sol", 1, 5),
  BONK: depth("volatile", 6, 7),
  JUP: depth("volatile", 8, 5),
  WIF: depth("volatile", 5, 6),
  TRUMP: depth("volatile", 18, 6),
  PENGU: depth("volatile", 5, 4),
  FARTCOIN: depth("volatile", 5, 6),
  RAY: depth("volatile", 6, 5),
  JTO: depth("volatile", 4, 3),
  POPCAT: depth("volatile", 2, 3),
  JLP: depth("volatile", 10),
  PYTH: depth("volatile", 3),
  ORCA: depth("volatile", 2, 1),
  RENDER: depth("volatile", 3),
  HNT: depth("volatile", 2),
  W: depth("volatile", 2),
  MEW: depth("volatile", 1, 2),
};

/** The liquidity of an unlisted token: one pool with USDC, small enough that a large order moves its price. */
const UNLISTED: Liquidity = depth("volatile", 1);

export function liquidityOf(token: Token): Liquidity {
  return Object.hasOwn(BY_SYMBOL, token.symbol) ? (BY_SYMBOL[token.symbol] ?? UNLISTED) : UNLISTED;
}

/** A pool's fee in basis points: lower for tokens whose prices move together. */
export function feeBpsOf(base: Token, quote: Token): number {
  const kinds = [liquidityOf(base).kind, liquidityOf(quote).kind];
  if (kinds.includes("volatile")) return 25;
  if (kinds.every((kind) => kind === "stable")) return 1;
  if (kinds.includes("staked-sol")) return [base.mint, quote.mint].includes(NATIVE_MINT) ? 2 : 10;
  return 5;
}

/** An exact price per token in USD. */
export interface ExactPrice {
  readonly numerator: bigint;
  readonly divisor: bigint;
}

const DECIMAL = /^(\d+)(?:\.(\d+))?$/;
const MILLIONTHS = 1_000_000;
/** Maximum change that the seed makes to an opening price, in millionths. */
const SPREAD = { stable: 200, major: 30_000, volatile: 30_000 } as const;

/**
 * A token's opening price: the price in its data, changed by the seed. Staked SOL follows SOL, so that it stays worth
 * more. The seed does not change the price of a test's own token.
 *
 * @throws RangeError if `priceUsd` is not a positive decimal number
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

/** The seed's factor on a token's price, in millionths. */
function seedsFactor(random: Random, token: Token): bigint {
  if (!inEveryWorld(token)) return BigInt(MILLIONTHS);
  const { kind, usdc } = liquidityOf(token);
  // Only USDC has no pool with USDC: it is worth one dollar by definition.
  if (usdc === 0) return BigInt(MILLIONTHS);
  const [mint, spread] = kind === "staked-sol" ? [NATIVE_MINT, SPREAD.major] : [token.mint, SPREAD[kind]];
  return BigInt(MILLIONTHS + Math.round((random.fraction("opening-price", mint) * 2 - 1) * spread));
}
