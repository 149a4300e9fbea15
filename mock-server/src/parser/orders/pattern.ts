/**
 * The grammar of orders, as data. A shape is a row of elements: `GROUP` (a set of words of the lexicon), `word`
 * (itself), `slot:Q` (an amount with its token), `slot:T` (a token), `slot:B` (a token, or the balance of it that is
 * drawn on), `slot:D` (dollars alone), `slot:R` (a recipient), `slot:A` (a recipient that nobody's
 * wallet is said of, as that may be the sender's); `?` makes one optional
 * and `|` joins alternatives, `-GROUP` takes a set's words out again, `-word` one. The slots say what the order means: a quantity in `in` is spent, one in `out` is
 * received exactly. All shapes are tried; every word must be used; two different readings are a refusal.
 */
export interface Pattern {
  readonly id: string;
  readonly action: "swap" | "transfer";
  readonly shape: string;
  /** A rarer order of words is believed a little less. */
  readonly rare?: true;
  /** No order by itself: it only stands against another reading. */
  readonly counter?: "ambiguous_amount" | "ambiguous_token";
  /** The figure stands before its token: behind it, it may be of the other one. */
  readonly figureFirst?: true;
  /** The token to get may be meant as the venue, where one is called the same. */
  readonly orVenue?: true;
  /** Kinds of quantity it takes, all if left out. */
  readonly kinds?: readonly ("exact" | "usd" | "fraction" | "except" | "worth")[];
  readonly example: string;
}

/** The slots of patterns. */
export type SlotName = "in" | "out" | "except" | "all" | "same" | "pair" | "sum" | "paid" | "who";

/** Amounts that name a number of tokens. */
export const EXACT = ["exact"] as const;
/** Amounts that can be given away: a number, dollars, a part of a balance, all but so much. */
export const SPENDABLE = ["exact", "usd", "fraction", "except"] as const;
