import { add, multiply, type Rational, whole } from "../../kernel/rational.js";
import type { ParserToken } from "../command.js";
import type { Language } from "../languages/language.js";
import { PART } from "../languages/lexicon.js";
import { type Atom, type Atoms, skip, wordAt } from "../text/atom.js";

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
  const { UNIT } = language.lexicon.groups;
  const atom = items[at];
  // Skips "token" in "token USDC" and "this token" in "this token Dez…".
  const named = language.amounts.pointing.has(wordAt(items, at)) ? at + 1 : at;
  if (UNIT.has(wordAt(items, named)) && items[named + 1]?.kind === "token")
    return tokenAt(items, named + 1, language);
  if (atom?.kind !== "token" || atom.token === undefined) return undefined;
  let next = at + 1;
  const beside = besideAt(items, next);
  if (beside !== undefined) {
    if (beside.value.token !== atom.token) return undefined;
    // A symbol may be followed by its mint, or by its name in brackets.
    if ((beside.value.form === "mint") !== (atom.form === "mint") || items[next]?.text === "(")
      next = beside.next;
  }
  if (UNIT.has(wordAt(items, next))) next += 1;
  return { value: { token: atom.token, atom }, next };
}

/** Finds a second name after a token, with or without brackets. */
function besideAt(items: Atoms, at: number): Constituent<Atom> | undefined {
  const open = items[at]?.kind === "mark" && items[at]?.text === "(" ? 1 : 0;
  const value = items[at + open];
  if (value?.kind !== "token") return undefined;
  if (open === 0)
    return value.form === "mint" || items[at - 1]?.form === "mint" ? { value, next: at + 1 } : undefined;
  return items[at + 2]?.text === ")" ? { value, next: at + 3 } : undefined;
}

/** True for a dollar token: "$100 USDC" means 100 USDC, whatever its price. */
export const isDollarToken = (token: ParserToken): boolean => /USD/i.test(token.symbol);

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

function quantity(
  kind: QuantityKind,
  figure: Atom,
  value: Rational,
  named: Constituent<NamedToken> | undefined,
  next = named?.next,
): Found {
  if (named === undefined || next === undefined) return undefined;
  const { token, atom } = named.value;
  return { value: { kind, token, value, figure, named: atom }, next };
}

const trailing = (found: Found): Found => found && { ...found, value: { ...found.value, trailing: true } };

/** The token amounts of a sentence. */
export class Quantities {
  private readonly known: (readonly Constituent<Quantity>[] | undefined)[] = [];

  constructor(
    private readonly items: Atoms,
    private readonly sol: ParserToken | undefined,
    private readonly language: Language,
  ) {}

  /** Returns every way to parse a token amount at a position. */
  at(at: number): readonly Constituent<Quantity>[] {
    const known = this.known[at] ?? this.read(this.afterLead(at)).filter((found) => found !== undefined);
    this.known[at] = known;
    return known;
  }

  private read(at: number): readonly Found[] {
    const figure = this.items[at];
    if (figure?.kind === "token") return [this.tokenFirst(at)];
    // Parses "a SOL".
    if (figure !== undefined && this.is(at, this.language.amounts.articles))
      return [quantity("exact", figure, whole(1n), this.token(at + 1))];
    if (figure?.value === undefined) return [];
    const { value } = figure;
    if (figure.kind === "number")
      return [this.numbered(at, figure, value), this.inLamports(at, figure, value)];
    if (figure.kind === "usd") return [this.inDollars(at, figure, value)];
    return figure.kind === "part" ? [this.partOf(at, figure, value), this.allExcept(at, figure)] : [];
  }

  private is(at: number, words: ReadonlySet<string>): boolean {
    return words.has(wordAt(this.items, at));
  }

  private token(at: number): Constituent<NamedToken> | undefined {
    return tokenAt(this.items, at, this.language);
  }

  /** The position after one of the words. */
  private after(at: number, words: ReadonlySet<string>): number {
    return this.is(at, words) ? at + 1 : at;
  }

