/**
 * The order grammar, as data. A shape is a sequence of elements: `GROUP` (a set of lexicon words), `word` (itself),
 * `slot:Q` (an amount with its token), `slot:T` (a token), `slot:B` (a token, or its balance as the source), `slot:P`
 * (all of a balance), `slot:N` (a number without its token, at the end), `slot:R` (a recipient) and `slot:A` (an address or name, without other words). `?` makes an element optional, `|` joins alternatives, and
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
  readonly rare: boolean;
  /** The number must precede its token. After the token, it may belong to the other token. */
  readonly figureFirst: boolean;
}

const KINDS = ["exact", "usd", "fraction", "except"] as const;

/**
 * Parses patterns, one a line: "id: shape; example; flags". The flags are `rare`, `figure-first`, and the kinds of
 * quantity; by default, a pattern accepts every kind except `worth`. A pattern with a recipient is a transfer.
 */
export const patterns = (text: TemplateStringsArray): readonly Pattern[] =>
  (text[0] ?? "")
    .trim()
    .split("\n")
    .map((line) => {
      const [, id = "", shape = "", example = "", list = ""] =
        /^ *([\w-]+): ([^;]+); ([^;]+)(?:; (.+))?$/.exec(line) ?? [];
      const flags = list.split(" ");
      const kinds = ([...KINDS, "worth"] as const).filter((kind) => flags.includes(kind));
      return {
        id,
        shape,
        example,
        kinds: kinds.length === 0 ? KINDS : kinds,
        action: shape.includes("who:") ? "transfer" : "swap",
        rare: flags.includes("rare"),
        figureFirst: flags.includes("figure-first"),
      };
    });
