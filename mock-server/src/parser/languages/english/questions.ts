import { questionGroups } from "../../questions/words.js";
import type { QuestionWords } from "../question-words.js";
import { set } from "../sets.js";
import { words } from "../words.js";
import { ENGLISH_LEXICON } from "./words.js";

const FIGURES_TOLD = words`last, my last, the last, past, recent, latest, newest, previous, first, most recent`;

export const ENGLISH_QUESTIONS: QuestionWords = {
  ...questionGroups(ENGLISH_LEXICON.groups),
  looks: new Set(words`
    show, show me, check, see, view, display, list, tell me, fetch, what's, whats, what is, let me see`),
  counts: new Set(
    ["", "show me ", "tell me ", "let me know "].flatMap((lead) => [`${lead}how much`, `${lead}how many`]),
  ),
  countsEnd: /how (?:much|many)$/,
  ownOpeners: new Set(words`
    do i have, have i got, do i own, do i hold, am i holding, do we have, got any, have any, any, is there any,
    are there any`),
  howTo: set("how to", "how do i", "how can i"),
  how: set("how"),
  work: set("work"),
  is: set("is"),
  for: set("for"),
  again: set("again", "repeat"),
  points: set("that", "this"),
  kinds: set("token", "coin", "one", "asset", "mint"),
  volume: set("volume"),
  mintLabels: set("ca", "token"),
  together: set("and", "or"),
  between: set("between"),
  paired: set("/", "to", "in", "into", "against", "per", "between", "->"),
  joiners: set("and", "then", "and then", "also", "plus", "&", "or", "as well as"),
  values: set("value", "values", "worth", "prices", "total value", "price", "change"),
  ofValues: set("their", "its", "it", "total", "current", "usd", "dollar", "with", "in"),
  // "if I swap 1 SOL", "to buy 1 SOL".
  spokenOf: new Set(
    words`i, we, i'd, to, need to, have to, you, would i, do i, will i, can i, could i, if i`,
  ),
  supposing: /^if i /,
  modifiers: set("my", "the", "a", "an", "some", "me", "exactly", "only", "all"),
  counting: new Set(FIGURES_TOLD),
  tellAsking:
    /^(?:what|how|which|who|whom|when|where|why|is|are|was|were|did|do|does|has|have|had|am|any|whats)\b/,
  another: /^and (?!then$)/,
  ifActing: /^(?:if i |to (?:buy|get|purchase|acquire|receive|obtain|swap)\b)/,
  quoted: /quote|estimate|preview/,
  clauseJoiners: set("and", "then", "and then", "also", "plus", "&", "so", "now"),
  leads: set("a", "the"),
  sending: set("send", "sending", "transfer", "transferring"),
  his: /^(?:his|her)\b/,
  their: set("their"),
  changes: set("change", "changed", "24h change", "chart", "price chart", "history", "volume"),
  // "between the 1st and the 7th of June"
  ordinal: /^\d{1,2}(?:st|nd|rd|th)$/,
  // A word that continues a sentence or speaks of oneself does not begin a question.
  noBeginning: /^(?:i\b|we\b|you\b|to$|from$|for$|with$|and$|or$|if$|in$|into$|let$|do$|again$|it$|please$)/,
  // "balance of my wallet" asks, "balance my portfolio" orders.
  balanceVerb: set("balance"),
  prepositions: set("of", "in", "on", "for", "from", "at"),
  going: set("to", "into", "->"),
  // "I want my balance in SOL" orders a swap.
  placed: set("in", "into", "to", "->"),
  proposing: set("how about", "what about"),
  // "what is 100 USDC in SOL".
  converts: /^what(?:'s|s| is| are)$/,
  asking: /^(?:wh?ats?|wuts?|whts?|how|which|is|do|whats)|how (?:much|many)$|^(?:can|could) you tell/,
  // "how much money have I spent" is about the past, whatever else it names.
  spent: /^how much (?:money )?(?:have|did) i sp/,
  deals: set("swap", "transfer", "trade", "payment", "transaction", "order", "tx"),
  places: set("wallet", "account", "address", "portfolio", "network", "blockchain", "mainnet"),
  // "how much SOL is in my wallet" is about the SOL.
  where: /\b(?:wallet|account)$|^in my portfolio$/,
  inWallet: /^in my /,
  hoards: set("holdings", "my bags", "assets", "positions"),
  worth: set("worth", "value", "valued", "total value", "currently worth"),
  money: set("money", "cash", "funds", "dough", "moolah", "cheddar"),
  amountWords: set("any", "amount", "amount of", "the amount of", "is there any"),
  which: set("what", "what's", "which"),
  endsMine: /\bmy$/,
  mine: /^(?:my|i)$| i$/,
  did: /^(?:did|has|is|was|have)(?: my)?$/,
  doing: /^(?:what|how|where|is$|has$|did$)/,
  best: /^best\b/,
  duties: set("need to", "have to"),
  doI: set("do i", "do we", "when do i", "when do we"),
};
