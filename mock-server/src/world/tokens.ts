import type { TokenProgram } from "../chain/token-layout.js";
import { MAINNET_TOKENS } from "./tokens-mainnet.js";

/** A token of the world: a mint that exists on Solana's mainnet, with an opening price and supply for the mock market. */
export interface Token {
  /** The symbol as its issuer writes it; matched without regard to case. */
  readonly symbol: string;
  /** The full name. */
  readonly name: string;
  /** The mint's base58 address. */
  readonly mint: string;
  /** Decimals of the mint: one whole token is 10^decimals base units. */
  readonly decimals: number;
  /** The token program that owns the mint. */
  readonly program: TokenProgram;
  /** Other names and symbols that people type, in lower case. Each names one token only. */
  readonly aliases: readonly string[];
  /** Whole tokens in circulation, a decimal string. A round figure for market caps, not a reading of the chain. */
  readonly supply: string;
  /** The opening price in USD, a decimal string. Plausible, not a quote. */
  readonly priceUsd: string;
}

/** The mint that stands for SOL in swaps and prices (wrapped SOL). */
export const NATIVE_MINT = "So11111111111111111111111111111111111111112";

/** The tokens that every world knows, SOL first. */
export const TOKENS: readonly Token[] = MAINNET_TOKENS;

const OWN_MINTS: ReadonlySet<string> = new Set(TOKENS.map(({ mint }) => mint));

/** Whether every world knows a token. One that a test adds costs exactly what the test says: no seed moves it. */
export function inEveryWorld({ mint }: Token): boolean {
  return OWN_MINTS.has(mint);
}

/** The tokens of a World, by mint and by symbol. */
export class TokenList {
  readonly #byMint: ReadonlyMap<string, Token>;
  readonly #bySymbol: ReadonlyMap<string, Token>;

  constructor(readonly tokens: readonly Token[]) {
    this.#byMint = new Map(tokens.map((token) => [token.mint, token]));
    // Of two tokens with one symbol the world's own is first; a later entry of a Map would win.
    this.#bySymbol = new Map([...tokens].reverse().map((token) => [token.symbol.toLowerCase(), token]));
  }

  /** The token of a mint, or of a symbol in any case (decision 47). */
  find(mintOrSymbol: string): Token | undefined {
    return this.#byMint.get(mintOrSymbol) ?? this.#bySymbol.get(mintOrSymbol.toLowerCase());
  }

  /** The token of a mint. */
  ofMint(mint: string): Token | undefined {
    return this.#byMint.get(mint);
  }
}
