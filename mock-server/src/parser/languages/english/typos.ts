import { once } from "../../../kernel/memo.js";
import { editDistance } from "../../../kernel/nearest.js";
import { pairs, setOf, words } from "../words.js";
import { ENGLISH_LEXICON } from "./lexicon.js";
import { FOREIGN_TYPOS, FOREIGN_WORDS, REAL_WORDS } from "./words/foreign.js";

const CORRECTED_GROUPS = ["Q_PRICE", "Q_BALANCE", "Q_PORTFOLIO", "Q_HISTORY", "Q_QUOTE"] as const;
// Order verbs that are often misspelled. Other verbs are too close to words of other languages.
const ORDER_VERBS = words`
    swap, trade, exchange, convert, sell, purchase, acquire, send, transfer, forward, donate`;
const MORE = words`
    with, into, from, using, worth, please, thanks, check, show, wallet, account, slippage, what, what's, create, stake, unstake, bridge,
    deposit, withdraw, borrow, swapping, sending, except, cancel, don't, never, current, want, could, would, address, tomorrow`;
// Misspellings of these words are not corrected, because they are too close to other words.
const NOT_CORRECTED = setOf`
    change, rate, chart, cost, log, logs, left, have, floor, bonk, sends, hand, kick, spot, push, ship, pass, sling,
    trade in, ledger, bags, drop, cash`;
const MIN_LENGTH = 4;
const MAX_LENGTH = 14;

// Short verbs are corrected only for a repeated letter: "buuy", "swaaap".
const REPEATABLE = setOf`
    buy, pay, send, swap, get, give, convert, trade, transfer, please, price, with, for, into, to`;

// Short words, in which only two swapped neighbouring letters are corrected.
const SHORT = words`
    to, for, can, you, how, buy, the, my, me, and, get, pay, have, what, from`;
// Misspellings that fit both "for" and "from", or "for" and "of", which mean opposite things.
const AMBIGUOUS = new Set(["fro", "form", "ofr"]);
const SWAPPED_LETTERS: ReadonlyMap<string, string> = new Map(
  SHORT.flatMap((word) =>
    [...word].slice(1).map((_, at): [string, string] => {
      const swapped = word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
      return [swapped, word];
    }),
  ).filter(([swapped, word]) => swapped !== word && !AMBIGUOUS.has(swapped)),
);

/** Words that chats shorten or run together. */
const SHORTENED = pairs(words`hw: how, howmuch: how much, howmany: how many`);

/** The word, and the word without each of its letters. Words within one typing error share one of these. */
const shortened = (word: string): readonly string[] => [
  word,
  ...[...word].map((_, at) => word.slice(0, at) + word.slice(at + 1)),
];

/** The words that corrections give, by their shortened forms. */
const targets = once(() => {
  const near = new Map<string, readonly string[]>();
  const groups = CORRECTED_GROUPS.flatMap((name) => [...ENGLISH_LEXICON.groups[name]]);
  for (const word of new Set([...groups, ...ORDER_VERBS, ...MORE]))
    if (!word.includes(" ") && word.length >= MIN_LENGTH && !NOT_CORRECTED.has(word))
      for (const key of shortened(word)) near.set(key, [...(near.get(key) ?? []), word]);
  return near;
});

/** Returns the only verb or function word within one typing error: a letter added, lost or changed, or two swapped. */
export function correctTypo(word: string): string | undefined {
  if (word.length > 2 * MAX_LENGTH) return undefined;
  const once = REPEAT.test(word) ? word.replace(REPEATS, "$1") : word;
  if (once.length !== word.length && REPEATABLE.has(once)) return once;
  const short = SHORTENED.get(word) ?? SWAPPED_LETTERS.get(word);
  if (short !== undefined) return short;
  if (word.length < MIN_LENGTH || word.length > MAX_LENGTH || /[^a-z']/.test(word)) return undefined;
  if (REAL_WORDS.has(word) || FOREIGN_TYPOS.has(word)) return undefined;
  const found = candidates(word);
  if (found.length <= 1) return found[0];
  // Swapped letters are the likeliest error: "waht" means "what" rather than "want".
  const swapped = found.filter((candidate) => hasSameLetters(word, candidate));
  return swapped.length === 1 ? swapped[0] : undefined;
}

/** True for an unknown word that may be a misspelt connector. */
export const isShortTypo = (word: string): boolean =>
  /^[a-z]{2,5}$/.test(word) && !REAL_WORDS.has(word) && !FOREIGN_TYPOS.has(word) && !FOREIGN_WORDS.has(word);

const REPEAT = /([a-z])\1/;
const REPEATS = /([a-z])\1+/g;

function candidates(word: string): string[] {
  const found = new Set(shortened(word).flatMap((key) => targets().get(key) ?? []));
  return [...found].filter((target) => !isOtherForm(word, target) && editDistance(word, target) === 1);
}

// Another person or tense of a verb ("donated", "gives", "tradd") may not be an order.
const isInflected = (word: string, verb: string): boolean =>
  /[sdz]$/.test(word)
    ? !verb.endsWith(word.slice(-1))
    : /^(?:e?r|n)$/.test(word.slice(verb.length)) && word.startsWith(verb);

// Other languages inflect verbs with a final vowel: "sende", "converto", "swapa".
const isForeignForm = (word: string, verb: string): boolean =>
  /[aeiou]$/.test(word) &&
  (word.slice(0, -1) === verb || (verb.endsWith("e") && word.slice(0, -1) === verb.slice(0, -1)));

const isOtherForm = (word: string, verb: string): boolean =>
  !hasSameLetters(word, verb) && (isInflected(word, verb) || isForeignForm(word, verb));

const hasSameLetters = (a: string, b: string): boolean =>
  a.length === b.length && [...a].sort().join("") === [...b].sort().join("");
