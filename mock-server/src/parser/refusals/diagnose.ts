import type { ParserToken } from "../command.js";
import type { Language, Messages } from "../languages/language.js";
import { PART } from "../languages/lexicon.js";
import { type Diagnosis, diagnosis, type Message, type RefusalReason } from "../result.js";
import { type Atom, type Atoms, isFigure, isVerb } from "../text/atom.js";
import { type Difference, type Nearest, nearest } from "./nearest.js";
import type { SlotFault } from "./slot-faults.js";

// A longer text is not close to any order.
const MAX_ITEMS = 40;

/** Diagnoses a text that no pattern reads, by its difference from the nearest pattern. */
export function diagnose(items: Atoms, sol: ParserToken | undefined, language: Language): Diagnosis {
  const { refusals, lexicon, phrasing } = language;
  const foreign = items.find((atom) => atom.kind === "unknown" && refusals.foreign.has(atom.text));
  if (foreign !== undefined) return diagnosis("non_english", "onlyThisLanguage", foreign);
  // "me paga 5 SOL" is a statement.
  const statement = items.find(
    ({ text }, at) => phrasing.statements.get(items[at - 1]?.text ?? "")?.has(text) === true,
  );
  if (statement !== undefined) return diagnosis("not_a_command", aboutAnOrder, statement);
  const verb = items.find(isVerb) ?? items.find((atom) => lexicon.softSwapVerbs.has(atom.text));
  const request = items.find(({ text }) => refusals.request.has(text));
  if (verb === undefined && request !== undefined && items.some(isFigure))
    return diagnosis("unsupported_action", "noRequests", request);
  if (verb === undefined) return withoutVerb(items, language);
  // "is my swap done?"
  if (language.questions.endsMine.test(items[items.indexOf(verb) - 1]?.text ?? ""))
    return diagnosis("not_a_command", aboutAnOrder, verb);
  const isPaid = items.some(({ kind }) => PERSON.test(kind));
  if (refusals.withdraws.has(verb.text) && !isPaid)
    return items.some(({ text }) => refusals.sources.has(text))
      ? diagnosis("unsupported_action", "noDeposits", verb)
      : diagnosis("missing_recipient", "withdrawTo", verb);
  const early =
    eitherToken(items, language) ??
    impossible(items, language) ??
    (lexicon.swapVerbs.has(verb.text) ? priceOrWhole(items, verb, language) : undefined);
  if (early !== undefined) return early;
  if (items.length > MAX_ITEMS)
    return items.filter(isVerb).length > 1
      ? diagnosis("several_actions", "oneOrder", verb)
      : diagnosis("not_a_command", "noOrderTogether");
  const found = nearest(items, verb, sol, language);
  return found === undefined
    ? diagnosis("not_a_command", "noOrderTogether")
    : tell({ items, verb, found, language });
}

function withoutVerb(items: Atoms, { lexicon, suggestions }: Language): Diagnosis {
  const { Q_CUE, opener, closer } = lexicon.groups;
  const stated = items.find(({ text }) => suggestions.stated.has(text));
  if (stated !== undefined) return diagnosis("not_a_command", aboutAnOrder, stated);
  if (items.every(({ text }) => opener.has(text) || closer.has(text)))
    return diagnosis("not_a_command", "nothingSaid");
  // "show me my wallet address"
  if (Q_CUE.has(items[0]?.text ?? "")) return diagnosis("not_a_command", "canBeAsked");
  return diagnosis("not_a_command", lacksVerb(items) ? "noVerb" : "nothingFound");
}

/** Diagnoses "for USDC or USDT". */
function eitherToken(items: Atoms, { refusals }: Language): Diagnosis | undefined {
  const isToken = (atom: Atom | undefined): boolean => atom?.kind === "token" || atom?.kind === "vague_token";
  const or = items.find(
    (atom, at) => refusals.or.has(atom.text) && isToken(items[at - 1]) && isToken(items[at + 1]),
  );
  return or && diagnosis("ambiguous_token", "oneOfTokens", or);
}

/** Diagnoses a limit price ("sell SOL at 150"), and a whole balance with an exact output ("my SOL balance for 5 USDC"). */
function priceOrWhole(items: Atoms, verb: Atom, { refusals, lexicon }: Language): Diagnosis | undefined {
  const price = items.find((atom, at) => isFigure(atom) && refusals.atPrice.has(items[at - 1]?.text ?? ""));
  if (price !== undefined) return diagnosis("unsupported_action", "noLimitPrices", price);
  const { RID, BALANCE } = lexicon.groups;
  const held = items.findIndex(({ text }, at) => BALANCE.has(text) && items[at - 1]?.kind === "token");
  const figure = items.findIndex(isFigure);
  const after = RID.has(verb.text) ? items.findIndex(({ kind }) => kind === "token") : held;
  return after >= 0 && figure > after && items[figure + 1]?.kind === "token"
    ? diagnosis("ambiguous_amount", "wholeOrAsMuch", items[after])
    : undefined;
}

