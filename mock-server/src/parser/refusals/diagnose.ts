import type { ParserToken } from "../command.js";
import type { Language } from "../languages/language.js";
import { PART, type WordSet } from "../languages/lexicon.js";
import { type Diagnosis, diagnosis, type Message, type RefusalReason } from "../result.js";
import { type Atom, type Atoms, isFigure, isPerson, isVerb } from "../text/atom.js";
import { type Difference, type Nearest, nearest } from "./nearest.js";
import type { SlotFault } from "./slot-faults.js";

// A longer text is not close to any order.
const MAX_ITEMS = 40;
const FIGURE = /^(?:number|usd|part|vague_number|invalid_number|currency)$/;

/** A text that no pattern reads. */
interface Unread {
  readonly items: Atoms;
  readonly verb: Atom | undefined;
  readonly language: Language;
}

/** Diagnoses a text that no pattern reads: by a word of it, or by its difference from the nearest pattern. */
export function diagnose(items: Atoms, sol: ParserToken | undefined, language: Language): Diagnosis {
  const verb =
    items.find(isVerb) ?? items.find(({ text }) => language.lexicon.groups.softSwapVerbs.has(text));
  const text: Unread = { items, verb, language };
  for (const [find, reason, message] of TEXT_ROWS) {
    const found = find(text);
    if (found) return diagnosis(reason, message, found === true ? undefined : found);
  }
  const found = verb && nearest(items, verb, sol, language);
  return verb === undefined || found === undefined
    ? diagnosis("not_a_command", "noOrderTogether")
    : tell({ items, verb, found, language });
}

const aboutAnOrder: Message = (texts) => texts.guards.hedge;
const count = (items: Atoms, test: (atom: Atom) => boolean): number => items.filter(test).length;
const isToken = (atom: Atom | undefined): boolean => atom?.kind === "token" || atom?.kind === "vague_token";
const has = (words: WordSet, atom: Atom | undefined): boolean => words.has(atom?.text ?? "");

/** The word that shows what a text is, or true for the whole text. */
type Find = (text: Unread) => Atom | boolean | undefined;

const foreign: Find = ({ items, language: { refusals } }) =>
  items.find((atom) => atom.kind === "unknown" && has(refusals.foreign, atom));
/** "me paga 5 SOL" */
const statement: Find = ({ items, language: { phrasing } }) =>
  items.find(({ text }, at) => phrasing.statements.get(items[at - 1]?.text ?? "")?.has(text));
/** "will SOL hit 500 this year" */
const forecast: Find = ({ items: [first, second], language: { refusals } }) =>
  has(refusals.forecasts, first) && isToken(second) && first;
/** "request 5 USDC from bob.sol" */
const request: Find = ({ items, verb, language: { refusals } }) =>
  verb === undefined && items.some(isFigure) && items.find((atom) => has(refusals.request, atom));
/** "receive SOL" */
const receives: Find = ({ items, verb, language: { refusals } }) =>
  has(refusals.receives, verb) && count(items, isToken) < 2 && verb;
/** "i sent 5 USDC to bob.sol" */
const deed: Find = ({ items, verb, language: { refusals } }) =>
  verb === undefined && items.find((atom) => has(refusals.deeds, atom));
/** "bob me paga 5 SOL" */
const paysMe: Find = (text) => {
  const found = statement(text);
  const isPaid = typeof found === "object" && has(text.language.lexicon.groups.SEND, found);
  return isPaid && !text.items.some(isPerson) && found;
};
/** "paper hand MEW". With an amount, the first word may be a misspelled "don't". */
const slang: Find = ({ items: [first, ...rest], verb }) =>
  first?.kind === "unknown" && isVerb(rest[0]) && rest[0] === verb && !rest.some(isFigure) && first;
const greeting: Find = ({ items, verb, language: { lexicon } }) =>
  verb === undefined &&
  items.every((atom) => has(lexicon.groups.opener, atom) || has(lexicon.groups.closer, atom));
/** "show me my wallet address" */
const asks: Find = ({ items, verb, language: { lexicon } }) =>
  verb === undefined && has(lexicon.groups.Q_CUE, items[0]);
const withdraws: Find = ({ items, verb, language: { refusals } }) =>
  has(refusals.withdraws, verb) && !items.some(isPerson) && verb;
const withdrawsFrom: Find = (text) =>
  text.items.some((atom) => has(text.language.refusals.sources, atom)) && withdraws(text);
/** "for USDC or USDT" */
const either: Find = ({ items, language: { refusals } }) =>
  items.find((atom, at) => has(refusals.or, atom) && isToken(items[at - 1]) && isToken(items[at + 1]));
