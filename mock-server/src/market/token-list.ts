import type { Token } from "../world/tokens.js";

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
