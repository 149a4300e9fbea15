import { NOTHING, pairs, set, setOf, words } from "../words.js";
import { englishFrames } from "./frames.js";
import { ENGLISH_LEXICON } from "./lexicon.js";
import { ENGLISH_MESSAGES } from "./messages.js";
import { ENGLISH_NUMBERS, ENGLISH_SPELLING } from "./numbers.js";
import { ENGLISH_PATTERNS } from "./patterns.js";
import { correctTypo } from "./typos.js";
import { FOREIGN_WORDS } from "./words/foreign.js";

const { groups } = ENGLISH_LEXICON;

const amounts = {
  of: set("of"),
  worth: set("worth"),
  worthOf: set("worth of", "'s worth of"),
  in: set("in"),
  and: set("and"),
  /** Articles that mean one: "a SOL". */
  articles: set("a", "an"),
  my: set("my"),
  /** Words before a number that is not an amount: "the 50 of my SOL" may be 50%. */
  the: set("the"),
  more: set("more"),
  /** Words that may precede the user's own tokens. */
  mine: set("my", "the", "our"),
  /** Words before "token" and its mint: "this token Dez…". */
  pointing: set("this"),
  /** The words of `mine` that always mean ownership. */
  owners: set("my", "our"),
  /** Words that may precede an amount without changing it. */
  leads: setOf`my, the, our, exactly, only, precisely, another, these, the sum of, a sum of, an amount of, the amount of, a total of, the total of`,
  /** Words of `leads` that need a number: "another 2 SOL", but not "another half of my SOL". */
  repeats: set("another", "these"),
  /** Words for a whole balance that can also mean one coin ("the whole SOL"). */
  single: set("whole", "the whole", "full", "the full", "the entire"),
};

const recipients = {
  to: set("to"),
  /** Words between a person and the address: "my friend at 9xQ…". */
  at: set("at"),
  /** Words around an address that do not name an owner. */
  plain: set("wallet", "address", "account", "wallet address"),
  /** Phrases such as "from my wallet". A name after the phrase belongs to the sender. */
  ownPlaces: /^(?:from|out of|in|with|using) .*(?:wallet|account|balance)$|^from wallet$/,
};

/** Words of a slippage clause besides "slippage". */
const slippage = {
  // "sell 100 JUP for SOL at max 2% slippage" (a bot's chat)
  before: setOf`
    with, at, at max, using, and, a, max, maximum, no more than, up to, at most, less than, under, i accept, i allow, i tolerate, accept, allow, allowing,
    keep, set, my, the, of, i, tolerate, accepting, ok, i'm ok with, im ok with, a maximum of, maximum of, max of, i'm fine with, but, limit, only,
    not more than, below, within, by, use, apply, tolerating, keeping, and keep, setting, have, auto, automatic, dynamic, low, lowest, (, [`,
  /** Words that open the clause. */
  opens: set("with", "at", "using", "and", "but", "(", "["),
  /** Words between "slippage" and its number. */
  between: setOf`
    of, at, is, =, max, maximum, under, below, to, set to, no more than, up to, no higher than, tolerance, limit, at most, set, set at, should be,
    capped at, less than, must be, limited to, cap, within, :, not more than, bps, no greater than, not above, be, should, equal, equals, maximum of,
    max of, not exceeding, by, not over, -, default, standard, (`,
  after: set(
    ...words`max, maximum, tolerance, at most, limit, allowed, tops, or less, is fine, is ok, is okay, or lower, please, )`,
    "]",
    ",",
  ),
  /** Words allowed between a number and a following "slippage". */
  backwards: set("max", "maximum", "of", "price", "total"),
  /** Words that leave the value open before "default slippage". */
  less: set("less than", "under", "below"),
  /** Words before "slippage" that do not request a particular value: "default slippage". */
  defaults: set("default", "standard", "usual", "normal"),
};

