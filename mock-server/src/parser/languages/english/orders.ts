import type { ChainWords } from "../../refusals/chains.js";
import type { AmountWords, Circumstances, Manners, RecipientWords } from "../order-words.js";
import { set, union } from "../sets.js";
import { words } from "../words.js";
import {
  BARE_WORDS,
  CONTEXT_WORDS,
  FACTS,
  FAREWELLS,
  HALF_KEPT,
  REST_KEPT,
  WISHES,
} from "./words/circumstances.js";
import { FOLLOWING, GRATEFUL_PAST, IN_NEED } from "./words/families.js";
import { GERUNDS, REFERENCES, SUBJUNCTIVES } from "./words/manners.js";
import { ENGLISH_LEXICON } from "./words.js";

const { groups, like } = ENGLISH_LEXICON;

const MINE = set("my", "the", "our");

export const ENGLISH_AMOUNTS: AmountWords = {
  of: set("of"),
  worth: set("worth"),
  worthOf: set("worth of", "'s worth of"),
  in: set("in"),
  and: set("and"),
  more: set("more"),
  articles: set("a", "an"),
  my: set("my"),
  mine: MINE,
  owners: set("my", "our"),
  leads: new Set([
    ...MINE,
    ...words`exactly, only, precisely, another, these, the sum of, a sum of, an amount of, the amount of, a total of, the total of`,
  ]),
  single: set("whole", "the whole", "full", "the full", "entire", "the entire"),
  fromOwn: set("from", "out of"),
  stablecoin: set("stablecoin"),
  labels: new Set([
    ...groups.UNIT,
    ...words`mint, token address, contract address, mint address, contract, ticker, symbol`,
  ]),
};

export const ENGLISH_RECIPIENTS: RecipientWords = {
  to: set("to"),
  holders: union(groups.HOLDER, groups.PERSON),
  plain: set("wallet", "address", "account", "wallet address"),
  determiners: set("the", "my"),
  at: set("at"),
  leads: new Set([...groups.TO, ...groups.INTO, "in"]),
  ownPlaces: like(/^(?:from|out of|in|with|using) .*(?:wallet|account|balance)$|^from wallet$/),
};

const DUTY = set("to");

export const ENGLISH_MANNERS: Manners = {
  polite: new Set([...groups.noise, ...groups.opener, ...groups.closer].filter((word) => word !== "pls")),
  thanks: like(
    /^(?:thanks?|thx|ty\w*|thanx|thnx|thnks|thks|tks|thankyou|cheers|ta|tia|much appreciated)(?: |$)/,
  ),
  request:
    /^(?:can|could|would|will|cld) (?:you|u|ya|we)\b|^do you mind|^mind\b|^(?:please|pls|plz|be so kind|any chance|think you|help me)|^i (?:was|wonder)\b|^is (?:that|this) (?:ok|okay|possible|something you can do)$|^w(?:ill|ould) ya$/,
  tags: set("ok", "okay", "alright"),
  doubts: set("right", "yes", "yeah", "yep", "yup", "eh", "sure"),
  announcers: new Set([
    ...FOLLOWING,
    ...words`task, command, action, intent, fyi, ok, okay, so, well, now, hi, hello, hey, yes, yeah, also, and, then,
      first, next, please, thanks, cool, great, sure, right, swap, /`,
  ]),
  assistants: /bot|agent|^@(?:bankr|swavv|brian|eliza|jarvis|griffain|neur|ai)/,
  negationSlips: new Map([
    // "bot swap …"
    ["", /^(?:bot|dot|mot|hot)$/],
    ...["do", "please do", "kindly do"].map((lead): [string, RegExp] => [
      lead,
      /^(?:[b-df-hj-np-z]ot|no[a-z]|n[a-z]t|now|knot|so)$/,
    ]),
  ]),
  references: new Set(REFERENCES),
  duties: new Map([
    ["i have", DUTY],
    ["i got", DUTY],
    ["i've got", DUTY],
  ]),
  times: new Set(words`last night, yesterday, today, last week, this morning, tonight, this week`),
  purpose: /^for /,
  symbolLike: set("pls", "kk"),
  connectors: set("for", "to", "into", "with", "of", "->"),
  on: set("on"),
  gerundLeads: like(/(?:\bby|mind|with|start|begin|for)$/),
  gerunds: new Map(Object.entries(GERUNDS)),
  told: new Map(),
  subjunctiveLeads: new Set(GRATEFUL_PAST),
  subjunctives: new Map(Object.entries(SUBJUNCTIVES)),
  verbs: union(groups.SWAP, groups.SELL, groups.BUY, groups.GET, groups.SEND),
  swaps: union(groups.SWAP, groups.SELL, groups.BUY),
};

export const ENGLISH_CIRCUMSTANCES: Circumstances = {
  words: new Set(CONTEXT_WORDS.flatMap((text) => text.split(" "))),
  bare: new Set(BARE_WORDS),
  wishes: WISHES,
  facts: new Set([...FACTS, ...IN_NEED]),
  restKept: new Set(REST_KEPT),
  halfKept: new Set(HALF_KEPT),
  farewells: FAREWELLS,
  // "I would like to make a trade. Swap …": it says which order follows, if that is the one that does.
  announced: [
    [
      like(/^(?:make|do|execute|perform|place) an? (?:swap|trade|exchange|conversion)$/),
      union(groups.SWAP, groups.SELL, groups.BUY),
    ],
    [like(/^(?:make|do|execute|perform) a (?:transfer|payment)$/), groups.SEND],
  ],
};

export const ENGLISH_CHAINS: ChainWords = {
  strongLeads: set("on", "via", "across", "over", "onto"),
  weakLeads: set("in", "from", "at", "through", "to", "between", "using", "the", "and", "my"),
  fillers: set("the"),
  networks: set("network", "chain", "blockchain"),
  on: set("on"),
  to: set("to"),
  from: set("from"),
  onMainnet: set("on mainnet"),
  asks: /^(?:what|how|who|when|where|did|do)\b/,
  sites: set("x", "twitter", "telegram", "tg", "discord", "instagram", "farcaster", "github"),
};
