import type { ParserToken } from "../command.js";
import type { Language, Messages } from "../languages/language.js";
import { PART } from "../languages/lexicon.js";
import type { SlotName } from "../orders/grammar.js";
import type { Filling } from "../orders/match.js";
import type { Sentence } from "../orders/sentences.js";
import { type Diagnosis, diagnosis, type Message, type RefusalReason } from "../result.js";
import { type Atom, type Atoms, isFigure, isVerb } from "../text/atom.js";
import type { SlotFault } from "./faults.js";
import { type Difference, type Nearest, nearest } from "./nearest.js";

/** A text that no pattern reads. */
export interface Unread {
  readonly sentences: readonly Sentence[];
  readonly sol: ParserToken | undefined;
  readonly language: Language;
}

// A longer text is not close to any order.
const MAX_ITEMS = 40;

/** Diagnoses a text by its difference from the nearest pattern. */
export function diagnose(unread: Unread): Diagnosis {
  const { sentences, sol, language } = unread;
  const { refusals } = language;
  const items = sentences.flatMap((sentence) => sentence.items);
  const foreign = items.find((atom) => atom.kind === "unknown" && refusals.foreign.has(atom.text));
  if (foreign !== undefined) return diagnosis("non_english", "onlyThisLanguage", foreign);
  const verb = items.find(isVerb) ?? items.find((atom) => refusals.softSwapVerbs.has(atom.text));
  const request = items.find(({ text }) => refusals.request.has(text));
  if (verb === undefined && request !== undefined && items.some(isFigure))
    return diagnosis("unsupported_action", "noRequests", request);
  if (verb === undefined) return diagnosis("not_a_command", lacksVerb(items) ? "noVerb" : "nothingFound");
  const early =
    eitherToken(items, language) ??
    impossible(items, language) ??
    (refusals.swapVerbs.has(verb.text) ? priceOrWhole(items, verb, language) : undefined);
  if (early !== undefined) return early;
  if (items.length > MAX_ITEMS)
    return items.filter(isVerb).length > 1
      ? diagnosis("several_actions", "oneOrder", verb)
      : diagnosis("not_a_command", "noOrderTogether");
  const found = nearest(items, verb, sol, language);
  return found === undefined
    ? diagnosis("not_a_command", "noOrderTogether")
    : new Teller(items, verb, found, language).tell();
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

/** The reason and message of each difference whose message depends only on the word. */
const PLAIN = {
  hex: ["invalid_amount", "plainDigits"],
  invalid: ["invalid_amount", "aboveZero"],
  glued: ["invalid_amount", "digitsAlone"],
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
} as const satisfies Partial<Record<Topic, readonly [RefusalReason, keyof Messages]>>;

const isPlain = (topic: Topic): topic is keyof typeof PLAIN => Object.hasOwn(PLAIN, topic);

const FIGURE = /^(?:number|usd|part|vague_number|invalid_number|currency)$/;
const PERSON = /^(?:address|name|bad_address|foreign_name|handle)$/;

const aboutAnOrder: Message = (texts) => texts.guards.hedge;

/** Says the most important difference. */
class Teller {
  private readonly slots: ReadonlyMap<SlotName, Filling>;

  constructor(
    private readonly items: Atoms,
    private readonly verb: Atom,
    private readonly found: Nearest,
    private readonly language: Language,
  ) {
    this.slots = new Map(found.filled);
  }

  tell(): Diagnosis {
    const rank = RANK[this.found.pattern.action].flat();
    const told = this.found.differences
      .map((difference) => ({ difference, topic: this.topicOf(difference) }))
      .sort((a, b) => rank.indexOf(a.topic) - rank.indexOf(b.topic))[0];
    const same = this.sameToken();
    if (same !== undefined && (told === undefined || rank.indexOf(told.topic) > rank.indexOf("same")))
      return same;
    if (told === undefined) return diagnosis("not_a_command", "noOrderTogether");
    const atom = told.difference.type === "missing" ? undefined : told.difference.atom;
    return this.say(told.topic, atom, told.difference);
  }

  private topicOf(difference: Difference): Topic {
    if (difference.type === "wrong") return difference.fault;
    if (difference.type === "missing") {
      if (difference.kind === "word") return "order";
      if (difference.slot === "who") return "missingRecipient";
      return difference.kind === "Q" ? "missingAmount" : "missingToken";
    }
    const { atom } = difference;
    const at = this.items.indexOf(atom);
    if (isVerb(atom)) return "verb";
    if (atom.text === ">") return "limit";
    if (at < this.items.indexOf(this.verb) && (atom.kind === "handle" || atom.kind === "unknown"))
      return "order";
    if (atom.kind === "vague_number") return "vague";
    if (FIGURE.test(atom.kind)) return "figure";
    if (atom.kind === "token" || atom.kind === "vague_token") return "token";
    if (PERSON.test(atom.kind)) return "recipient";
    return atom.kind === "unknown" ? "word" : "order";
  }

  /** The token of a slot that the text fills. */
  private tokenOf(...names: readonly SlotName[]): ParserToken | undefined {
    for (const name of names) {
      const filling = this.slots.get(name);
      if (filling !== undefined && "token" in filling && filling.token !== undefined) return filling.token;
    }
    return undefined;
  }

  private sameToken(): Diagnosis | undefined {
    const [first, second] = this.items.filter(({ kind }) => kind === "token");
    const token = first?.token;
    return this.found.pattern.action === "swap" && token !== undefined && token === second?.token
      ? diagnosis("same_token", (texts) => texts.swappedForItself(token.symbol), second)
      : undefined;
  }

  private say(topic: Topic, atom: Atom | undefined, difference: Difference): Diagnosis {
    const { found, verb } = this;
    const sends = found.pattern.action === "transfer";
    // "swap SOL to USDC, 15%"
    if (atom?.kind === "part" && atom.text === PART.percent && (topic === "figure" || topic === "share"))
      if (this.items.filter(isFigure).length === 1)
        return diagnosis("ambiguous_amount", "shareOrSlippage", atom);
    if (isPlain(topic)) {
      const [reason, key] = PLAIN[topic];
      return diagnosis(reason, key, atom);
    }
    const noToken = sends ? "nameSent" : this.otherToken(difference);
    switch (topic) {
      case "unsure":
        return diagnosis("ambiguous_amount", "notExact", atom);
      case "figure":
        return this.secondAmount(atom);
      case "token":
        return diagnosis("several_actions", sends ? "oneTokenSent" : "oneToken", atom);
      case "badAddress":
        return diagnosis("invalid_address", this.badAddress(atom), atom);
      case "missingRecipient":
      case "holder":
        return diagnosis("missing_recipient", "sayWho", verb);
      case "recipient":
        return this.secondRecipient(atom);
      case "noAmount":
        return diagnosis("missing_amount", (texts) => texts.howMuch(atom?.token?.symbol), verb);
      case "pronoun":
      case "missingAmount":
        return sends
          ? diagnosis("missing_amount", (texts) => texts.howMuch(), verb)
          : diagnosis("missing_token", noToken, verb);
      case "unnamed":
      case "noToken":
      case "missingToken":
        return diagnosis("missing_token", noToken, verb);
      case "word":
        return this.strangeWord(atom);
      case "order":
      case "same":
        return this.items.filter(isFigure).length > 1 ? this.secondAmount(atom) : this.wrongOrder();
    }
  }

  private otherToken(difference: Difference): Message {
    const slot = "slot" in difference ? difference.slot : undefined;
    const other = slot === "out" ? this.tokenOf("in", "pair", "all") : this.tokenOf("out");
    const named = other ?? this.items.find(({ kind }) => kind === "token")?.token;
    if (named === undefined) return "nameBothTokens";
    return slot === "out"
      ? (texts) => texts.tokenToGet(named.symbol)
      : (texts) => texts.tokenToPay(named.symbol);
  }

  private badAddress(atom: Atom | undefined): Message {
    if (atom?.kind !== "bad_address") return "notAnAddress";
    return atom.form === "case" ? "oneCase" : "copyAgain";
  }

  private secondRecipient(atom: Atom | undefined): Diagnosis {
    if (this.found.pattern.action === "swap") return diagnosis("several_actions", "swapThenSend", atom);
    return this.items.filter(isFigure).length > 1
      ? diagnosis("several_actions", "oneOrder", atom)
      : diagnosis("several_recipients", "oneRecipient", atom);
  }

  /** Two amounts of different tokens are two orders. */
  private secondAmount(atom: Atom | undefined): Diagnosis {
    const { items } = this;
    if (items.filter(({ kind }) => FIGURE.test(kind)).length < 2) return this.wrongOrder();
    const names = new Set(items.flatMap(({ token }) => (token === undefined ? [] : [token])));
    const joins = items.find(({ kind, text }) => kind === "word" && this.language.refusals.joins.has(text));
    if ((joins !== undefined && names.size > 1) || names.size > 2)
      return diagnosis("several_actions", "oneOrder", joins ?? atom);
    // "2 SOL max" may mean the whole balance or an upper limit.
    const limits = items.some(
      ({ kind, form }) => kind === "part" && this.language.refusals.most.has(form ?? ""),
    );
    return limits
      ? diagnosis("ambiguous_amount", "oneNumber", atom)
      : diagnosis("conflicting_amounts", "twoAmounts", atom);
  }

  private strangeWord(atom: Atom | undefined): Diagnosis {
    const { items, verb, language } = this;
    // "I will send …" and "swap 1 SOL to USDC is stuck" are texts about an order.
    const states = items.some((_, at) => at > 1 && language.questions.is.has(items[at - 1]?.text ?? ""));
    if (verb !== items[0] || states) return diagnosis("not_a_command", aboutAnOrder, verb);
    return diagnosis("unsupported_action", "wordNotUnderstood", atom);
  }

  private wrongOrder(): Diagnosis {
    const { items, verb, found } = this;
    const [difference, ...others] = found.differences;
    // "buy 5 SOL USDC"
    const lacksWord = difference?.type === "missing" && difference.kind === "word" && others.length === 0;
    if (
      ((lacksWord && found.pattern.action === "swap") ||
        this.language.refusals.softSwapVerbs.has(verb.text)) &&
      this.slots.size > 1
    )
      return diagnosis("ambiguous_amount", "whichIsGiven", verb);
    return verb === items[0]
      ? diagnosis("not_a_command", "noOrderTogether")
      : diagnosis("not_a_command", aboutAnOrder, verb);
  }
}

/** True for a text without a verb that may be an order or a question: "1 SOL to USDC". */
export function lacksVerb(items: Atoms): boolean {
  const [first] = items;
  if (first === undefined || !(isFigure(first) || isNamed(first) || items.length < 2)) return false;
  const isUnclear = items.some((atom) => atom.kind === "unknown" || isVerb(atom));
  return !isUnclear && items.some(isFigure) && items.some(isNamed);
}

const isNamed = ({ kind }: Atom): boolean => kind === "token" || kind === "name" || kind === "address";
