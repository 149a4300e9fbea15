import type { Token } from "../../world/tokens.js";
import { group } from "../languages/lexicon.js";
import type { Atom } from "../text/atom.js";
import { multiply, type Rational, whole } from "../text/rational.js";
import {
  type Constituent,
  isDollarToken,
  MINE,
  type NamedToken,
  ownTokenAt,
  tokenAt,
  word,
} from "./named-token.js";
import { tokenFirst } from "./token-first.js";

/** How an amount is meant. */
export type QuantityKind = "exact" | "usd" | "fraction" | "except";

/** An amount with its token. */
export interface Quantity {
  readonly kind: QuantityKind;
  readonly token: Token;
  readonly value: Rational;
  /** The atom that holds the figure, for spans and confidence. */
  readonly figure: Atom;
  readonly named: Atom;
  /** "100 USDC worth of": only some patterns take it. */
  readonly worth?: boolean;
  /** "USDC 100": behind the wanted token a figure may be of either, so only what is given is said so. */
  readonly trailing?: boolean;
}

const balance = group("BALANCE");
const units = group("UNIT");
const except = group("EXCEPT");
const lamports = group("LAMPORTS");
// Words that stand before an amount and leave it as it is.
const LEADS: ReadonlySet<string> = new Set([
  ...MINE,
  "exactly",
  "only",
  "precisely",
  "another",
  "the sum of",
  "a sum of",
  "an amount of",
  "the amount of",
  "a total of",
  "the total of",
]);
const FROM_OWN: ReadonlySet<string> = new Set(["from", "out of"]);
const LAMPORT: Rational = { n: 1n, d: 1_000_000_000n };

/** Every way to read an amount of a token from a place on. */
export function quantitiesAt(
  items: readonly Atom[],
  at: number,
  sol: Token | undefined,
): Constituent<Quantity>[] {
  const out: Constituent<Quantity>[] = [];
  const add = (found: Constituent<Quantity> | undefined): void => {
    if (found !== undefined) out.push(found);
  };
  const start = LEADS.has(word(items, at)) ? at + 1 : at;
  const atom = items[start];
  if (atom === undefined) return out;
  if (atom.kind === "number") {
    add(numbered(items, start, atom));
    add(inLamports(items, start, atom, sol));
  } else if (atom.kind === "usd") add(inDollars(items, start, atom));
  else if (atom.kind === "part") {
    add(partOf(items, start, atom));
    add(allExcept(items, start, atom));
  } else if (atom.kind === "token") {
    add(tokenFirst(items, start));
  } else if (word(items, start) === "a" || word(items, start) === "an") add(oneOf(items, start, atom));
  return out;
}

function exact(
  figure: Atom,
  value: Rational,
  named: Constituent<NamedToken>,
  next = named.next,
): Constituent<Quantity> {
  return { value: { kind: "exact", token: named.value.token, value, figure, named: named.value.atom }, next };
}

/** "1.5 SOL", "100 USDC worth of". */
function numbered(items: readonly Atom[], at: number, figure: Atom): Constituent<Quantity> | undefined {
  if (figure.value === undefined) return undefined;
  if (word(items, at + 1) === "of") return numberOf(items, at, figure, figure.value);
  if (units.has(word(items, at + 1)) && word(items, at + 2) === "of") {
    // "5 tokens of BONK"
    const counted = tokenAt(items, at + 3);
    return counted === undefined ? undefined : exact(figure, figure.value, counted);
  }
  // "5 more SOL" is five, beside what is there.
  const named = tokenAt(items, word(items, at + 1) === "more" ? at + 2 : at + 1);
  if (named === undefined) return undefined;
  const found = exact(figure, figure.value, named, afterBalance(items, named.next));
  if (word(items, found.next) === "worth of" || word(items, found.next) === "worth") {
    const of = word(items, found.next) === "worth" && word(items, found.next + 1) === "of" ? 2 : 1;
    return { value: { ...found.value, worth: true }, next: found.next + of };
  }
  return found;
}

/** "3/4 of my SOL" is a part, "10 of my SOL" an amount; "0.5 of my SOL" could be either. */
function numberOf(
  items: readonly Atom[],
  at: number,
  figure: Atom,
  value: Rational,
): Constituent<Quantity> | undefined {
  const named = ownTokenAt(items, at + 2);
  if (named === undefined) return undefined;
  if (value.n >= value.d) return figure.form === "fraction" ? undefined : exact(figure, value, named);
  if (figure.form !== "fraction") return undefined;
  const { token, atom } = named.value;
  return {
    value: { kind: "fraction", token, value, figure, named: atom },
    next: afterBalance(items, named.next),
  };
}

