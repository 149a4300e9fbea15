import type { Language } from "../languages/language.js";
import { PART } from "../languages/lexicon.js";
import type { Diagnosis, RefusalReason } from "../result.js";
import type { Atom, Atoms } from "../text/atom.js";
import { isActionVerb } from "./guards.js";

const APPROXIMATE = new Set(["+", "*", "~", "≈", "±"]);

export const diagnosis = (reason: RefusalReason, message: string, atom?: Atom): Diagnosis => ({
  reason,
  message,
  ...(atom === undefined ? {} : { span: { start: atom.start, end: atom.end } }),
});

/** A command's items, sorted by kind once for all diagnoses. */
export class SortedItems {
  readonly tokens: Atoms;
  readonly figures: Atoms;
  readonly addresses: Atoms;
  readonly bad: Atom | undefined;
  readonly someone: Atom | undefined;
  readonly unknowns: Atoms;

  constructor(
    readonly items: Atoms,
    readonly language: Language,
  ) {
    this.tokens = items.filter((atom) => atom.kind === "token");
    this.figures = items.filter(
      (atom, at) =>
        isFigure(atom) ||
        (atom.kind === "word" && language.lexicon.groups.REST.has(atom.text)) ||
        isArticleFigure(items, at, language),
    );
    this.addresses = items.filter((atom) => atom.kind === "address" || atom.kind === "name");
    this.bad = items.find((atom) => atom.kind === "bad_address");
    this.someone =
      this.addresses[0] ??
      this.bad ??
      items.find((atom) => atom.kind === "foreign_name" || atom.kind === "handle" || atom.kind === "url");
    this.unknowns = items.filter((atom) => atom.kind === "unknown");
  }

  /** Diagnoses invalid amounts. */
  money(): Diagnosis | undefined {
    const { items } = this;
    const { lexicon, numbers, amounts, messages } = this.language;
    const currency = items.find(
      (atom) =>
        atom.kind === "currency" ||
        (atom.kind === "word" && numbers.currencies.has(atom.text)) ||
        (atom.kind === "mark" && /[\u00a3\u00a5\u20a0-\u20bf]/.test(atom.text)),
    );
    if (currency !== undefined) {
      const cents = currency.form === "cents" || numbers.cents.has(currency.text);
      const message = cents ? messages.centsAsDollars : messages.onlyDollars;
      return diagnosis("unsupported_currency", message, currency);
    }
    if (
      lexicon.groups.SEND.has(items.find(isActionVerb)?.text ?? "") &&
      this.someone !== undefined &&
      this.bad !== undefined
    )
      return undefined;
    const invalid = items.find((atom) => atom.kind === "invalid_number") ?? this.impossible();
    if (invalid !== undefined) return diagnosis("invalid_amount", messages.numberAboveZero, invalid);
    const glued = items.find(
      (atom, at) =>
        atom.kind === "unknown" &&
        items[at - 1]?.kind === "number" &&
        items[at - 1]?.end === atom.start &&
        items[at + 1]?.kind === "token",
    );
    if (glued !== undefined) return diagnosis("invalid_amount", messages.digitsAlone, glued);
    const plus = items.find(
      (atom) => (atom.kind === "mark" || atom.kind === "picture") && APPROXIMATE.has(atom.text),
    );
    if (plus !== undefined) return diagnosis("ambiguous_amount", messages.oneNumber, plus);
    const limit = items.find((atom) => atom.kind === "mark" && atom.text === ">");
    if (limit !== undefined) return diagnosis("unsupported_action", messages.noLimitPrices, limit);
    const added = items.find(
      (atom, at) =>
        atom.kind === "number" &&
        amounts.and.has(items[at + 1]?.text ?? "") &&
        items[at + 2]?.kind === "part" &&
        items[at + 2]?.text === PART.half,
    );
    if (added !== undefined) return diagnosis("ambiguous_amount", messages.inDigits, added);
    const unclear = items.find((atom) => atom.kind === "vague_number");
    if (unclear !== undefined) {
      const message = messages.notOneNumber(unclear.text);
      return diagnosis("ambiguous_amount", message, unclear);
    }
    return undefined;
  }

  private impossible(): Atom | undefined {
    const { minus } = this.language.numbers;
    return this.items.find((atom, at) => {
      // Only directly after the verb: later, "minus 5 SOL" keeps part of a balance.
      if (at === 1 && minus.has(atom.text) && this.items[2]?.kind === "number") return true;
      if (atom.value === undefined || atom.kind === "vague_number") return false;
      return atom.value.n === 0n || (atom.kind === "part" && atom.value.n > atom.value.d);
    });
  }