const currency: Find = ({ items, language: { numbers } }) =>
  items.find(
    (atom) =>
      atom.kind === "currency" ||
      (atom.kind === "word" && has(numbers.currencies, atom)) ||
      (atom.kind === "mark" && /[\u00a3\u00a5\u20a0-\u20bf]/.test(atom.text)),
  );
const tooMuch: Find = ({ items }) =>
  items.find(({ kind, value }) => kind === "part" && value !== undefined && value.n > value.d);
const zero: Find = ({ items }) => items.find(({ kind, value }) => kind !== "vague_number" && value?.n === 0n);
/** "sell SOL at 150", "swap 1 SOL for USDC @ 170", "buy SOL with 5 USDC under 150" */
const atPrice: Find = ({ items, verb, language: { refusals, lexicon } }) =>
  has(lexicon.groups.swapVerbs, verb) &&
  items.find((atom, at) => {
    const isPrice = has(refusals.atPrice, items[at - 1]);
    const isBound = has(refusals.bounds, items[at - 1]) && !isToken(items[at + 1]);
    // "at 0.5%" is the slippage.
    const isSlippage = atom.text === PART.percent && at === items.length - 1;
    return isFigure(atom) && !isSlippage && (isPrice || isBound);
  });
/** "swap my SOL balance for 5 USDC" */
const whole: Find = ({ items, verb, language: { lexicon } }) => {
  const { RID, BALANCE } = lexicon.groups;
  const held = items.findIndex((atom, at) =>
    has(RID, verb) ? atom.kind === "token" : has(BALANCE, atom) && items[at - 1]?.kind === "token",
  );
  const figure = items.findIndex(isFigure);
  const isOutput = held >= 0 && figure > held && items[figure + 1]?.kind === "token";
  return has(lexicon.groups.swapVerbs, verb) && isOutput && items[held];
};
/** "swap SOL to USDC 1.5" */
const trailing: Find = ({ items, verb, language: { lexicon } }) => {
  const last = items.at(-1);
  const isAfter = items.at(-2)?.kind === "token" && count(items, isToken) === 2;
  return (
    has(lexicon.groups.swapVerbs, verb) &&
    isAfter &&
    count(items, isFigure) === 1 &&
    last?.kind === "number" &&
    last
  );
};
const isLong = ({ items }: Unread): boolean => items.length > MAX_ITEMS;

/** Texts that are not almost an order, by a word of them. The first row that finds a word is reported. */
const TEXT_ROWS: readonly (readonly [Find, RefusalReason, Message])[] = [
  [foreign, "non_english", "onlyThisLanguage"],
  [paysMe, "not_a_command", "noRequests"],
  [statement, "not_a_command", aboutAnOrder],
  [forecast, "unsupported_action", "pricesOfNow"],
  [request, "unsupported_action", "noRequests"],
  [receives, "missing_token", "noRequests"],
  [deed, "not_a_command", (texts) => texts.guards.past],
  [greeting, "not_a_command", "nothingSaid"],
  [asks, "not_a_command", "canBeAsked"],
  [({ items, verb }) => verb === undefined && lacksVerb(items), "not_a_command", "noVerb"],
  [({ verb }) => verb === undefined, "not_a_command", "nothingFound"],
  [slang, "not_a_command", "wordNotUnderstood"],
  [withdrawsFrom, "unsupported_action", "noDeposits"],
  [withdraws, "missing_recipient", "withdrawTo"],
  [either, "ambiguous_token", "oneOfTokens"],
  [currency, "unsupported_currency", "onlyDollars"],
  [tooMuch, "invalid_amount", "moreThanAll"],
  [zero, "invalid_amount", "aboveZero"],
  [atPrice, "unsupported_action", "noLimitPrices"],
  [whole, "ambiguous_amount", "wholeOrAsMuch"],
  [trailing, "ambiguous_amount", "eitherToken"],
  [(text) => isLong(text) && count(text.items, isVerb) > 1 && text.verb, "several_actions", "oneOrder"],
  [isLong, "not_a_command", "noOrderTogether"],
];

/** The kinds of differences. A text may have several; the first one of this list is reported. */
type Topic =
  | SlotFault
  | ("verb" | "limit" | "figure" | "token" | "recipient" | "same" | "word" | "order")
  | ("missingAmount" | "missingToken" | "missingRecipient");

