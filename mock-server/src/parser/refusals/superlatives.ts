import type { Language } from "../languages/language.js";
import type { Sentence } from "../orders/sentences.js";
import type { Atom } from "../text/atom.js";
import type { Diagnosis } from "./reasons.js";

/** "buy the highest volume coin today": the time says which coin is meant, not when to act. */
export function bestBefore(
  sentences: readonly Sentence[],
  when: Atom,
  orders: (atom: Atom) => boolean,
  { lexicon, messages }: Language,
): Diagnosis | undefined {
  for (const { items } of sentences) {
    const best = items.find((atom) => atom.kind === "word" && lexicon.groups.superlative.has(atom.text));
    if (best === undefined || best.start > when.start || !items.some(orders)) continue;
    return {
      reason: "ambiguous_token",
      message: messages.nameByMint,
      span: { start: best.start, end: best.end },
    };
  }
  return undefined;
}
