import type { ParserToken } from "../command.js";
import type { Language } from "../languages/language.js";
import { type GroupName, type Groups, PART } from "../languages/lexicon.js";
import type { Atom, Atoms } from "../text/atom.js";
import { type Constituent, type NamedToken, type Quantity, quantitiesAt, tokenAt } from "./quantity.js";

/**
 * The order grammar, as data. A shape is a sequence of elements: `GROUP` (a set of lexicon words), `word` (itself),
 * `slot:Q` (an amount with its token), `slot:T` (a token), `slot:B` (a token, or its balance as the source), `slot:P`
 * (a share of a balance) and `slot:R` (a recipient). `?` makes an element optional, `|` joins alternatives, and
 * `-GROUP` removes the words of a set. A quantity in the slot `in` is spent; a quantity in `out` is received exactly.
 * All shapes are tried, and every word must be used. Two different readings cause a refusal.
 */
export interface Pattern {
  readonly id: string;
  readonly action: "swap" | "transfer";
  readonly shape: string;
  readonly example: string;
  /** Kinds of quantity that the pattern accepts. */
  readonly kinds: readonly ("exact" | "usd" | "fraction" | "except" | "worth")[];
  /** A less common word order, which lowers the confidence slightly. */
  readonly rare?: true;
  /** The number must precede its token. After the token, it may belong to the other token. */
  readonly figureFirst?: true;
}

type SlotName = "in" | "out" | "except" | "all" | "same" | "pair" | "part" | "who";

/** Amounts that are a number of tokens. */
export const EXACT = ["exact"] as const;

/** Creates a swap pattern. By default it accepts every kind of amount except `worth`. */
export const swap = (id: string, shape: string, example: string, more: Partial<Pattern> = {}): Pattern => ({
  id,
  action: "swap",
  shape,
  kinds: ["exact", "usd", "fraction", "except"],
  example,
  ...more,
});

export const transfer = (
  id: string,
  shape: string,
  example: string,
  more: Partial<Pattern> = {},
): Pattern => ({
  ...swap(id, shape, example, more),
  action: "transfer",
});

/** The content of a slot: an amount, a token, or the recipient's atom. */
export type Filling = Quantity | NamedToken | Atom;

/** One way to read the whole sentence as an order. */
export interface Derivation {
  readonly pattern: Pattern;
  readonly slots: ReadonlyMap<SlotName, Filling>;
}

type SlotKind = "Q" | "T" | "B" | "P" | "R";
type Element =
  | { readonly type: "words"; readonly words: ReadonlySet<string>; readonly optional: boolean }
  | { readonly type: "slot"; readonly name: SlotName; readonly kind: SlotKind; readonly optional: boolean };

/** A pattern split into its elements. */
export interface Compiled {
  readonly pattern: Pattern;
  readonly elements: readonly Element[];
  /** Minimum number of items. */
  readonly least: number;
}

function compileElement(source: string, groups: Groups): Element {
  const optional = source.endsWith("?");
  const body = optional ? source.slice(0, -1) : source;
  const slot = /^([a-z]+):([QTBPR])$/.exec(body);
  if (slot !== null) return { type: "slot", name: slot[1] as SlotName, kind: slot[2] as SlotKind, optional };
  const words = new Set<string>();
  for (const part of body.split("|")) {
    if (/^-[A-Z_]+$/.test(part)) for (const word of groups[part.slice(1) as GroupName]) words.delete(word);
    else if (!/^[A-Z_]+$/.test(part)) words.add(part);
    else for (const word of groups[part as GroupName]) words.add(word);
  }
  return { type: "words", words, optional };
}

/** A language's patterns, indexed by the words they can start with. */
export type Grammar = ReadonlyMap<string, readonly Compiled[]>;

const BEGINS_WITH_SLOT = "";

export function compileGrammar(patterns: readonly Pattern[], groups: Groups): Grammar {
  const grammar = new Map<string, Compiled[]>();
  for (const pattern of patterns) {
    const elements = pattern.shape.split(" ").map((source) => compileElement(source, groups));
    const [first] = elements;
    const entry = { pattern, elements, least: elements.filter(({ optional }) => !optional).length };
    for (const word of first?.type === "words" ? first.words : [BEGINS_WITH_SLOT]) {
      const list = grammar.get(word);
      if (list === undefined) grammar.set(word, [entry]);
      else list.push(entry);
    }
  }
  return grammar;
}

const NONE: readonly never[] = [];

/** Returns every derivation that uses all items. */
export function derive(
  items: Atoms,
  sol: ParserToken | undefined,
  language: Language,
): readonly Derivation[] {
  const [first] = items;
  if (first === undefined) return NONE;
  const begins = first.kind === "word" || first.kind === "mark" ? first.text : BEGINS_WITH_SLOT;
  const candidates = language.grammar.get(begins);
  if (candidates === undefined) return NONE;
  const out: Derivation[] = [];
  const matcher = new Matcher(items, sol, language);
  for (const entry of candidates) if (entry.least <= items.length) matcher.run(entry, out);
  return out;
}

