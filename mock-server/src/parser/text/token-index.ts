import { perObject } from "../../kernel/memo.js";
import { editDistance } from "../../kernel/nearest.js";
import type { ParserToken } from "../command.js";
import { byFirstWord, indexPhrases, type PhraseIndex } from "../languages/lexicon.js";

/** A token, and whether the name is its symbol. */
export interface NamedBy {
  readonly token: ParserToken;
  readonly form: "symbol" | "alias";
}

/** The named token, or `shared` if two tokens have the name, which then matches neither. */
export type Named = NamedBy | "shared";

/** The names that equal or begin with a word. */
export interface NameWord {
  readonly named: Named | undefined;
  /** Names of several words that start with this word, by their second word. */
  readonly phrases: PhraseIndex | undefined;
}

export interface TokenIndex {
  /** Tokens by symbol, name or alias, in lower case. */
  readonly byName: ReadonlyMap<string, Named>;
  readonly byMint: ReadonlyMap<string, ParserToken>;
  /** Entries for every word of every name. */
  readonly words: ReadonlyMap<string, NameWord>;
}

/** The index of a token list, built once per list. */
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
  const textsOf = byFirstWord([...byName.keys()]);
  const words = new Map<string, NameWord>();
  for (const word of new Set([...byName.keys()].join(" ").split(" ")))
    words.set(word, { named: byName.get(word), phrases: indexPhrases(textsOf(word)) });
  return { byName, byMint, words };
});

/** The token with a name one typing error away from a word, if there is only one. */
export function nearToken(word: string, tokens: readonly ParserToken[]): ParserToken | undefined {
  const near = [...tokenIndex(tokens).byName].filter(([name]) => editDistance(word, name) === 1);
  const [token, ...others] = new Set(near.map(([, named]) => (named === "shared" ? undefined : named.token)));
  return others.length > 0 ? undefined : token;
}