const MONEY: readonly Topic[] = ["hex", "invalid", "glued", "approximate", "vague", "limit"];
const RANK: Readonly<Record<"swap" | "transfer", readonly (readonly Topic[])[]>> = {
  swap: [
    [...MONEY, "best", "badMint", "verb", "figure", "worth", "token", "unsure"],
    ["several", "same", "unnamed", "noToken", "missingToken", "pronoun", "noAmount", "missingAmount"],
    ["mint", "unlisted", "unit", "share", "fraction", "kind", "recipient", "word", "order"],
  ],
  transfer: [
    ["mint", "badAddress", ...MONEY, "badMint", "recipient", "unresolved", "stranger", "verb", "figure"],
    ["unsure", "noAmount", "pronoun", "missingAmount", "missingRecipient", "holder", "several", "token"],
    ["unlisted", "unnamed", "best", "noToken", "missingToken", "unit", "share", "worth", "fraction"],
    ["kind", "word", "order"],
  ],
};

/** A text, its verb, and its nearest pattern. */
interface Misread {
  readonly items: Atoms;
  readonly verb: Atom;
  readonly found: Nearest;
  readonly language: Language;
}

/** A difference between a text and its nearest pattern. */
interface Fault extends Misread {
  readonly topic: Topic;
  readonly difference: Difference | undefined;
  /** The word that is wrong or too much. */
  readonly atom: Atom | undefined;
}

/** Says the most important difference. */
function tell(text: Misread): Diagnosis {
  const { items, found } = text;
  const { action } = found.pattern;
  const rank = RANK[action].flat();
  const faults = found.differences.map((difference): Fault => {
    const atom = difference.type === "missing" ? undefined : difference.atom;
    return { ...text, topic: topicOf(difference, text), difference, atom };
  });
  const [first, again] = items.filter(({ kind }) => kind === "token");
  if (action === "swap" && first !== undefined && first.token === again?.token)
    faults.push({ ...text, topic: "same", difference: undefined, atom: again });
  const [told] = faults.sort((a, b) => rank.indexOf(a.topic) - rank.indexOf(b.topic));
  if (told === undefined) return diagnosis("not_a_command", "noOrderTogether");
  const second = faults.find(({ topic }) => topic === "unlisted");
  const unlisted = second?.atom;
  // "buy SOL with visa": how much SOL does not help.
  const isOutput =
    told.topic === "noAmount" && told.difference?.type === "wrong" && told.difference.slot === "out";
  const said = say(second !== undefined && isOutput ? second : told);
  if (unlisted === undefined || told.topic === "unlisted" || isOutput) return said;
  // "sell all my FOO": while FOO is not listed, the missing token does not help.
  return { ...said, unlisted: { start: unlisted.start, end: unlisted.end } };
}

function topicOf(difference: Difference, { items, verb }: Misread): Topic {
  if (difference.type === "wrong") return difference.fault;
  if (difference.type === "missing") {
    if (difference.kind === "word") return "order";
    if (difference.slot === "who") return "missingRecipient";
    return difference.kind === "Q" ? "missingAmount" : "missingToken";
  }
  const { atom } = difference;
  if (isVerb(atom)) return "verb";
  if (atom.text === ">") return "limit";
  const isBefore = items.indexOf(atom) < items.indexOf(verb);
  if (isBefore && (atom.kind === "handle" || atom.kind === "unknown")) return "order";
  if (atom.kind === "vague_number") return "vague";
  if (FIGURE.test(atom.kind)) return "figure";
  if (isToken(atom)) return "token";
  if (isPerson(atom)) return "recipient";
  return atom.kind === "unknown" ? "word" : "order";
}

function say(fault: Fault): Diagnosis {
  for (const [topics, reason, message, at = atWord, test] of FAULT_ROWS) {
    if (!topics.includes(fault.topic) || test?.(fault) === false) continue;
    return diagnosis(reason, typeof message === "string" ? message : message(fault), at(fault));
  }
  return diagnosis("not_a_command", "noOrderTogether");
}

type Test = (fault: Fault) => boolean;

const sends: Test = ({ found }) => found.pattern.action === "transfer";
const swaps: Test = (fault) => !sends(fault);
const isCash: Test = ({ verb, language: { refusals } }) => has(refusals.cashes, verb);
const isMany: Test = ({ items }) => count(items, isFigure) > 1;
const isFirst: Test = ({ items, verb }) => verb === items[0];
/** "swap SOL to USDC, 15%" */
const isPercent: Test = ({ items, atom }) =>
  atom?.kind === "part" && atom.text === PART.percent && count(items, isFigure) === 1;
/** "swap 1 SOL to USDC 0.5%" */
const endsInPercent: Test = (fault) =>
  swaps(fault) && isTwice(fault) && fault.items.at(-1)?.text === PART.percent;
