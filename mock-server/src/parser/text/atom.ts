import type { Rational } from "../../kernel/rational.js";
import type { ParserToken } from "../command.js";
import { ROLE, type WordSet } from "../languages/lexicon.js";

/**
 * The kind of a piece of text.
 * - `word`: a word or phrase of the lexicon; `unknown`: any other word; `noise`: politeness, dropped.
 * - `number`, `usd`, `part` (percent or part of a balance): exact values.
 * - `token`: on the world's list. `vague_token`: names several tokens, like "BTC" or "USD".
 * - `address`: base58 of 32 bytes, not a mint on the list. `bad_address`: an invalid address.
 * - `name`: a `.sol` name. `foreign_name`: `.eth` and similar. `handle`: `@name`.
 * - `vague_number`: has two readings or none. `invalid_number`: negative, infinite. `currency`: money other than
 *   dollars.
 * - `time`: "24h". `url`. `mark`: punctuation. `picture`: emoji.
 */
export type AtomKind =
  | "word"
  | "unknown"
  | "noise"
  | "number"
  | "usd"
  | "part"
  | "token"
  | "vague_token"
  | "address"
  | "bad_address"
  | "name"
  | "foreign_name"
  | "handle"
  | "vague_number"
  | "invalid_number"
  | "currency"
  | "time"
  | "url"
  | "mark"
  | "picture";

export type Atoms = readonly Atom[];

export type AtomChange = Partial<Pick<Atom, "kind" | "start" | "end" | "text" | "form" | "token" | "roles">>;

/** A typed piece of the command with its original position. A class, so that all atoms share one hidden class in V8. */
export class Atom {
  constructor(
    readonly kind: AtomKind,
    readonly start: number,
    readonly end: number,
    /** The word in lower case, the canonical phrase, the address, the name or the sign. */
    readonly text: string,
    /** The value of a number, a dollar amount or a share. */
    readonly value: Rational | undefined = undefined,
    /** The way it was written: `typo`, `alias`, `mint`, `spelled` … Some forms lower the confidence. */
    readonly form: string | undefined = undefined,
    readonly token: ParserToken | undefined = undefined,
    /** Lexicon roles, as bits of `ROLE`. */
    readonly roles: number = 0,
  ) {}

  /** Creates a `vague_number`: a number with two possible readings, or none. */
  static vague(start: number, end: number, text: string): Atom {
    return new Atom("vague_number", start, end, text);
  }

  /** Copies with changes. A new kind or text clears the roles, unless the change sets them. */
  with(change: AtomChange): Atom {
    const same = change.kind === undefined && change.text === undefined;
    return new Atom(
      change.kind ?? this.kind,
      change.start ?? this.start,
      change.end ?? this.end,
      change.text ?? this.text,
      this.value,
      change.form ?? this.form,
      change.token ?? this.token,
      change.roles ?? (same ? this.roles : 0),
    );
  }
}

/** True for an amount, a dollar amount or a share. */
export const isFigure = (atom: Atom | undefined): boolean =>
  atom?.kind === "number" || atom?.kind === "usd" || atom?.kind === "part";

/** True for an address, a name or a handle, whether it exists or not. */
export const isPerson = ({ kind }: Atom): boolean =>
  /^(?:address|bad_address|name|foreign_name|handle)$/.test(kind);

/** True for the verb of an order. */
export const isVerb = (atom: Atom | undefined): boolean => ((atom?.roles ?? 0) & ROLE.verb) !== 0;

/** The word at a position, or an empty text. */
export const wordAt = (items: Atoms, at: number): string => {
  const atom = items[at];
  return atom?.kind === "word" ? atom.text : "";
};

/** The position after words of the sets. */
export function skip(items: Atoms, at: number, ...sets: readonly WordSet[]): number {
  let next = at;
  while (sets.some((words) => words.has(wordAt(items, next)))) next += 1;
  return next;
}
