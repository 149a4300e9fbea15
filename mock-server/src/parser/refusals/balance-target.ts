import type { Language } from "../languages/language.js";
import type { Atom, Atoms } from "../text/atom.js";
import { isActionVerb } from "./guards.js";
import type { Diagnosis } from "./reasons.js";
import { diagnosis, isFigure } from "./sorted-items.js";

// "up to" is one word of the lexicon, "should be" and "to be" are two.
const MOST_WORDS_BETWEEN = 3;

/** "make my SOL balance 10": what a balance should come to is neither an amount to give nor one to get. */
export function balanceTarget(items: Atoms, language: Language): Diagnosis | undefined {
  const at = items.findIndex((atom, place) => isHoldings(atom, language) && isSet(items, place, language));
  return at < 0 ? undefined : diagnosis("unsupported_action", language.messages.balanceNotSet, items[at]);
}

const isHoldings = ({ kind, text }: Atom, { questions: { topicOf } }: Language): boolean =>
  kind === "word" && (topicOf.get(text) === "balance" || topicOf.get(text) === "portfolio");

/** Whether a figure stands right behind the balance, and nothing behind it but what it is reached with. */
function isSet(items: Atoms, place: number, { refusals, lexicon: { groups } }: Language): boolean {
  let at = place + 1;
  // "my balance of SOL"
  if (groups.OF.has(items[at]?.text ?? "") && items[at + 1]?.kind === "token") at += 2;
  const last = at + MOST_WORDS_BETWEEN;
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