const phrasing = {
  /** Parts of messages around an order. */
  frames: englishFrames,
  /** Polite words. Attached to a number, they are a typing error: "5ok". */
  isPolite: (word: string): boolean =>
    word !== "pls" && [groups.noise, groups.opener, groups.closer].some((words) => words.has(word)),
  /** Matches the start or end of a polite request, which may have a question mark. */
  request:
    /^(?:can|could|would|will|cld) (?:you|u|ya|we)\b|^do you mind|^mind\b|^(?:please|pls|plz|be so kind|any chance|think you|help me)|^i (?:was|wonder)\b|^is (?:that|this) (?:ok|okay|possible|something you can do)$|^w(?:ill|ould) ya$/,
  /** Words before a question mark that only asks for consent: "…, ok?" */
  tags: set("ok", "okay", "alright"),
  /** Words that may precede a colon; any other word there names a speaker. */
  announcers: setOf`task, command, action, intent, fyi, ok, okay, so, well, now, hi, hello, hey, yes, yeah, also, and, then, first, next, please, thanks,
    cool, great, sure, right, swap, /`,
  /** Possible misspellings of "not", by the word before them. */
  negationTypos: new Map([
    ["", /^(?:bot|dot|mot|hot)$/],
    ...["do", "please do", "kindly do"].map((lead): [string, RegExp] => [
      lead,
      /^(?:[b-df-hj-np-z]ot|no[a-z]|n[a-z]t|now|knot|so)$/,
    ]),
  ]) as ReadonlyMap<string, RegExp>,
  /** Polite words that are read as token symbols where a symbol is expected. */
  symbolLike: set("pls", "kk"),
  /** Phrases that leave enough for fees. An order for a share of SOL always does. */
  feesLeft: /(?:leave|keep|leaving|keeping) .*(?:fees|gas)$/,
  /** Words that precede a symbol. */
  connectors: set("for", "to", "into", "with", "of", "->"),
  /** Words that make the verb form after them a command: "would you mind sending", "quiero que mandes". */
  formLeads: /(?:\bby|mind|with|start|begin|for)$/,
  forms: pairs(words`
    sending: send, swapping: swap, buying: buy, selling: sell, transferring: transfer, converting: convert, exchanging: exchange, trading: trade,
    paying: pay, moving: move, turning: turn, changing: change, switching: switch, flipping: flip, forwarding: forward, putting: put, giving: give,
    getting: get, grabbing: grab, purchasing: purchase, dumping: dump, tipping: tip`),
  /** Openers after which a verb form is a statement: "me compre" is "me compré" without its accent. */
  statements: new Map() as ReadonlyMap<string, ReadonlySet<string>>,
  /** Verb forms that are orders at the start of a sentence. Elsewhere they may be past tense: "ya pague". */
  pasts: new Map() as ReadonlyMap<string, string>,
  /** Words after which a form in `pasts` is still an order. */
  beforeOrders: NOTHING,
  /** Pronouns for the amount of the sentence before: "I have 3 SOL. Swap it to USDC." */
  pronouns: set("it", "them", "those", "him", "her"),
  /** Words that may be repeated by mistake: "to to". */
  isRepeatable: (word: string): boolean =>
    [groups.swapVerbs, groups.SEND, groups.TO, groups.FOR, groups.INTO, groups.WITH].some((words) =>
      words.has(word),
    ),
  /** Words between an amount and a token or recipient, whose typing errors are tried. */
  tried: ["for", "to", "into", "from", "with", "of", "in", "on"] as readonly string[],
};

/** A sentence with only these words before the order gives a reason and does not change the order. */
const circumstances = {
  /** Verbs that state a balance: "I have 10 SOL." The order after it has its own amount. */
  have: setOf`i have, i own, i hold, i got, i've got, my balance is, i currently have, i now have, there are, there is`,
  words: setOf`
    it's, its, is, are, am, i'm, im, i've, i, very, really, too, quite, pretty, getting, looks, look, looking, feels, feeling,
    seems, finally, just, got, rent, bill, bills, salary, paycheck, payday, birthday, anniversary, lunch, dinner, coffee, due,
    happy, merry, congrats, congratulations, weak, strong, good, great, nice, bad, awful, amazing, terrible, low, high, cheap,
    expensive, bullish, bearish, hot, cold, red, green, pumping, dumping, dipping, mooning, crashing, rising, falling, hungry,
    tired, broke, rich, excited, bored, ready, lol, haha, wow, yay, ugh, man, ser, gm, gn, bonus, invoice, paid`,
  /** A sentence of only these words is not a reason: "On Monday." is a time to act, and "SOL price." is a question. */
  bare: setOf`
    on, at, of, with, the, a, an, this, all, my, our, end, month, friday, monday, weekend, morning, today, early, late,
    time, christmas, new, year, again, back, here, home, done, up, down, so, it, price, prices, chart, charts, market, markets`,
};