const isCurrency = (atom: Atom, { numbers }: Language): boolean =>
  atom.kind === "currency" ||
  (atom.kind === "word" && numbers.currencies.has(atom.text)) ||
  (atom.kind === "mark" && /[\u00a3\u00a5\u20a0-\u20bf]/.test(atom.text));

/** Diagnoses another currency, zero, and a share above the whole. */
function impossible(items: Atoms, language: Language): Diagnosis | undefined {
  const currency = items.find((atom) => isCurrency(atom, language));
  if (currency !== undefined) return diagnosis("unsupported_currency", "onlyDollars", currency);
  const found = items.find(
    ({ kind, value }) =>
      value !== undefined &&
      kind !== "vague_number" &&
      (value.n === 0n || (kind === "part" && value.n > value.d)),
  );
  return found && diagnosis("invalid_amount", "aboveZero", found);
}

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

/** The reason and message of each difference whose message depends only on the word, or is about the verb. */
const PLAIN = {
  hex: ["invalid_amount", "plainDigits"],
  invalid: ["invalid_amount", "aboveZero"],
  glued: ["invalid_amount", "digitsAlone"],
  unsure: ["ambiguous_amount", "notExact"],
  approximate: ["ambiguous_amount", "oneNumber"],
  vague: ["ambiguous_amount", "notOneNumber"],
  share: ["ambiguous_amount", "partOrAmount"],
  fraction: ["ambiguous_amount", "partOrAmount"],
  kind: ["ambiguous_amount", "whichIsGiven"],
  worth: ["ambiguous_amount", "givenOrWorth"],
  limit: ["unsupported_action", "noLimitPrices"],
  unit: ["unsupported_action", "wordNotUnderstood"],
  verb: ["several_actions", "oneOrder"],
  best: ["ambiguous_token", "nameByMint"],
  several: ["ambiguous_token", "severalTokens"],
  unlisted: ["unknown_token", "unlisted"],
  mint: ["unknown_token", "mintNotListed"],
  badMint: ["invalid_address", "copyAgain"],
  unresolved: ["unknown_recipient", "notAnAddress"],
  stranger: ["unknown_recipient", "notAnAddress"],
  missingRecipient: ["missing_recipient", "sayWho", "verb"],
  holder: ["missing_recipient", "sayWho", "verb"],
} as const satisfies Partial<Record<Topic, readonly [RefusalReason, keyof Messages, "verb"?]>>;

const isPlain = (topic: Topic): topic is keyof typeof PLAIN => Object.hasOwn(PLAIN, topic);

const FIGURE = /^(?:number|usd|part|vague_number|invalid_number|currency)$/;
const PERSON = /^(?:address|name|bad_address|foreign_name|handle)$/;

const aboutAnOrder: Message = (texts) => texts.guards.hedge;

/** A text, its verb, and its nearest pattern. */
interface Misread {
  readonly items: Atoms;
  readonly verb: Atom;
  readonly found: Nearest;
  readonly language: Language;
}

const figures = (items: Atoms): number => items.filter(isFigure).length;

/** Says the most important difference. */
function tell(text: Misread): Diagnosis {
  const { items, found } = text;
  const { action } = found.pattern;
  const rank = RANK[action].flat();
  const [told] = found.differences
    .map((difference) => ({ difference, topic: topicOf(difference, text) }))
    .sort((a, b) => rank.indexOf(a.topic) - rank.indexOf(b.topic));
  const [first, second] = items.filter(({ kind }) => kind === "token");
  const token = first?.token;
  const isSame = action === "swap" && token !== undefined && token === second?.token;
  if (isSame && (told === undefined || rank.indexOf(told.topic) > rank.indexOf("same")))
    return diagnosis("same_token", (texts) => texts.swappedForItself(token.symbol), second);
  if (told === undefined) return diagnosis("not_a_command", "noOrderTogether");
  const said = say(told.topic, told.difference, text);
  const unlisted = found.differences.find((one) => one.type === "wrong" && one.fault === "unlisted");
  if (unlisted?.type !== "wrong" || told.topic === "unlisted") return said;
  // "sell all my FOO": while FOO is not listed, the missing token does not help.
  return { ...said, unlisted: { start: unlisted.atom.start, end: unlisted.atom.end } };
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
  if (atom.kind === "token" || atom.kind === "vague_token") return "token";
  if (PERSON.test(atom.kind)) return "recipient";
  return atom.kind === "unknown" ? "word" : "order";
}

