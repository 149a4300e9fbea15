import type { Token } from "../world/tokens.js";
import { indexPhrases, type PhraseIndex } from "./lexicon.js";

/** A token and whether a name is its symbol or another name. */
export interface NamedBy {
  readonly token: Token;
  readonly form: "symbol" | "alias";
}

/** The world's tokens, filed for look-up. */
export interface TokenIndex {
  /** By symbol, name or alias in lower case; a name that two tokens claim stands for neither. */
  readonly byName: ReadonlyMap<string, NamedBy | "shared">;
  readonly byMint: ReadonlyMap<string, Token>;
  readonly phrases: PhraseIndex;
  /** Every word of every name. */
  readonly words: ReadonlySet<string>;
}

const indexes = new WeakMap<readonly Token[], TokenIndex>();

/** The index of a token list, built once for each list. */
export function tokenIndex(tokens: readonly Token[]): TokenIndex {
  const known = indexes.get(tokens);
  if (known !== undefined) return known;
  const byName = new Map<string, NamedBy | "shared">();
  const byMint = new Map<string, Token>();
  for (const token of tokens) {
    byMint.set(token.mint, token);
    for (const name of new Set(
      [token.symbol, token.name, ...token.aliases].map((word) => word.toLowerCase()),
    )) {
      const other = byName.get(name);
      const form = name === token.symbol.toLowerCase() ? "symbol" : "alias";
      byName.set(name, other === undefined ? { token, form } : "shared");
    }
  }
  const words = new Set([...byName.keys()].flatMap((name) => name.split(" ")));
  const index = { byName, byMint, phrases: indexPhrases(byName.keys()), words };
  indexes.set(tokens, index);
  return index;
}