const chains = {
  /** After these words, any chain name means a chain. */
  strongLeads: set("on", "via", "across", "over", "onto"),
  /** After these words, a chain name means a chain, unless a token has the same name. */
  weakLeads: set("in", "from", "at", "through", "to", "between", "using", "the", "and", "my"),
  /** Words between a lead and the chain name. */
  fillers: set("the"),
  networks: set("network", "chain", "blockchain"),
  on: set("on"),
  to: set("to"),
  from: set("from"),
  /** In a command with ETH, these words mean Ethereum. */
  onMainnet: set("on mainnet"),
  asks: /^(?:what|how|who|when|where|did|do)\b/,
  /** Sites. Their names are not chains. */
  sites: setOf`x, twitter, telegram, tg, discord, instagram, farcaster, github, coingecko, coinmarketcap, dexscreener, birdeye, tradingview`,
};

/** Words that make a text something other than an order. */
const guards = {
  /** Words that refuse an order only at the start, at the end or before a verb. */
  bareNo: set("no"),
  /** Verbs after which a participle is not a past tense: "I need 20 USDC swapped". */
  isWish: (word: string): boolean => groups.NEED.has(word) || groups.GET.has(word) || word === "have",
  /** Phrases that ask whether or how to act. */
  aboutActing: setOf`
    should i, how do i, how can i, how to, can i, could i, may i, what happens, what would happen, what if, is it possible to,
    is it safe to, should, show me how, tell me how, walk me through, guide me, can you guide me`,
  gerund: /^(?:swap|send|transfer|buy|sell|trad|convert|exchang|pay|mov)p?ing$/,
  /** Verbs that ask to see something. They start a clause. */
  looks: setOf`check, check on, show, show me, tell me, view, see, list, fetch, find, display, look up`,
  joiners: set("and", "then", "and then", "&", "plus", "also", "after that"),
};

/** Words that `diagnose` looks for. */
const refusals = {
  /** Common words of commands in other languages. */
  foreign: FOREIGN_WORDS,
  request: set("request", "ask", "charge"),
  /** Words before a token that ask for a forecast. */
  forecasts: set("will", "would", "might"),
  /** A verb that with one token asks for a payment: "receive SOL" (a wallet's chat). */
  receives: set("receive"),
  /** Verbs that with one token ask for money: "cash out" (a bot's help page). */
  cashes: set("cash out", "cash in"),
  /** Beginnings of a report: "i sent 5 USDC to bob.sol" (a support chat). */
  deeds: setOf`i sent, i swapped, i bought, i sold, i received, i spent, i paid, i traded, i did, i made`,
  or: set("or"),
  /** Words before a price: "at 150". */
  atPrice: set("at", "@"),
  /** Words before a bound: "under 150", "min 170". */
  bounds: set("under", "over", "minimum", "min"),
  /** Words that mean the whole balance or an upper limit. */
  most: set("max", "maximum"),
  pronouns: set("him", "her", "them", "everyone", "me"),
  myself: set("me"),
  /** Words for the sender as the recipient. */
  self: /\b(?:to me|myself|to my (?:own )?(?:wallet|address|account))$|^\w+ myself\b/,
  /** Words before an unnamed recipient: "my", "a random". */
  pointers: set("a", "the", "my", "an", "random", "this", "that"),
  /** Verbs that without a recipient take tokens out of a pool or an exchange. */
  withdraws: set("withdraw"),
  /** Words before the pool or the exchange. */
  sources: set("from"),
};