  private ownToken(at: number): Constituent<NamedToken> | undefined {
    return this.token(this.after(at, this.language.amounts.mine));
  }

  private afterBalance(at: number): number {
    return skip(this.items, at, this.language.lexicon.groups.BALANCE);
  }

  /** Skips words such as "exactly". Before a token only "my" is skipped, because "exactly SOL 5 USDC" is ambiguous. */
  private afterLead(at: number): number {
    const { leads, repeats, mine } = this.language.amounts;
    const next = this.items[at + 1]?.kind;
    if (next === "part" && this.is(at, repeats)) return at;
    return next === "token" && !this.is(at, mine) ? at : this.after(at, leads);
  }

  /** Parses "1.5 SOL" and "100 USDC worth of". */
  private numbered(at: number, figure: Atom, value: Rational): Found {
    const { amounts, lexicon } = this.language;
    if (this.is(at + 1, amounts.of)) return this.numberOf(at, figure, value);
    // Skips "more" in "2 more SOL", and "units of" in "100 units of USDC".
    const counted = this.is(at + 1, lexicon.groups.UNIT) && this.is(at + 2, amounts.of);
    const named = this.token(counted ? at + 3 : this.after(at + 1, amounts.more));
    if (named === undefined) return undefined;
    const half = this.halfAfter(named.next, value);
    if (half !== undefined) return quantity("exact", figure, add(value, half.value), named, half.next);
    const next = this.afterBalance(named.next);
    const found = quantity("exact", figure, value, named, next);
    const worth = this.is(next, amounts.worth);
    if (found === undefined || !(worth || this.is(next, amounts.worthOf))) return found;
    return {
      value: { ...found.value, worth: true },
      next: worth ? this.after(next + 1, amounts.of) : next + 1,
    };
  }

  /** Parses the half of "2 SOL and a half". After a hundred, it may be half a hundred. */
  private halfAfter(at: number, { n, d }: Rational): Constituent<Rational> | undefined {
    const { and, of, mine } = this.language.amounts;
    const half = this.items[at + 1]?.value;
    if (!this.is(at, and) || half?.n !== 1n || half.d !== 2n || d !== 1n || n >= 100n) return undefined;
    const after = this.items[at + 2];
    const owned = after?.kind === "token" || of.has(after?.text ?? "") || mine.has(after?.text ?? "");
    return owned ? undefined : { value: half, next: at + 2 };
  }

  /** Parses "3/4 of my SOL" as a share and "10 of my SOL" as an amount. "0.5 of my SOL" and "1/2 of SOL" are ambiguous. */
  private numberOf(at: number, figure: Atom, value: Rational): Found {
    const { amounts } = this.language;
    const named = this.ownToken(at + 2);
    if (named === undefined || this.is(at - 1, amounts.the)) return undefined;
    const isSign = figure.form === "fraction_sign";
    if (value.n >= value.d) return isSign ? undefined : trailing(quantity("exact", figure, value, named));
    if (!isSign || !this.is(at + 2, amounts.mine)) return undefined;
    return quantity("fraction", figure, value, named, this.afterBalance(named.next));
  }

  private inLamports(at: number, figure: Atom, value: Rational): Found {
    const { sol, language } = this;
    const atom = this.items[at + 1];
    if (!this.is(at + 1, language.lexicon.groups.LAMPORTS) || sol === undefined || atom === undefined)
      return undefined;
    const of = this.is(at + 2, language.amounts.of) ? this.token(at + 3) : undefined;
    if (of !== undefined && of.value.token !== sol) return undefined;
    const named = { value: { token: sol, atom }, next: of?.next ?? at + 2 };
    return quantity("exact", figure, multiply(value, LAMPORT), named);
  }

  /** Parses "$20 of SOL", "20 dollars worth of SOL" and "$100 USDC" (100 USDC). */
  private inDollars(at: number, figure: Atom, value: Rational): Found {
    const { of, worth, worthOf, in: into } = this.language.amounts;
    const isWorth = this.is(at + 1, worth);
    const apart = isWorth || this.is(at + 1, of) || this.is(at + 1, worthOf);
    const named = this.ownToken(apart && !isWorth ? at + 2 : this.after(isWorth ? at + 2 : at + 1, into));
    if (named === undefined) return undefined;
    const isCount = (!apart || figure.form === "grand") && isDollarToken(named.value.token);
    return quantity(isCount ? "exact" : "usd", figure, value, named);
  }

