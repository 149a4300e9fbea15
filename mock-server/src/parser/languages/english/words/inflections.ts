import { ORDER_GROUPS } from "./orders.js";

const VERBS: readonly string[] = [
  ...new Set(
    (["SWAP", "SELL", "BUY", "SEND", "PUT", "SPEND", "GET"] as const).flatMap((name) => ORDER_GROUPS[name]),
  ),
].filter((verb) => /^[a-z]{2,}$/.test(verb));

const SHORT_VOWEL = /^[^aeiou]*[aeiou][bdgmnprt]$/;

/** "sends", "passes", "replies": somebody does it. */
const third = (verb: string): string => (/(?:s|sh|ch|x|z)$/.test(verb) ? `${verb}es` : `${verb}s`);

/** "swapped", "donated": it has been done. */
function past(verb: string): string {
  if (verb.endsWith("e")) return `${verb}d`;
  return SHORT_VOWEL.test(verb) ? `${verb}${verb.slice(-1)}ed` : `${verb}ed`;
}

/** Verbs of orders in the third person: they tell of somebody, and order nothing. */
export const THIRD_PERSON: readonly string[] = VERBS.map(third);

/** Verbs of orders in the past. */
export const PAST_FORMS: readonly string[] = [
  ...VERBS.map(past),
  ...[
    "given",
    "taken",
    "took",
    "got",
    "gotten",
    "shot",
    "slid",
    "flung",
    "slung",
    "threw",
    "thrown",
    "blew",
    "blown",
  ],
];
