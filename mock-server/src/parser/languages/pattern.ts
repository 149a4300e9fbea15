/**
 * The order grammar, as data. A shape is a sequence of elements: `GROUP` (a set of lexicon words), `word` (itself),
 * `slot:Q` (an amount with its token), `slot:T` (a token), `slot:B` (a token, or its balance as the source), `slot:P`
 * (all of a balance), `slot:R` (a recipient) and `slot:A` (an address or name, without other words). `?` makes an element optional, `|` joins alternatives, and
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

export const transfer = (...of: Parameters<typeof swap>): Pattern => ({ ...swap(...of), action: "transfer" });

/** Marks a pattern with a less common word order. */
export const rare = (pattern: Pattern): Pattern => ({ ...pattern, rare: true });
