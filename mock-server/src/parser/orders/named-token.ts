import type { Token } from "../../world/tokens.js";
import type { Language } from "../languages/language.js";
import type { Atom, Atoms } from "../text/atom.js";

/** Something read from a place up to `next`. */
export interface Constituent<T> {
  readonly value: T;
  readonly next: number;
}

/** A token as it was named. */
export interface NamedToken {
  readonly token: Token;
  readonly atom: Atom;
}

/** The word at a place, or nothing. */
export const word = (items: Atoms, at: number): string => {
  const atom = items[at];
  return atom !== undefined && atom.kind === "word" ? atom.text : "";
};

/** A symbol, name or mint; a symbol with the mint that it must agree with; "token" after it. */
export function tokenAt(items: Atoms, from: number, language: Language): Constituent<NamedToken> | undefined {
  const at = named(items, from, language) ? from + 1 : from;
  const atom = items[at];
  if (atom?.kind !== "token" || atom.token === undefined) return undefined;
  let next = at + 1;
  const beside = besideAt(items, next);
  if (beside !== undefined) {
    if (beside.atom.token !== atom.token) return undefined;
    // Beside a symbol stands its mint, or its name in brackets.
    if ((beside.atom.form === "mint") !== (atom.form === "mint") || items[next]?.text === "(")
      next = beside.next;
  }
  if (language.lexicon.groups.UNIT.has(word(items, next)) || isStablecoin(atom.token, items[next], language))
    next += 1;
  return { value: { token: atom.token, atom }, next };
}

/** "$100 USDC" is a hundred of them; the price is not asked. */
export const isDollarToken = (token: Token): boolean => /USD/i.test(token.symbol);

/** "USDC stablecoin" says what USDC is. */
const isStablecoin = ({ symbol }: Token, kind: Atom | undefined, { amounts }: Language): boolean =>
  kind?.kind === "vague_token" && amounts.stablecoin.has(kind.text) && /USD/i.test(symbol);

/** "token Es9v…": a label before a mint, or "the token BONK". */
const named = (items: Atoms, at: number, { amounts }: Language): boolean => {
  const label = items[at];
  return (
    label !== undefined &&
    (label.kind === "word" || label.kind === "unknown") &&
    amounts.labels.has(label.text) &&
    items[at + 1]?.kind === "token"
  );
};

/** A second name of the same token, in brackets or not. */
function besideAt(items: Atoms, at: number): { atom: Atom; next: number } | undefined {
  const open = items[at]?.kind === "mark" && items[at]?.text === "(" ? 1 : 0;
  const atom = items[at + open];
  if (atom?.kind !== "token") return undefined;
  if (open === 0)
    return atom.form === "mint" || items[at - 1]?.form === "mint" ? { atom, next: at + 1 } : undefined;
  return items[at + 2]?.text === ")" ? { atom, next: at + 3 } : undefined;
}

/** A token that may be called "my". */
export function ownTokenAt(
  items: Atoms,
  at: number,
  language: Language,
): Constituent<NamedToken> | undefined {
  return tokenAt(items, language.amounts.mine.has(word(items, at)) ? at + 1 : at, language);
}
