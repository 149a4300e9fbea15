import type { ParserToken } from "../command.js";
import type { Language } from "../languages/language.js";
import { PART } from "../languages/lexicon.js";
import { type Atom, type Atoms, wordAt } from "../text/atom.js";
import { add, multiply, type Rational, whole } from "../text/rational.js";

/** A parsed value, and the index of the item after it. */
export interface Constituent<T> {
  readonly value: T;
  readonly next: number;
}

export interface NamedToken {
  readonly token: ParserToken;
  readonly atom: Atom;
}

/** Parses a symbol, a name, a mint, or a symbol with its mint; "token" may precede or follow. */
export function tokenAt(items: Atoms, at: number, language: Language): Constituent<NamedToken> | undefined {
  const atom = items[at];
  // Skips "token" in "token USDC".
  if (language.lexicon.groups.UNIT.has(wordAt(items, at)) && items[at + 1]?.form !== undefined)
    return items[at + 1]?.kind === "token" ? tokenAt(items, at + 1, language) : undefined;
  if (atom?.kind !== "token" || atom.token === undefined) return undefined;
  let next = at + 1;
  const beside = besideAt(items, next);
  if (beside !== undefined) {
    if (beside.atom.token !== atom.token) return undefined;
    // A symbol may be followed by its mint, or by its name in brackets.
    if ((beside.atom.form === "mint") !== (atom.form === "mint") || items[next]?.text === "(")
      next = beside.next;
  }
  if (language.lexicon.groups.UNIT.has(wordAt(items, next))) next += 1;
  return { value: { token: atom.token, atom }, next };
}

/** True for a dollar token: "$100 USDC" means 100 USDC, whatever its price. */
export const isDollarToken = (token: ParserToken): boolean => /USD/i.test(token.symbol);

/** Finds a second name after a token, with or without brackets. */
function besideAt(items: Atoms, at: number): { atom: Atom; next: number } | undefined {
  const open = items[at]?.kind === "mark" && items[at]?.text === "(" ? 1 : 0;
  const atom = items[at + open];
  if (atom?.kind !== "token") return undefined;
  if (open === 0)
    return atom.form === "mint" || items[at - 1]?.form === "mint" ? { atom, next: at + 1 } : undefined;
  return items[at + 2]?.text === ")" ? { atom, next: at + 3 } : undefined;
}

function ownTokenAt(items: Atoms, at: number, language: Language): Constituent<NamedToken> | undefined {
  return tokenAt(items, language.amounts.mine.has(wordAt(items, at)) ? at + 1 : at, language);
}

export type QuantityKind = "exact" | "usd" | "fraction" | "except";

/** An amount with its token. */
export interface Quantity {
  readonly kind: QuantityKind;
  readonly token: ParserToken;
  readonly value: Rational;
  /** The atom with the number, for spans and confidence. */
  readonly figure: Atom;
  readonly named: Atom;
  /** True for "100 USDC worth of", which only some patterns accept. */
  readonly worth?: boolean;
  /** True for "USDC 100" and "100 of my USDC". Next to another token, the number may belong to either. */
  readonly trailing?: boolean;
}

type Found = Constituent<Quantity> | undefined;

const LAMPORT: Rational = { n: 1n, d: 1_000_000_000n };

/** Returns every way to parse a token amount at a position. */
export function quantitiesAt(
  items: Atoms,
  at: number,
  sol: ParserToken | undefined,
  language: Language,
): Constituent<Quantity>[] {
  const out: Constituent<Quantity>[] = [];
  const add = (found: Found): void => {
    if (found !== undefined) out.push(found);
  };
  const start = leadEnd(items, at, language);
  const atom = items[start];
  if (atom === undefined) return out;
  if (atom.kind === "number") {
    add(numbered(items, start, atom, language));
    add(inLamports(items, start, atom, sol, language));
  } else if (atom.kind === "usd") add(inDollars(items, start, atom, language));
  else if (atom.kind === "part") {
    add(partOf(items, start, atom, language));
    add(allExcept(items, start, atom, language));
  } else if (atom.kind === "token") {
    add(tokenFirst(items, start, language));
  } else if (language.amounts.articles.has(wordAt(items, start))) add(oneOf(items, start, atom, language));
  return out;
}

/** Skips words such as "exactly". Before a token only "my" is skipped, because "exactly SOL 5 USDC" is ambiguous. */
function leadEnd(items: Atoms, at: number, { amounts }: Language): number {
  const lead = wordAt(items, at);
  if (!amounts.leads.has(lead)) return at;
  if (amounts.repeats.has(lead) && items[at + 1]?.kind === "part") return at;
  return items[at + 1]?.kind === "token" && !amounts.mine.has(lead) ? at : at + 1;
}