  /** Parses "50% of my SOL", "half my SOL", "all my SOL" and "half a SOL". */
  private partOf(at: number, figure: Atom, value: Rational): Found {
    const { items, language } = this;
    const { amounts } = language;
    if (figure.text === PART.bps) return undefined;
    const isHalf = figure.text === PART.half;
    const afterOf = this.after(at + 1, amounts.of);
    if (isHalf && this.is(afterOf, amounts.articles))
      return quantity("exact", figure, value, this.token(afterOf + 1));
    let next = this.after(afterOf, amounts.mine);
    const of = afterOf > at + 1;
    const mine = next > afterOf;
    // "all my 5 SOL"
    const all = items[next];
    const limits = language.refusals.most.has(figure.form ?? "");
    if (figure.text === PART.all && !of && !limits && all?.kind === "number" && all.value !== undefined)
      return this.numbered(next, all, all.value);
    // "half SOL" may be half a coin or half the balance.
    if (isHalf && !mine) return undefined;
    while (items[next]?.kind === "part" && items[next]?.text === PART.all) next += 1;
    const named = this.token(this.afterHolding(next));
    if (named === undefined) return undefined;
    const end = this.afterBalance(named.next);
    // "the whole SOL" may be one coin; "my whole SOL" and "the whole SOL balance" are the whole balance.
    const owned = of || mine || this.is(at - 1, amounts.owners) || end > named.next;
    if (!owned && items[at + 1]?.kind === "token" && amounts.single.has(figure.form ?? "")) return undefined;
    return quantity("fraction", figure, value, named, end);
  }

  /** Skips words for the holding before its token: "my whole bag of BONK". */
  private afterHolding(at: number): number {
    const { amounts, lexicon } = this.language;
    if (!this.is(at, lexicon.groups.BALANCE)) return at;
    const isLed = this.is(at + 1, amounts.of) || this.is(at + 1, amounts.in);
    return isLed ? this.after(at + 2, amounts.mine) : at;
  }

  /** Parses "everything except 0.1 SOL" and "all my SOL but 0.1". */
  private allExcept(at: number, figure: Atom): Found {
    const { amounts, lexicon } = this.language;
    if (figure.text !== PART.all) return undefined;
    const from = this.after(this.after(at + 1, amounts.of), amounts.mine);
    const first = this.token(from);
    const next = first === undefined ? from : this.afterBalance(first.next);
    const excepted = this.items[next + 1];
    if (!this.is(next, lexicon.groups.EXCEPT) || excepted?.kind !== "number" || excepted.value === undefined)
      return undefined;
    const named = this.token(next + 2);
    const { token } = named?.value ?? first?.value ?? {};
    if (token === undefined || (first !== undefined && first.value.token !== token)) return undefined;
    // A "grand" to keep is in dollars, not in tokens.
    if (excepted.form === "grand" && !isDollarToken(token)) return undefined;
    return quantity("except", excepted, excepted.value, named ?? first, named?.next ?? next + 2);
  }

  /** Parses "USDC 10", "SOL $50" and "SOL 50%". */
  private tokenFirst(at: number): Found {
    const named = this.token(at);
    const figure = this.items[named?.next ?? at];
    if (named === undefined || figure?.value === undefined || figure.form === "grand") return undefined;
    const dollars = figure.kind === "usd" && !isDollarToken(named.value.token);
    if (
      figure.kind === "part"
        ? figure.text !== PART.percent
        : figure.kind !== "number" && figure.kind !== "usd"
    )
      return undefined;
    const kind = figure.kind === "part" ? "fraction" : dollars ? "usd" : "exact";
    return trailing(quantity(kind, figure, figure.value, named, named.next + 1));
  }
}
