import { group } from "../languages/lexicon.js";
import type { Fault } from "../orders/resolve.js";
import type { Sentence } from "../orders/sentences.js";
import type { Atom } from "../text/atom.js";

const superlative = group("superlative");

/** "buy the highest volume coin today": the time says which coin is meant, not when to act. */
export function bestBefore(
  sentences: readonly Sentence[],
  when: Atom,
  orders: (atom: Atom) => boolean,
): Fault | undefined {
  for (const { items } of sentences) {
    const best = items.find((atom) => atom.kind === "word" && superlative.has(atom.text));
    if (best === undefined || best.start > when.start || !items.some(orders)) continue;
    const message = "Name the token by its symbol or mint.";
    return { reason: "ambiguous_token", message, span: { start: best.start, end: best.end } };
  }
  return undefined;
}