function quantity(
  kind: QuantityKind,
  figure: Atom,
  value: Rational,
  named: Constituent<NamedToken>,
  next = named.next,
): Constituent<Quantity> {
  return { value: { kind, token: named.value.token, value, figure, named: named.value.atom }, next };
}

const trailing = ({ value, next }: Constituent<Quantity>): Constituent<Quantity> => ({
  value: { ...value, trailing: true },
  next,
});

/** Parses "1.5 SOL" and "100 USDC worth of". */
function numbered(items: Atoms, at: number, figure: Atom, language: Language): Found {
  const { amounts } = language;
  if (figure.value === undefined) return undefined;
  if (amounts.of.has(wordAt(items, at + 1))) return numberOf(items, at, figure, figure.value, language);
  // Skips "more" in "2 more SOL", and "units of" in "100 units of USDC".
  const counted =
    language.lexicon.groups.UNIT.has(wordAt(items, at + 1)) && amounts.of.has(wordAt(items, at + 2));
  const more = counted ? 2 : Number(amounts.more.has(wordAt(items, at + 1)));
  const named = tokenAt(items, at + 1 + more, language);
  if (named === undefined) return undefined;
  const half = halfAfter(items, named.next, figure.value, language);
  if (half !== undefined) return quantity("exact", figure, add(figure.value, half.value), named, half.next);
  const found = quantity("exact", figure, figure.value, named, afterBalance(items, named.next, language));
  const worth = amounts.worth.has(wordAt(items, found.next));
  if (worth || amounts.worthOf.has(wordAt(items, found.next))) {
    const of = worth && amounts.of.has(wordAt(items, found.next + 1)) ? 2 : 1;
    return { value: { ...found.value, worth: true }, next: found.next + of };
  }
  return found;
}

/** Parses the half of "2 SOL and a half". After a hundred, it may be half a hundred. */
function halfAfter(
  items: Atoms,
  at: number,
  { n, d }: Rational,
  { amounts }: Language,
): Constituent<Rational> | undefined {
  const half = items[at + 1];
  if (!amounts.and.has(wordAt(items, at)) || half?.value === undefined || d !== 1n || n >= 100n)
    return undefined;
  if (half.value.n !== 1n || half.value.d !== 2n) return undefined;
  const after = items[at + 2];
  const owned =
    after?.kind === "token" || amounts.of.has(after?.text ?? "") || amounts.mine.has(after?.text ?? "");
  return owned ? undefined : { value: half.value, next: at + 2 };
}

/** Parses "3/4 of my SOL" as a share and "10 of my SOL" as an amount. "0.5 of my SOL" and "1/2 of SOL" are ambiguous.
 * */
function numberOf(items: Atoms, at: number, figure: Atom, value: Rational, language: Language): Found {
  const named = ownTokenAt(items, at + 2, language);
  if (named === undefined || language.amounts.the.has(wordAt(items, at - 1))) return undefined;
  if (value.n >= value.d) {
    const counted = quantity("exact", figure, value, named);
    return figure.form === "fraction_sign" ? undefined : trailing(counted);
  }
  if (figure.form !== "fraction_sign" || !language.amounts.mine.has(wordAt(items, at + 2))) return undefined;
  return quantity("fraction", figure, value, named, afterBalance(items, named.next, language));
}

function inLamports(
  items: Atoms,
  at: number,
  figure: Atom,
  sol: ParserToken | undefined,
  language: Language,
): Found {
  if (
    !language.lexicon.groups.LAMPORTS.has(wordAt(items, at + 1)) ||
    sol === undefined ||
    figure.value === undefined
  )
    return undefined;
  const named = items[at + 1];
  if (named === undefined) return undefined;
  const of = language.amounts.of.has(wordAt(items, at + 2)) ? tokenAt(items, at + 3, language) : undefined;
  if (of !== undefined && of.value.token !== sol) return undefined;
  const value = { token: sol, atom: named };
  return quantity("exact", figure, multiply(figure.value, LAMPORT), { value, next: of?.next ?? at + 2 });
}

/** Parses "a SOL". */
function oneOf(items: Atoms, at: number, figure: Atom, language: Language): Found {
  const named = tokenAt(items, at + 1, language);
  return named === undefined ? undefined : quantity("exact", figure, whole(1n), named);
}

/** Parses "$20 of SOL", "20 dollars worth of SOL" and "$100 USDC" (100 USDC). */
function inDollars(items: Atoms, at: number, figure: Atom, language: Language): Found {
  const { amounts } = language;
  if (figure.value === undefined) return undefined;
  let next = at + 1;
  let joined = true;
  const lead = wordAt(items, next);
  if (amounts.of.has(lead) || amounts.worthOf.has(lead)) {
    next += 1;
    joined = false;
  } else if (amounts.worth.has(lead)) {
    next += amounts.in.has(wordAt(items, next + 1)) ? 2 : 1;
    joined = false;
  } else if (amounts.in.has(lead)) next += 1;
  const named = ownTokenAt(items, next, language);
  if (named === undefined) return undefined;
  if ((joined || figure.form === "grand") && isDollarToken(named.value.token))
    return quantity("exact", figure, figure.value, named);
  return quantity("usd", figure, figure.value, named);
}