function inLamports(
  items: readonly Atom[],
  at: number,
  figure: Atom,
  sol: Token | undefined,
): Constituent<Quantity> | undefined {
  if (!lamports.has(word(items, at + 1)) || sol === undefined || figure.value === undefined) return undefined;
  const named = items[at + 1];
  if (named === undefined) return undefined;
  const of = word(items, at + 2) === "of" ? tokenAt(items, at + 3) : undefined;
  if (of !== undefined && of.value.token !== sol) return undefined;
  const value = { kind: "exact", token: sol, value: multiply(figure.value, LAMPORT), figure, named } as const;
  return { value, next: of?.next ?? at + 2 };
}

/** "a SOL". */
function oneOf(items: readonly Atom[], at: number, figure: Atom): Constituent<Quantity> | undefined {
  const named = tokenAt(items, at + 1);
  return named === undefined ? undefined : exact(figure, whole(1n), named);
}

/** "$20 of SOL", "20 dollars worth of SOL", "$100 USDC" (which is 100 USDC). */
function inDollars(items: readonly Atom[], at: number, figure: Atom): Constituent<Quantity> | undefined {
  if (figure.value === undefined) return undefined;
  let next = at + 1;
  let joined = true;
  if (word(items, next) === "of" || word(items, next) === "worth of" || word(items, next) === "'s worth of") {
    next += 1;
    joined = false;
  } else if (word(items, next) === "worth") {
    next += word(items, next + 1) === "in" ? 2 : 1;
    joined = false;
  } else if (word(items, next) === "in") next += 1;
  // "$10 from my SOL": what is one's own is what is given.
  else if (FROM_OWN.has(word(items, next)) && MINE.has(word(items, next + 1))) {
    next += 1;
    joined = false;
  }
  const named = ownTokenAt(items, next);
  if (named === undefined) return undefined;
  if ((joined || figure.form === "grand") && isDollarToken(named.value.token))
    return exact(figure, figure.value, named);
  return {
    value: { kind: "usd", token: named.value.token, value: figure.value, figure, named: named.value.atom },
    next: named.next,
  };
}

/** "50% of my SOL", "half my SOL", "all my SOL", "half a SOL". */
function partOf(items: readonly Atom[], at: number, figure: Atom): Constituent<Quantity> | undefined {
  if (figure.value === undefined || figure.text === "bps") return undefined;
  let next = at + 1;
  const of = word(items, next) === "of";
  if (of) next += 1;
  if (figure.text === "half" && (word(items, next) === "a" || word(items, next) === "an")) {
    const single = tokenAt(items, next + 1);
    return single === undefined ? undefined : exact(figure, figure.value, single);
  }
  const mine = MINE.has(word(items, next));
  if (mine) next += 1;
  // "half SOL" may be half a coin or half of them.
  if (figure.text === "half" && !mine) return undefined;
  while (items[next]?.kind === "part" && items[next]?.text === "all") next += 1;
  const named = tokenAt(items, afterHoard(items, next));
  if (named === undefined) return undefined;
  return {
    value: {
      kind: "fraction",
      token: named.value.token,
      value: figure.value,
      figure,
      named: named.value.atom,
    },
    next: afterBalance(items, named.next),
  };
}

/** "my whole bag of BONK": what holds the tokens may be named before them. */
function afterHoard(items: readonly Atom[], at: number): number {
  if (!balance.has(word(items, at))) return at;
  const next = word(items, at + 1) === "of" || word(items, at + 1) === "in" ? at + 2 : at;
  return next > at && MINE.has(word(items, next)) ? next + 1 : next;
}

function afterBalance(items: readonly Atom[], at: number): number {
  let next = at;
  while (balance.has(word(items, next))) next += 1;
  return next;
}

/** "everything except 0.1 SOL", "all my SOL but 0.1". */
function allExcept(items: readonly Atom[], at: number, figure: Atom): Constituent<Quantity> | undefined {
  if (figure.text !== "all") return undefined;
  let next = at + 1;
  if (word(items, next) === "of") next += 1;
  if (MINE.has(word(items, next))) next += 1;
  const first = tokenAt(items, next);
  if (first !== undefined) next = afterBalance(items, first.next);
  if (!except.has(word(items, next))) return undefined;
  const kept = items[next + 1];
  if (kept?.kind !== "number" || kept.value === undefined) return undefined;
  const named = tokenAt(items, next + 2);
  if (named === undefined && first === undefined) return undefined;
  if (named !== undefined && first !== undefined && named.value.token !== first.value.token) return undefined;
  const token = named ?? first;
  if (token === undefined) return undefined;
  // Two grand kept back are dollars, which are no number of tokens.
  if (kept.form === "grand" && !isDollarToken(token.value.token)) return undefined;
  return {
    value: {
      kind: "except",
      token: token.value.token,
      value: kept.value,
      figure: kept,
      named: token.value.atom,
    },
    next: named?.next ?? next + 2,
  };
}