/** Question words besides the groups. */
const questions = {
  /** Words that ask to see something. A second one begins another question. */
  looks: setOf`show, show me, check, see, view, display, list, tell me, fetch, what's, whats, what is, let me see`,
  counts: set(
    ...["", "show me ", "tell me ", "let me know "].flatMap((lead) => [`${lead}how much`, `${lead}how many`]),
  ),
  /** Phrases that ask about owning. */
  ownOpeners: setOf`do i have, do i have enough, have i enough, have i got, do i own, do i hold, am i holding, do we have, got any, have any, any, is there any, are there any`,
  is: set("is", "are"),
  for: set("for"),
  /** Words between a token and the currency of its price. */
  paired: set("/", "to", "in", "into", "against", "per", "between", "->"),
  supposing: /^if i /,
  /** Words between a verb and its object. */
  modifiers: set("my", "the", "a", "an", "some", "me", "exactly", "only", "all"),
  /** Words before a number that counts transfers: "my last 5 transfers". */
  counting: setOf`top, last, the last, during the last, past, recent, latest, newest, previous, first, most recent`,
  /** Words that begin a question even if it states an amount. */
  questionWords:
    /^(?:what|how|which|who|whom|when|where|why|is|are|was|were|did|do|does|has|have|had|am|any|whats)\b/,
  /** Matches words for another person's wallet: "his", "her". */
  his: /^(?:his|her)\b/,
  their: set("their"),
  /** Words that ask about price changes. */
  changes: set("change", "changed", "24h change", "chart", "price chart", "history", "volume"),
  /** Words that never begin a question: they continue a sentence or refer to the user. */
  noBeginning: /^(?:i\b|we\b|you\b|to$|from$|for$|with$|and$|or$|if$|in$|into$|let$|do$|again$|it$|please$)/,
  /** Words between a balance and the token to convert it to. */
  going: set("to", "into", "->"),
  /** Before an amount these words ask for its value: "what is 100 USDC in SOL". */
  converts: /^what(?:'s|s| is| are)$/,
  asking:
    /^(?:wh?ats?|wuts?|whts?|how|which|is|am|do(?!.* enough)|whats)|how (?:much|many)$|^(?:can|could) you tell/,
  inWallet: /^in my /,
  holdings: set("holdings", "my bags", "assets", "positions"),
  worth: set("worth", "value", "valued", "total value", "currently worth"),
  amountWords: set("any", "amount", "amount of", "the amount of", "is there any"),
  which: set("what", "what's", "which", "how many"),
  endsMine: /\bmy$/,
  mine: /\b(?:my|i)\b/,
  /** Words before the other party of a payment. */
  party: /(?:^|\s)(?:to|from|with|send|sent|pay|paid)$/,
  doing: /^(?:what|how|where|is$|has$|did$)/,
};

const suggestions = {
  /** Verbs that an order may be missing, and the verb for a quote. */
  verbs: ["swap", "buy", "send", "quote"],
  /** The start of a question and the words after it, which suggestions leave out. */
  asked: /^(?!what if|.*explain)(?:what|how|should|can|could|may|is|would)/,
  afterAsking: /^\s*(?:if|to|i|we)\b/i,
  /** Forms that state an action, by the form that orders it: "cambias", "cambia". */
  stated: new Map() as ReadonlyMap<string, string>,
  /** Questions, and the beginnings of those that name tokens. */
  quote: "quote",
  price: "price of",
  balance: "balance of",
  portfolio: "show my portfolio",
  history: "show my transaction history",
  /** Words before the token that an order lacks. */
  lacking: ["for", "with"] as readonly string[],
  /** The word between an amount in dollars and its token. */
  of: "of",
};

/** English. Its type is the model for every other language. */
export const ENGLISH = {
  /** BCP 47 tag. */
  tag: "en",
  lexicon: ENGLISH_LEXICON,
  patterns: ENGLISH_PATTERNS,
  numbers: ENGLISH_NUMBERS,
  spelling: ENGLISH_SPELLING,
  correctTypo,
  amounts,
  recipients,
  slippage,
  phrasing,
  circumstances,
  chains,
  guards,
  refusals,
  questions,
  suggestions,
  messages: ENGLISH_MESSAGES,
};
