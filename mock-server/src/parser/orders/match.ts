import type { ParserToken } from "../command.js";
import type { Language } from "../languages/language.js";
import { PART } from "../languages/lexicon.js";
import type { Pattern } from "../languages/pattern.js";
import { type Atom, type Atoms, skip, wordAt } from "../text/atom.js";
import {
  type Compiled,
  grammarOf,
  isOneOf,
  type SlotKind,
  type SlotName,
  type WordChoice,
} from "./grammar.js";
import { type Constituent, type NamedToken, Quantities, type Quantity, tokenAt } from "./quantity.js";

/** The content of a slot: an amount, a token, or the recipient's atom. */
export type Filling = Quantity | NamedToken | Atom;

/** One way to read the whole sentence as an order. */
export interface Derivation {
  readonly pattern: Pattern;
  readonly slots: ReadonlyMap<SlotName, Filling>;
}

/** Returns every derivation that uses all items. */
export function derive(
  items: Atoms,
  sol: ParserToken | undefined,
  language: Language,
): readonly Derivation[] {
  const [first] = items;
  const begins = first?.kind === "word" || first?.kind === "mark" ? first.text : "";
  const out: Derivation[] = [];
  const matcher = new Matcher(items, sol, language);
  for (const entry of grammarOf(language)(begins))
    if (entry.least <= items.length) matcher.run(entry, 0, 0, [], out);
  return out;
}

/** Finds the constituents that can fill the slots of patterns. */
export class Matcher {
  /** The amounts at each position. */
  readonly quantities: Quantities;

  constructor(
    private readonly items: Atoms,
    sol: ParserToken | undefined,
    private readonly language: Language,
  ) {
    this.quantities = new Quantities(items, sol, language);
  }

  /** Adds the derivations in which the items from a position on fill the elements from one on. */
  run(
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
    if (wanted.optional) this.run(entry, element + 1, at, filled, out);
    if (wanted.type === "words") {
      if (this.isWord(at, wanted.words)) this.run(entry, element + 1, at + 1, filled, out);
      return;
    }
    for (const found of this.fill(wanted.kind, wanted.name, at, entry.pattern))
      this.run(entry, element + 1, found.next, [...filled, [wanted.name, found.value]], out);
  }

  /** True if the item is one of a pattern's words or marks. */
  isWord(at: number, words: WordChoice): boolean {
    const item = this.items[at];
    return (item?.kind === "word" || item?.kind === "mark") && isOneOf(item.text, words);
  }

  /** Returns the constituents at a position that fill a pattern's slot. */
  fill(kind: SlotKind, slot: SlotName, at: number, pattern: Pattern): readonly Constituent<Filling>[] {
    if (kind === "Q")
      return this.quantities.at(at).filter(
        ({ value, next }) =>
          pattern.kinds.includes(value.worth === true ? "worth" : value.kind) &&
          (!pattern.figureFirst || value.trailing !== true) &&
          // In "swap SOL for USDC 100", the number may belong to either token.
          (slot !== "out" || (value.trailing !== true && !this.isOwned(at, next))) &&
          // The amount to keep must be a number of tokens, not a value in dollars or a share.
          (slot !== "except" || value.kind === "exact"),
      );
    const found = this.one(kind, slot, at);
    return found === undefined ? [] : [found];
  }

  private one(kind: SlotKind, slot: SlotName, at: number): Constituent<Filling> | undefined {
    if (kind === "R") return this.recipientAt(at);
    if (kind === "T" || kind === "B")
      return slot === "out" && this.isOwned(at, at + 1) ? undefined : this.namedAt(at, kind === "B");
    const value = this.items[at];
    const isLast = at + 1 === this.items.length;
    const fits =
      value !== undefined &&
      (kind === "P" ? isAll(value) : kind === "N" ? value.kind === "number" && isLast : isPayee(value));
    return fits ? { value, next: at + 1 } : undefined;
  }

  /** True if the words include "my" or "our". Such tokens are spent, not received: "get $5 from my BONK for SOL". */
  private isOwned(from: number, to: number): boolean {
    const { owners } = this.language.amounts;
    return this.items.slice(from, to).some(({ kind, text }) => kind === "word" && owners.has(text));
  }

  /** Parses a token with or without "my". A source may also be a balance: "my USDC balance". */
  private namedAt(at: number, drawn: boolean): Constituent<NamedToken> | undefined {
    const { DET, BALANCE } = this.language.lexicon.groups;
    const own = DET.has(wordAt(this.items, at));
    const token = tokenAt(this.items, own ? at + 1 : at, this.language);
    return drawn && own && token !== undefined && BALANCE.has(wordAt(this.items, token.next))
      ? { value: token.value, next: token.next + 1 }
      : token;
  }

  /** Parses an address or a `.sol` name. Drops "wallet" and similar words around it. */
  private recipientAt(at: number): Constituent<Atom> | undefined {
    const { items } = this;
    const { recipients, amounts, lexicon } = this.language;
    let start = skip(items, at, lexicon.groups.holders, amounts.mine);
    // "my friend at 9xQ…"
    if (start > at && recipients.at.has(wordAt(items, start)) && items[start + 1]?.kind === "address")
      start += 1;
    // "bob (5Zi…)"
    if (items[start]?.kind === "unknown" && items[start + 1]?.form === "bracketed") start += 1;
    const value = items[start];
    if (value === undefined || !(isPayee(value) || (value.kind === "token" && value.form === "mint")))
      return undefined;
    const next = start + 1;
    // "bob.sol's" is a recipient only before a word such as "wallet".
    if (value.form === "possessive" && !lexicon.groups.holders.has(wordAt(items, next))) return undefined;
    // "alice.sol my other wallet" may be two recipients; "alice.sol wallet" is one.
    return { value, next: skip(items, next, recipients.plain) };
  }
}

const isAll = ({ kind, text }: Atom): boolean => kind === "part" && text === PART.all;
const isPayee = ({ kind }: Atom): boolean => kind === "name" || kind === "address";