  /** Finds a word that makes the amount inexact: "some SOL", "about 10". */
  unsure(): Atom | undefined {
    const { vague, pronoun_token: nouns } = this.language.lexicon.groups;
    return this.items.find((atom, at) => {
      if (atom.kind !== "word" || !vague.has(atom.text)) return false;
      const next = this.items[at + 1];
      return next !== undefined && !(next.kind === "word" && nouns.has(next.text));
    });
  }
}

/** Finds an unknown word where the amount should be, or between the amount and its token: "2nd SOL", "5 mm BONK". */
export const unclearFigure = ({ items }: SortedItems): Atom | undefined =>
  items.find(
    ({ kind, text }, at) =>
      kind === "unknown" &&
      items[at + 1]?.kind === "token" &&
      (items[at - 1]?.kind === "number" || /^\d/.test(text)),
  );

/** True for a text without a verb that may be an order or a question: "1 SOL to USDC". */
export function lacksVerb(items: Atoms): boolean {
  const [first] = items;
  if (first === undefined || !(isFigure(first) || isNamed(first) || items.length < 2)) return false;
  const isUnclear = items.some((atom) => atom.kind === "unknown" || isActionVerb(atom));
  return !isUnclear && items.some(isFigure) && items.some(isNamed);
}

const isNamed = ({ kind }: Atom): boolean => kind === "token" || kind === "name" || kind === "address";

/** Finds a word such as "SOL5", which is a symbol with its amount or an unknown name. */
export const gluedSymbol = ({ unknowns }: SortedItems): Atom | undefined =>
  unknowns.find(({ text }) => /^[a-z]{2,}\d+$/.test(text));

export const isFigure = (atom: Atom): boolean =>
  atom.kind === "number" || atom.kind === "usd" || atom.kind === "part";

const isArticleFigure = (items: Atoms, at: number, { amounts }: Language): boolean =>
  amounts.articles.has(items[at]?.text ?? "") &&
  items[at]?.kind === "word" &&
  (items[at + 1]?.kind === "token" || items[at + 1]?.kind === "unknown") &&
  at <= 2;

/** Finds the number in "0.5 of my SOL", which may be half a coin or half the balance. */
export const partOrNumber = ({ items, language: { amounts } }: SortedItems): Atom | undefined =>
  items.find(
    ({ kind, value }, at) =>
      kind === "number" &&
      value !== undefined &&
      value.n < value.d &&
      (amounts.of.has(items[at + 1]?.text ?? "") || amounts.my.has(items[at + 1]?.text ?? "")),
  );

// Enough for "should be up to", because "up to" is one word of the lexicon.
const MAX_WORDS_BETWEEN = 3;

/** Refuses a target balance, which is neither an input nor an output amount: "make my SOL balance 10". */
export function balanceTarget(items: Atoms, language: Language): Diagnosis | undefined {
  const at = items.findIndex((atom, place) => isHoldings(atom, language) && isSet(items, place, language));
  return at < 0 ? undefined : diagnosis("unsupported_action", language.messages.balanceNotSet, items[at]);
}

const isHoldings = ({ kind, text }: Atom, { questions: { topicOf } }: Language): boolean =>
  kind === "word" && (topicOf.get(text) === "balance" || topicOf.get(text) === "portfolio");

/** True if a number follows the balance with only words such as "to" or "should be" in between. */
function isSet(items: Atoms, place: number, { refusals, lexicon: { groups } }: Language): boolean {
  let at = place + 1;
  // Skips "of SOL" in "my balance of SOL".
  if (groups.OF.has(items[at]?.text ?? "") && items[at + 1]?.kind === "token") at += 2;
  const last = at + MAX_WORDS_BETWEEN;
  while (at < last && refusals.reaching.has(items[at]?.text ?? "")) at += 1;
  const figure = items[at];
  if (figure === undefined || !isFigure(figure)) return false;
  let next = items[at + 1];
  if (next?.kind === "token") {
    // "move my USDC balance to 5 SOL" may be a swap.
    const own = items[place - 1]?.token;
    if (own !== undefined && own !== next.token && items.some(isActionVerb)) return false;
    next = items[at + 2];
  }
  return (
    next === undefined ||
    (next.kind === "word" && (groups.WITH.has(next.text) || groups.TAKE_FROM.has(next.text)))
  );
}
