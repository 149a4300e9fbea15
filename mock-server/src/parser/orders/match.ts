import type { ParserToken } from "../command.js";
import type { Language } from "../languages/language.js";
import { PART } from "../languages/lexicon.js";
import type { Pattern } from "../languages/pattern.js";
import { type Atom, type Atoms, wordAt } from "../text/atom.js";
import { BEGINS_WITH_SLOT, type Compiled, grammarOf, type SlotKind, type SlotName } from "./grammar.js";
import { type Constituent, type NamedToken, type Quantity, quantitiesAt, tokenAt } from "./quantity.js";

/** The content of a slot: an amount, a token, or the recipient's atom. */
export type Filling = Quantity | NamedToken | Atom;

/** One way to read the whole sentence as an order. */
export interface Derivation {
  readonly pattern: Pattern;
  readonly slots: ReadonlyMap<SlotName, Filling>;
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
  const candidates = grammarOf(language).get(begins);
  if (candidates === undefined) return NONE;
  const out: Derivation[] = [];
  const matcher = new Matcher(items, sol, language);
  for (const entry of candidates) if (entry.least <= items.length) matcher.run(entry, out);
  return out;
}

/** Finds the constituents that can fill the slots of patterns. */
export class Matcher {
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

  /** Returns the constituents at a position that fill a pattern's slot. */
  fill(kind: SlotKind, slot: SlotName, at: number, pattern: Pattern): readonly Constituent<Filling>[] {
    if (kind === "T" || kind === "B") {
      const token = namedAt(this.items, at, kind === "B", this.language);
      const own = slot === "out" && isOwned(this.items, at, at + 1, this.language);
      return token === undefined || own ? NONE : [token];
    }
    const item = this.items[at];
    if (kind === "P")
      return item?.kind === "part" && item.text === PART.all ? [{ value: item, next: at + 1 }] : NONE;
    if (kind === "A")
      return item?.kind === "name" || item?.kind === "address" ? [{ value: item, next: at + 1 }] : NONE;
    if (kind === "R") {
      const who = recipientAt(this.items, at, this.language);
      return who === undefined ? NONE : [who];
    }
    return this.amountsAt(at).filter(
      ({ value, next }) =>
        takes(pattern, value) &&
        // In "swap SOL for USDC 100", the number may belong to either token.
        (slot !== "out" || (value.trailing !== true && !isOwned(this.items, at, next, this.language))) &&
        // The amount to keep must be a number of tokens, not a value in dollars or a share.
        (slot !== "except" || value.kind === "exact"),
    );
  }

  /** Returns every amount at a position. */
  amountsAt(at: number): readonly Constituent<Quantity>[] {
    let amounts = this.amounts[at];
    if (amounts === undefined) {
      amounts = quantitiesAt(this.items, at, this.sol, this.language);
      this.amounts[at] = amounts;
    }
    return amounts;
  }
}

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
  // "bob (5Zi…)"
  if (items[start]?.kind === "unknown" && items[start + 1]?.form === "bracketed") start += 1;
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
