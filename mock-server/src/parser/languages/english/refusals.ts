import { guardOf } from "../guard-of.js";
import type { GuardWords, RefusalWords, SuggestionWords } from "../refusal-words.js";
import { set, union } from "../sets.js";
import { words } from "../words.js";
import { FOREIGN_WORDS } from "./words/foreign.js";
import { ENGLISH_LEXICON } from "./words.js";

const { groups } = ENGLISH_LEXICON;

export const ENGLISH_GUARDS: GuardWords = {
  guardOf: guardOf(groups),
  unlessWhole: set("withdraw", "liquidate"),
  bareNo: set("no"),
  wishes: union(groups.NEED, groups.GET, set("have", "let")),
  participles: union(groups.SWAPPED, groups.SENT),
  aboutActing: new Set(words`
    should i, how do i, how can i, how to, can i, could i, may i, what happens, what would happen, what if,
    is it possible to, would it be possible to, is it safe to, should, show me how, tell me how, walk me through,
    guide me, can you guide me`),
  gerund: /^(?:swap|send|transfer|buy|sell|trad|convert|exchang|pay|mov)p?ing$/,
  announces: new Set(words`i have a question, quick question, question, one question, a question`),
  looks: new Set(words`
    check, check on, show, show me, tell me, view, see, list, fetch, find, display, look up`),
  joiners: set("and", "then", "and then", "&", "plus", "also", "after that"),
  use: set("use"),
};

export const ENGLISH_REFUSALS: RefusalWords = {
  foreign: FOREIGN_WORDS,
  request: set("request"),
  reaching: new Set(
    words`to, at, by, of, be, up to, down to, back to, should be, to be, up, down, back, equal, exactly`,
  ),
  or: set("or"),
  paying: /^\w+ (?:out )?(?:(?:a|the) )?(?:payment|transfer) to$/,
  swapVerbs: union(groups.SWAP, groups.SELL, groups.BUY),
  softSwapVerbs: union(groups.PUT, groups.SPEND, groups.GET, groups.NEED),
  buyVerbs: union(groups.BUY, groups.GET),
  leads: union(groups.TO, groups.INTO, groups.FOR, groups.YIELDS),
  onto: set("on"),
  atPrice: set("at"),
  ranges: /^(?:between|or|somewhere|anywhere)/,
  joins: set("and", "plus"),
  most: set("max", "maximum"),
  shares: set("each", "and", "between"),
  pronouns: set("him", "her", "them", "everyone", "me"),
  pointers: set("a", "the", "my", "an", "random", "this", "that"),
};

const DOLLAR_COINS = ["USDC", "USDT", "PYUSD"];
const BUYING = /^\W*(?:\w+ ){0,6}?(?:buy|get|grab|purchase|acquire)\b/i;

export const ENGLISH_SUGGESTIONS: SuggestionWords = {
  verbs: ["swap", "buy", "send", "quote"],
  meant: new Map([
    ...["btc", "bitcoin", "bitcoins"].map((name): [string, readonly string[]] => [name, ["WBTC"]]),
    ...["usd", "dollars", "dollar", "bucks"].map((name): [string, readonly string[]] => [name, DOLLAR_COINS]),
  ]),
  slippageUnits: ["%", " bps"],
  parts: (part) => [/^half$/i.test(part) ? `${part} a` : `${part} of a`, `${part} of my`],
  *withCounterToken(command, symbols) {
    const body = command.replace(/[\s.!?,;]+$/, "");
    const leads = BUYING.test(body) ? ["with", "for"] : ["for", "with"];
    for (const symbol of symbols) for (const lead of leads) yield `${body} ${lead} ${symbol}`;
  },
  asked: /^(?:what|how|should|can|could|may|is|would)/,
  afterAsking: /^\s*(?:if|to|i|we)\b/i,
  joins: set("and", "then", "and then", "&", "and buy", "plus"),
  placeLeads: set("on", "in", "via"),
  placeNouns: /^\s*(?:network|chain|mainnet)\b/i,
};
