import { perObject } from "../../kernel/memo.js";
import type { ParserToken } from "../command.js";
import { indexPhrases, type Phrase } from "../languages/lexicon.js";

/** A token and whether a name is its symbol or another name. */
export interface NamedBy {
  readonly token: ParserToken;
  readonly form: "symbol" | "alias";
}

/** The token of a name, or `shared` if two tokens have the name: it then matches neither. */
export type Named = NamedBy | "shared";

/** The tokens' names that are or begin with a single word, found in one look-up. */
export interface NameWord {
  readonly named: Named | undefined;
  /** Names of several words that start with it, by their second word. */
  readonly phrases: ReadonlyMap<string, readonly Phrase<Named>[]> | undefined;
}

/** The world's tokens, indexed for look-up. */
export interface TokenIndex {
  /** By symbol, name or alias in lower case. */
  readonly byName: ReadonlyMap<string, Named>;
  readonly byMint: ReadonlyMap<string, ParserToken>;
  /** Every word of every name. */
  readonly words: ReadonlyMap<string, NameWord>;
}

/** The index of a token list, built once for each list. */
export const tokenIndex = perObject((tokens: readonly ParserToken[]): TokenIndex => {
  const byName = new Map<string, Named>();
  const byMint = new Map<string, ParserToken>();
  for (const token of tokens) {
    byMint.set(token.mint, token);
    for (const name of new Set(
      [token.symbol, token.name, ...(token.aliases ?? [])].map((word) => word.toLowerCase()),
    )) {
      const other = byName.get(name);
      const form = name === token.symbol.toLowerCase() ? "symbol" : "alias";
      byName.set(name, other === undefined ? { token, form } : "shared");
    }
  }
  const phrases = indexPhrases(byName);
  const words = new Map<string, NameWord>();
  for (const name of byName.keys()) {
    for (const word of name.split(" "))
      words.set(word, { named: byName.get(word), phrases: phrases.get(word) });
  }
  return { byName, byMint, words };
});
