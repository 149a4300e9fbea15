import type { Token } from "../world/tokens.js";
import { indexPhrases, type PhraseIndex } from "./lexicon.js";

/** The world's tokens, filed for look-up. */
export interface TokenIndex {
  /** By symbol, name or alias in lower case; a name that two tokens claim stands for neither. */
  readonly byName: ReadonlyMap<string, Token | "shared">;
  readonly byMint: ReadonlyMap<string, Token>;
  readonly phrases: PhraseIndex;
}

const indexes = new WeakMap<readonly Token[], TokenIndex>();

/** The index of a token list, built once for each list. */
export function tokenIndex(tokens: readonly Token[]): TokenIndex {
  const known = indexes.get(tokens);
  if (known !== undefined) return known;
  const byName = new Map<string, Token | "shared">();
  const byMint = new Map<string, Token>();
  for (const token of tokens) {
    byMint.set(token.mint, token);
    for (const name of new Set(
      [token.symbol, token.name, ...token.aliases].map((word) => word.toLowerCase()),
    )) {
      const other = byName.get(name);
      byName.set(name, other === undefined || other === token ? token : "shared");
    }
  }
  const index = { byName, byMint, phrases: indexPhrases(byName.keys()) };
  indexes.set(tokens, index);
  return index;
}