/** Parses "50% of my SOL", "half my SOL", "all my SOL" and "half a SOL". */
function partOf(items: Atoms, at: number, figure: Atom, language: Language): Found {
  const { amounts } = language;
  if (figure.value === undefined || figure.text === PART.bps) return undefined;
  let next = at + 1;
  const of = amounts.of.has(wordAt(items, next));
  if (of) next += 1;
  if (figure.text === PART.half && amounts.articles.has(wordAt(items, next))) {
    const single = tokenAt(items, next + 1, language);
    return single === undefined ? undefined : quantity("exact", figure, figure.value, single);
  }
  const mine = amounts.mine.has(wordAt(items, next));
  if (mine) next += 1;
  // "all my 5 SOL"
  const all = items[next];
  const limits = language.refusals.most.has(figure.form ?? "");
  if (figure.text === PART.all && !of && !limits && all?.kind === "number")
    return numbered(items, next, all, language);
  // "half SOL" may be half a coin or half the balance.
  if (figure.text === PART.half && !mine) return undefined;
  while (items[next]?.kind === "part" && items[next]?.text === PART.all) next += 1;
  const named = tokenAt(items, afterHolding(items, next, language), language);
  if (named === undefined) return undefined;
  const end = afterBalance(items, named.next, language);
  // "the whole SOL" may be one coin; "my whole SOL" and "the whole SOL balance" are the whole balance.
  const owned = of || mine || amounts.owners.has(wordAt(items, at - 1)) || end > named.next;
  if (!owned && items[at + 1]?.kind === "token" && amounts.single.has(figure.form ?? "")) return undefined;
  return quantity("fraction", figure, figure.value, named, end);
}

/** Skips words for the holding before its token: "my whole bag of BONK". */
function afterHolding(items: Atoms, at: number, { amounts, lexicon }: Language): number {
  if (!lexicon.groups.BALANCE.has(wordAt(items, at))) return at;
  const lead = wordAt(items, at + 1);
  const next = amounts.of.has(lead) || amounts.in.has(lead) ? at + 2 : at;
  return next > at && amounts.mine.has(wordAt(items, next)) ? next + 1 : next;
}

function afterBalance(items: Atoms, at: number, { lexicon }: Language): number {
  let next = at;
  while (lexicon.groups.BALANCE.has(wordAt(items, next))) next += 1;
  return next;
}

/** Parses "everything except 0.1 SOL" and "all my SOL but 0.1". */
function allExcept(items: Atoms, at: number, figure: Atom, language: Language): Found {
  const { amounts } = language;
  if (figure.text !== PART.all) return undefined;
  let next = at + 1;
  if (amounts.of.has(wordAt(items, next))) next += 1;
  if (amounts.mine.has(wordAt(items, next))) next += 1;
  const first = tokenAt(items, next, language);
  if (first !== undefined) next = afterBalance(items, first.next, language);
  if (!language.lexicon.groups.EXCEPT.has(wordAt(items, next))) return undefined;
  const excepted = items[next + 1];
  if (excepted?.kind !== "number" || excepted.value === undefined) return undefined;
  const named = tokenAt(items, next + 2, language);
  if (named === undefined && first === undefined) return undefined;
  if (named !== undefined && first !== undefined && named.value.token !== first.value.token) return undefined;
  const token = named ?? first;
  if (token === undefined) return undefined;
  // A "grand" to keep is in dollars, not in tokens.
  if (excepted.form === "grand" && !isDollarToken(token.value.token)) return undefined;
  return quantity("except", excepted, excepted.value, token, named?.next ?? next + 2);
}

/** Parses "USDC 10", "SOL $50" and "SOL 50%". */
function tokenFirst(items: Atoms, at: number, language: Language): Constituent<Quantity> | undefined {
  const named = tokenAt(items, at, language);
  if (named === undefined) return undefined;
  const figure = items[named.next];
  if (figure?.value === undefined || figure.form === "grand") return undefined;
  const kind = kindOf(figure, named.value.token);
  return kind && trailing(quantity(kind, figure, figure.value, named, named.next + 1));
}

/** The kind of quantity that a figure after a token means. */
function kindOf(figure: Atom, token: ParserToken): QuantityKind | undefined {
  if (figure.kind === "number") return "exact";
  if (figure.kind === "usd") return isDollarToken(token) ? "exact" : "usd";
  return figure.kind === "part" && figure.text === PART.percent ? "fraction" : undefined;
}
