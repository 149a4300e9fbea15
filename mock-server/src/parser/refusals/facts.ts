import { CURRENCY_WORDS } from "../languages/english/numbers.js";
import { type GroupName, group } from "../languages/lexicon.js";
import type { Fault } from "../orders/resolve.js";
import type { Atom } from "../text/atom.js";
import { isActionVerb } from "./guards.js";
import type { RefusalReason } from "./reasons.js";

/** The words of several groups. */
export const union = (...names: readonly GroupName[]): ReadonlySet<string> =>
  new Set(names.flatMap((name) => [...group(name)]));

const currencies: ReadonlySet<string> = new Set(CURRENCY_WORDS);
const APPROXIMATE = new Set(["+", "*", "~", "≈", "±"]);
const sendVerbs = group("SEND");
const vague = group("vague");
const rest = group("REST");
const nouns = group("pronoun_token");

/** A refusal that points at an atom. */
export const fault = (reason: RefusalReason, message: string, atom?: Atom): Fault => ({
  reason,
  message,
  ...(atom === undefined ? {} : { span: { start: atom.start, end: atom.end } }),
});

/** What the items hold, counted once. */
export class Facts {
  readonly tokens: readonly Atom[];
  readonly figures: readonly Atom[];
  readonly addresses: readonly Atom[];
  readonly bad: Atom | undefined;
  readonly someone: Atom | undefined;
  readonly unknowns: readonly Atom[];

  constructor(readonly items: readonly Atom[]) {
    this.tokens = items.filter((atom) => atom.kind === "token");
    this.figures = items.filter(
      (atom, at) =>
        isFigure(atom) || (atom.kind === "word" && rest.has(atom.text)) || isArticleFigure(items, at),
    );
    this.addresses = items.filter((atom) => atom.kind === "address" || atom.kind === "name");
    this.bad = items.find((atom) => atom.kind === "bad_address");
    this.someone =
      this.addresses[0] ??
      this.bad ??
      items.find((atom) => atom.kind === "foreign_name" || atom.kind === "handle" || atom.kind === "url");
    this.unknowns = items.filter((atom) => atom.kind === "unknown");
  }

  /** Amounts that are no amounts. */
  money(): Fault | undefined {
    const { items } = this;
    const currency = items.find(
      (atom) =>
        atom.kind === "currency" ||
        (atom.kind === "word" && currencies.has(atom.text)) ||
        (atom.kind === "mark" && /[\u00a3\u00a5\u20a0-\u20bf]/.test(atom.text)),
    );
    if (currency !== undefined)
      return fault(
        "unsupported_currency",
        "Amounts are in tokens or US dollars. Say it in one of those.",
        currency,
      );
    if (
      sendVerbs.has(items.find(isActionVerb)?.text ?? "") &&
      this.someone !== undefined &&
      this.bad !== undefined
    )
      return undefined;
    const invalid = items.find((atom) => atom.kind === "invalid_number") ?? this.impossible();
    if (invalid !== undefined)
      return fault("invalid_amount", "The amount must be a number greater than zero.", invalid);
    const glued = items.find(
      (atom, at) =>
        atom.kind === "unknown" &&
        items[at - 1]?.kind === "number" &&
        items[at - 1]?.end === atom.start &&
        items[at + 1]?.kind === "token",
    );
    if (glued !== undefined) return fault("invalid_amount", "Write the amount in digits alone.", glued);
    const plus = items.find(
      (atom) => (atom.kind === "mark" || atom.kind === "picture") && APPROXIMATE.has(atom.text),
    );
    if (plus !== undefined) return fault("ambiguous_amount", "Give the amount as one number.", plus);
    const limit = items.find((atom) => atom.kind === "mark" && atom.text === ">");
    if (limit !== undefined) return fault("unsupported_action", "Limit prices are not supported.", limit);
    const added = items.find(
      (atom, at) =>
        atom.kind === "number" &&
        items[at + 1]?.text === "and" &&
        items[at + 2]?.kind === "part" &&
        items[at + 2]?.text === "half",
    );
    if (added !== undefined) return fault("ambiguous_amount", "Write the amount in digits.", added);
    const unclear = items.find((atom) => atom.kind === "vague_number");
    if (unclear !== undefined) {
      const { readings } = unclear;
      const message =
        readings === undefined
          ? `"${unclear.text}" is not one number. Give one amount.`
          : `"${unclear.text}" could be ${readings.join(" or ")}. Write the one that is meant.`;
      return fault("ambiguous_amount", message, unclear);
    }
    return undefined;
  }

  private impossible(): Atom | undefined {
    return this.items.find((atom) => {
      if (atom.value === undefined) return false;
      return atom.value.n === 0n || (atom.kind === "part" && atom.value.n > atom.value.d);
    });
  }

  /** "some SOL", "about 10": the amount is spoken of, not given. */
  unsure(): Atom | undefined {
    return this.items.find((atom, at) => {
      if (atom.kind !== "word" || !vague.has(atom.text)) return false;
      const next = this.items[at + 1];
      return next !== undefined && !(next.kind === "word" && nouns.has(next.text));
    });
  }
}

/** Whether an atom is an amount. */
export const isFigure = (atom: Atom): boolean =>
  atom.kind === "number" || atom.kind === "usd" || atom.kind === "part";

const isArticleFigure = (items: readonly Atom[], at: number): boolean =>
  (items[at]?.text === "a" || items[at]?.text === "an") &&
  items[at]?.kind === "word" &&
  (items[at + 1]?.kind === "token" || items[at + 1]?.kind === "unknown") &&
  at <= 2;

/** What is asked where a figure may be a part of a balance or a number of tokens. */
export const PART_OR_NUMBER = "Say whether it is a part of the balance (50%) or a number of tokens.";

/** "0.5 of my SOL": half a coin, or half of them. */
export const partOrNumber = ({ items }: Facts): Atom | undefined =>
  items.find(
    ({ kind, value }, at) =>
      kind === "number" &&
      value !== undefined &&
      value.n < value.d &&
      /^(?:of|my)$/.test(items[at + 1]?.text ?? ""),
  );