/** "0x71C7…976F" */
const isEthereum: Test = ({ atom }) => /^0x[0-9a-f]{40}$/i.test(atom?.text ?? "");
const isNoAddress: Test = ({ atom }) => atom?.kind !== "bad_address";
const isOneCase: Test = ({ atom }) => atom?.form === "case";
/** "send me 5 USDC" */
const isMe: Test = ({ atom, language: { refusals } }) => has(refusals.myself, atom);
/** "send 1 SOL to myself" */
const isSelf: Test = ({ items, language: { refusals } }) =>
  refusals.self.test(items.map(({ text }) => text).join(" "));
/** "bob.sol should send me 5 USDC", "ask bob.sol to send 5 USDC" */
const isPayer: Test = ({ items, verb, atom }) =>
  count(items, isPerson) === 1 && (atom?.start ?? 0) < verb.start;
/** "send 5 USDC from alice.sol to bob.sol", "swap 1 SOL from bob.sol for USDC" */
const isFrom: Test = ({ items, language: { refusals } }) =>
  items.some((atom, at) => isPerson(atom) && has(refusals.sources, items[at - 1]));
/** "I will send …" and "swap 1 SOL to USDC is stuck" are texts about an order. */
const states: Test = ({ items, verb, language: { questions } }) =>
  verb !== items[0] || items.slice(1, -1).some((atom) => has(questions.is, atom));
/** "pay alice.sol 5 USDC 10" */
const isTwice: Test = ({ items }) => count(items, ({ kind }) => FIGURE.test(kind)) > 1;
const joiner = ({ items, language }: Fault): Atom | undefined =>
  items.find((atom) => atom.kind === "word" && has(language.lexicon.groups.AND, atom));
/** True for two amounts of two orders. */
const isJoined: Test = (fault) => {
  const names = new Set(fault.items.flatMap(({ token }) => token ?? [])).size;
  return isTwice(fault) && (names > 2 || (names > 1 && joiner(fault) !== undefined));
};
/** "2 SOL max" may mean the whole balance or an upper limit. */
const isLimited: Test = (fault) =>
  isTwice(fault) &&
  fault.items.some(({ kind, form }) => kind === "part" && fault.language.refusals.most.has(form ?? ""));
/** True if the number may be the amount to spend or to receive: "buy 5 SOL USDC". */
const isEither: Test = ({ found, verb, language }) => {
  const [difference, ...others] = found.differences;
  const lacksWord = difference?.type === "missing" && difference.kind === "word" && others.length === 0;
  const isSwap = lacksWord && found.pattern.action === "swap";
  const slots = new Set(found.filled.map(([name]) => name));
  return (isSwap || has(language.lexicon.groups.softSwapVerbs, verb)) && slots.size > 1;
};

const ORDER: readonly Topic[] = ["figure", "order"];
const LACKS: readonly Topic[] = ["missingAmount", "missingToken", "noToken", "pronoun", "unnamed"];
const atWord = ({ atom }: Fault): Atom | undefined => atom;
const atVerb = ({ verb }: Fault): Atom | undefined => verb;
const nowhere = (): undefined => undefined;
const howMuch =
  (fault: Fault): Message =>
  (texts) =>
    texts.howMuch(fault.atom?.token?.symbol);
const itself =
  (fault: Fault): Message =>
  (texts) =>
    texts.swappedForItself(fault.atom?.token?.symbol ?? "");
const about = (): Message => aboutAnOrder;