class Matcher {
  private readonly amounts: (Constituent<Quantity>[] | undefined)[] = [];

  constructor(
    private readonly items: Atoms,
    private readonly sol: ParserToken | undefined,
    private readonly language: Language,
  ) {}

  run(entry: Compiled, out: Derivation[]): void {
    this.step(entry, 0, 0, [], out);
  }

  private step(
    entry: Compiled,
    element: number,
    at: number,
    filled: readonly (readonly [SlotName, Filling])[],
    out: Derivation[],
  ): void {
    const wanted = entry.elements[element];
    if (wanted === undefined) {
      if (at === this.items.length) out.push({ pattern: entry.pattern, slots: new Map(filled) });
      return;
    }
    if (wanted.optional) this.step(entry, element + 1, at, filled, out);
    if (wanted.type === "words") {
      const item = this.items[at];
      if (
        item !== undefined &&
        (item.kind === "word" || item.kind === "mark") &&
        wanted.words.has(item.text)
      ) {
        this.step(entry, element + 1, at + 1, filled, out);
      }
      return;
    }
    for (const found of this.fill(wanted.kind, wanted.name, at, entry.pattern)) {
      this.step(entry, element + 1, found.next, [...filled, [wanted.name, found.value]], out);
    }
  }

  private fill(
    kind: SlotKind,
    slot: SlotName,
    at: number,
    pattern: Pattern,
  ): readonly Constituent<Filling>[] {
    if (kind === "T" || kind === "B") {
      const token = namedAt(this.items, at, kind === "B", this.language);
      const own = slot === "out" && isOwned(this.items, at, at + 1, this.language);
      return token === undefined || own ? NONE : [token];
    }
    if (kind === "P") {
      const part = this.items[at];
      return part !== undefined && isGreatPart(part) ? [{ value: part, next: at + 1 }] : NONE;
    }
    if (kind === "R") {
      const who = recipientAt(this.items, at, this.language);
      return who === undefined ? NONE : [who];
    }
    let amounts = this.amounts[at];
    if (amounts === undefined) {
      amounts = quantitiesAt(this.items, at, this.sol, this.language);
      this.amounts[at] = amounts;
    }
    return amounts.filter(
      ({ value, next }) =>
        takes(pattern, value) &&
        // In "swap SOL for USDC 100", the number may belong to either token.
        (slot !== "out" || (value.trailing !== true && !isOwned(this.items, at, next, this.language))) &&
        // The amount to keep must be a number of tokens, not a value in dollars or a share.
        (slot !== "except" || value.kind === "exact"),
    );
  }
}

/** True for a share above a tenth. A smaller one may be a slippage: "swap BONK to SOL, 5%". */
const isGreatPart = ({ kind, text, value }: Atom): boolean =>
  kind === "part" &&
  (text === PART.percent || text === PART.all) &&
  value !== undefined &&
  value.n * 10n > value.d;

/** True if the words include "my" or "our". Such tokens are spent, not received: "get $5 from my BONK for SOL". */
function isOwned(items: Atoms, from: number, to: number, { amounts }: Language): boolean {
  for (let at = from; at < to; at += 1) if (amounts.owners.has(wordAt(items, at))) return true;
  return false;
}

function takes(pattern: Pattern, quantity: Quantity): boolean {
  if (pattern.figureFirst === true && quantity.trailing === true) return false;
  return pattern.kinds.includes(quantity.worth === true ? "worth" : quantity.kind);
}

/** Parses a token with or without "my". A source may also be a balance: "my USDC balance". */
function namedAt(
  items: Atoms,
  at: number,
  drawn: boolean,
  language: Language,
): Constituent<NamedToken> | undefined {
  const { groups } = language.lexicon;
  const own = groups.DET.has(wordAt(items, at));
  const token = tokenAt(items, own ? at + 1 : at, language);
  return drawn && own && token !== undefined && groups.BALANCE.has(wordAt(items, token.next))
    ? { value: token.value, next: token.next + 1 }
    : token;
}

/** Parses an address or a `.sol` name. Drops "wallet" and similar words around it. */
function recipientAt(
  items: Atoms,
  at: number,
  { recipients, amounts }: Language,
): Constituent<Atom> | undefined {
  let start = at;
  while (recipients.holders.has(wordAt(items, start)) || amounts.mine.has(wordAt(items, start))) start += 1;
  const atom = items[start];
  if (atom === undefined) return undefined;
  const mint = atom.kind === "token" && atom.form === "mint";
  if (atom.kind !== "address" && atom.kind !== "name" && !mint) return undefined;
  let next = start + 1;
  // "bob.sol's" is a recipient only before a word such as "wallet".
  if (atom.form === "possessive" && !recipients.holders.has(wordAt(items, next))) return undefined;
  // "alice.sol my other wallet" may be two recipients; "alice.sol wallet" is one.
  while (recipients.plain.has(wordAt(items, next))) next += 1;
  return { value: atom, next };
}

const wordAt = (items: Atoms, at: number): string =>
  items[at]?.kind === "word" ? (items[at]?.text ?? "") : "";