function say(topic: Topic, difference: Difference, text: Misread): Diagnosis {
  const { items, verb, found } = text;
  const atom = difference.type === "missing" ? undefined : difference.atom;
  const sends = found.pattern.action === "transfer";
  // "swap SOL to USDC, 15%"
  if (atom?.kind === "part" && atom.text === PART.percent && (topic === "figure" || topic === "share"))
    if (figures(items) === 1) return diagnosis("ambiguous_amount", "shareOrSlippage", atom);
  if (isPlain(topic)) {
    const [reason, message, at] = PLAIN[topic] as readonly [RefusalReason, keyof Messages, "verb"?];
    return diagnosis(reason, message as Message, at === "verb" ? verb : atom);
  }
  switch (topic) {
    case "figure":
      return secondAmount(atom, text);
    case "token":
      return diagnosis("several_actions", sends ? "oneTokenSent" : "oneToken", atom);
    case "badAddress": {
      // "0x71C7…976F"
      if (/^0x[0-9a-f]{40}$/i.test(atom?.text ?? ""))
        return diagnosis("invalid_address", "ethereumAddress", atom);
      const cut = atom?.form === "case" ? "oneCase" : "copyAgain";
      return diagnosis("invalid_address", atom?.kind === "bad_address" ? cut : "notAnAddress", atom);
    }
    case "recipient":
      if (!sends) return diagnosis("several_actions", "swapThenSend", atom);
      return figures(items) > 1
        ? diagnosis("several_actions", "oneOrder", atom)
        : diagnosis("several_recipients", "oneRecipient", atom);
    case "noAmount":
      return diagnosis("missing_amount", (texts) => texts.howMuch(atom?.token?.symbol), verb);
    case "word":
      return strangeWord(atom, text);
    case "order":
    case "same":
      return figures(items) > 1 ? secondAmount(atom, text) : wrongOrder(text);
    case "missingAmount":
    case "missingToken":
    case "noToken":
    case "pronoun":
    case "unnamed":
      if (sends && (topic === "pronoun" || topic === "missingAmount"))
        return diagnosis("missing_amount", (texts) => texts.howMuch(), verb);
      return diagnosis("missing_token", sends ? "nameSent" : otherToken(difference, text), verb);
  }
}

/** Asks for the token that a swap lacks. */
function otherToken(difference: Difference, { items, verb, found, language }: Misread): Message {
  // "buy more SOL" lacks the token to pay with, whichever slot SOL fills.
  const { BUY, WITH, FOR } = language.lexicon.groups;
  const isBought = BUY.has(verb.text) && !items.some(({ text }) => WITH.has(text) || FOR.has(text));
  const isOutput = "slot" in difference && difference.slot === "out" && !isBought;
  const slots = new Map(found.filled);
  const filling = (isOutput ? (["in", "pair", "all"] as const) : (["out"] as const))
    .map((name) => slots.get(name))
    .find((one) => one !== undefined && "token" in one);
  const named = filling !== undefined && "token" in filling ? filling.token : undefined;
  const token = named ?? items.find(({ kind }) => kind === "token")?.token;
  if (token === undefined) return "nameBothTokens";
  return (texts) => (isOutput ? texts.tokenToGet : texts.tokenToPay)(token.symbol);
}

/** Two amounts of different tokens are two orders. */
function secondAmount(atom: Atom | undefined, text: Misread): Diagnosis {
  const { items, language } = text;
  if (items.filter(({ kind }) => FIGURE.test(kind)).length < 2) return wrongOrder(text);
  const names = new Set(items.flatMap(({ token }) => token ?? []));
  const joins = items.find(
    ({ kind, text: word }) => kind === "word" && language.lexicon.groups.AND.has(word),
  );
  if ((joins !== undefined && names.size > 1) || names.size > 2)
    return diagnosis("several_actions", "oneOrder", joins ?? atom);
  // "2 SOL max" may mean the whole balance or an upper limit.
  const limits = items.some(({ kind, form }) => kind === "part" && language.refusals.most.has(form ?? ""));
  return limits
    ? diagnosis("ambiguous_amount", "oneNumber", atom)
    : diagnosis("conflicting_amounts", "twoAmounts", atom);
}

function strangeWord(atom: Atom | undefined, { items, verb, language }: Misread): Diagnosis {
  // "I will send …" and "swap 1 SOL to USDC is stuck" are texts about an order.
  const states = items.slice(1, -1).some((item) => language.questions.is.has(item.text));
  if (verb !== items[0] || states) return diagnosis("not_a_command", aboutAnOrder, verb);
  return diagnosis("unsupported_action", "wordNotUnderstood", atom);
}

function wrongOrder({ items, verb, found, language }: Misread): Diagnosis {
  const [difference, ...others] = found.differences;
  // "buy 5 SOL USDC"
  const lacksWord = difference?.type === "missing" && difference.kind === "word" && others.length === 0;
  const isSwap = lacksWord && found.pattern.action === "swap";
  if (
    (isSwap || language.lexicon.softSwapVerbs.has(verb.text)) &&
    new Set(found.filled.map(([name]) => name)).size > 1
  )
    return diagnosis("ambiguous_amount", "whichIsGiven", verb);
  return verb === items[0]
    ? diagnosis("not_a_command", "noOrderTogether")
    : diagnosis("not_a_command", aboutAnOrder, verb);
}

/** True for a text without a verb that may be an order or a question: "1 SOL to USDC". */
export function lacksVerb(items: Atoms): boolean {
  const [first] = items;
  if (first === undefined || !(isFigure(first) || isNamed(first) || items.length < 2)) return false;
  const isUnclear = items.some((atom) => atom.kind === "unknown" || isVerb(atom));
  return !isUnclear && items.some(isFigure) && items.some(isNamed);
}

const isNamed = ({ kind }: Atom): boolean => kind === "token" || kind === "name" || kind === "address";