/** The reason and message of each difference, and the word at fault. The first row whose test holds is used. */
const FAULT_ROWS: readonly (readonly [
  topics: readonly Topic[],
  reason: RefusalReason,
  message: Extract<Message, string> | ((fault: Fault) => Message),
  at?: (fault: Fault) => Atom | undefined,
  test?: Test,
])[] = [
  [["figure", "share"], "ambiguous_amount", "shareOrSlippage", atWord, isPercent],
  [["hex"], "invalid_amount", "plainDigits"],
  [["invalid"], "invalid_amount", "aboveZero"],
  [["glued"], "invalid_amount", "digitsAlone"],
  [["unsure"], "ambiguous_amount", "notExact"],
  [["approximate"], "ambiguous_amount", "oneNumber"],
  [["vague"], "ambiguous_amount", "notOneNumber"],
  [["share", "fraction"], "ambiguous_amount", "partOrAmount"],
  [["kind"], "ambiguous_amount", "whichIsGiven"],
  [["worth"], "ambiguous_amount", "givenOrWorth"],
  [["limit"], "unsupported_action", "noLimitPrices"],
  [["unit"], "unsupported_action", "wordNotUnderstood"],
  [["verb"], "several_actions", "oneOrder"],
  [["best"], "ambiguous_token", "nameByMint"],
  [["several"], "ambiguous_token", "severalTokens"],
  [["same"], "same_token", itself],
  [["unlisted"], "unknown_token", "unlisted"],
  [["mint"], "unknown_token", "mintNotListed"],
  [["badMint"], "invalid_address", "copyAgain"],
  [["stranger"], "unknown_recipient", "alreadyYours", atWord, isSelf],
  [["stranger"], "unknown_recipient", "noRequests", atWord, isMe],
  // "transfer 5 SOL to USDC"
  [["stranger"], "unknown_recipient", "tokenAsRecipient", atWord, ({ atom }) => isToken(atom)],
  [["unresolved", "stranger"], "unknown_recipient", "notAnAddress"],
  [["missingRecipient", "holder"], "missing_recipient", "alreadyYours", atVerb, isSelf],
  [["missingRecipient", "holder"], "missing_recipient", "sayWho", atVerb],
  [["token"], "several_actions", "oneTokenSent", atWord, sends],
  // "swap 5 for USDC SOL"
  [["token"], "several_actions", "oneToken"],
  [["badAddress"], "invalid_address", "ethereumAddress", atWord, isEthereum],
  [["badAddress"], "invalid_address", "notAnAddress", atWord, isNoAddress],
  [["badAddress"], "invalid_address", "oneCase", atWord, isOneCase],
  [["badAddress"], "invalid_address", "copyAgain"],
  [["recipient"], "unsupported_action", "ownTokens", atWord, isFrom],
  [["recipient"], "several_actions", "swapThenSend", atWord, swaps],
  [["recipient"], "several_actions", "oneOrder", atWord, isMany],
  [["recipient"], "unsupported_action", "noRequests", atWord, isPayer],
  [["recipient"], "several_recipients", "oneRecipient"],
  [["noAmount"], "missing_amount", howMuch, atVerb],
  [["word"], "not_a_command", about, atVerb, states],
  [["word"], "unsupported_action", "wordNotUnderstood"],
  [ORDER, "several_actions", "oneOrder", (fault) => joiner(fault) ?? fault.atom, isJoined],
  [ORDER, "conflicting_amounts", "percentIsSlippage", ({ items }) => items.at(-1), endsInPercent],
  [ORDER, "ambiguous_amount", "oneNumber", atWord, isLimited],
  [ORDER, "conflicting_amounts", "twoAmounts", atWord, isTwice],
  [ORDER, "ambiguous_amount", "whichIsGiven", atVerb, isEither],
  [ORDER, "not_a_command", "noTransferTogether", nowhere, (fault) => isFirst(fault) && sends(fault)],
  [ORDER, "not_a_command", "noOrderTogether", nowhere, isFirst],
  [ORDER, "not_a_command", about, atVerb],
  [["pronoun", "missingAmount"], "missing_amount", howMuch, atVerb, sends],
  [LACKS, "missing_token", "nameSent", atVerb, sends],
  [LACKS, "missing_token", "noCash", atVerb, isCash],
  [LACKS, "missing_token", otherToken, atVerb],
];

/** Asks for the token that a swap lacks. */
function otherToken({ items, verb, found, language, difference }: Fault): Message {
  // "buy more SOL" lacks the token to pay with, whichever slot SOL fills.
  const { BUY, WITH, FOR } = language.lexicon.groups;
  const isBought = BUY.has(verb.text) && !items.some(({ text }) => WITH.has(text) || FOR.has(text));
  const isOutput = difference?.type !== "extra" && difference?.slot === "out" && !isBought;
  const slots = new Map(found.filled);
  const filling = (isOutput ? (["in", "pair", "all"] as const) : (["out"] as const))
    .map((name) => slots.get(name))
    .find((one) => one !== undefined && "token" in one);
  const named = filling !== undefined && "token" in filling ? filling.token : undefined;
  const token = named ?? items.find(({ kind }) => kind === "token")?.token;
  if (token === undefined) return "nameBothTokens";
  return (texts) => (isOutput ? texts.tokenToGet : texts.tokenToPay)(token.symbol);
}

/** True for a text without a verb that may be an order or a question: "1 SOL to USDC". */
export function lacksVerb(items: Atoms): boolean {
  const [first] = items;
  if (first === undefined || !(isFigure(first) || isNamed(first) || items.length < 2)) return false;
  const isUnclear = items.some((atom) => atom.kind === "unknown" || isVerb(atom));
  return !isUnclear && items.some(isFigure) && items.some(isNamed);
}

const isNamed = ({ kind }: Atom): boolean => kind === "token" || kind === "name" || kind === "address";
