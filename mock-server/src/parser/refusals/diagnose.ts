import type { Language } from "../languages/language.js";
import { PART } from "../languages/lexicon.js";
import type { Sentence } from "../orders/sentences.js";
import type { Diagnosis } from "../result.js";
import type { Atom, AtomKind, Atoms } from "../text/atom.js";
import { beginsClause, isActionVerb } from "./guards.js";
import {
  balanceTarget,
  diagnosis,
  gluedSymbol,
  isFigure,
  lacksVerb,
  partOrNumber,
  SortedItems,
  unclearFigure,
} from "./sorted-items.js";

/** Diagnoses text that matches no pattern: the parameter that is missing, doubtful or wrong. */
export function diagnose(sentences: readonly Sentence[], language: Language): Diagnosis {
  const { messages, refusals } = language;
  const [only] = sentences;
  const items =
    only !== undefined && sentences.length === 1
      ? only.items
      : sentences.flatMap((sentence) => sentence.items);
  const foreign = items.find((atom) => atom.kind === "unknown" && refusals.foreign.has(atom.text));
  if (foreign !== undefined) return diagnosis("non_english", messages.onlyThisLanguage, foreign);
  const verb = items.find(isActionVerb) ?? items.find((atom) => refusals.softSwapVerbs.has(atom.text));
  const request = items.find(({ text }) => refusals.request.has(text));
  if (verb === undefined && request !== undefined && items.some(isFigure))
    return diagnosis("unsupported_action", messages.noRequests, request);
  const target =
    verb === undefined || refusals.softSwapVerbs.has(verb.text) ? balanceTarget(items, language) : undefined;
  if (target !== undefined) return target;
  if (verb === undefined)
    return diagnosis("not_a_command", lacksVerb(items) ? messages.noVerb : messages.nothingFound);
  const either = items.find(
    (atom, at) => refusals.or.has(atom.text) && isTokenLike(items[at - 1]) && isTokenLike(items[at + 1]),
  );
  if (either !== undefined) return diagnosis("ambiguous_token", messages.oneOfTokens, either);
  const sorted = new SortedItems(items, language);
  if (isTransfer(verb, sorted))
    return recipientDiagnosis(sorted) ?? sorted.money() ?? transferDiagnosis(sorted, verb);
  return sorted.money() ?? swapDiagnosis(sorted, verb);
}

const isTokenLike = (atom: Atom | undefined): boolean =>
  atom?.kind === "token" || atom?.kind === "vague_token";

function isTransfer(verb: Atom, sorted: SortedItems): boolean {
  const { lexicon, refusals } = sorted.language;
  if (!lexicon.groups.SEND.has(verb.text)) return false;
  if (refusals.swapVerbs.has(verb.text)) return false;
  if (!refusals.softSwapVerbs.has(verb.text)) return true;
  return sorted.someone !== undefined || sorted.tokens.length < 2;
}

/** Diagnoses an unreadable swap: contradictions first, then missing parameters, then unknown words. */
export function swapDiagnosis(sorted: SortedItems, verb: Atom): Diagnosis {
  const { items, figures } = sorted;
  const { lexicon, amounts, refusals, messages } = sorted.language;
  const { groups } = lexicon;
  const best = items.find((atom) => atom.kind === "word" && groups.superlative.has(atom.text));
  if (best !== undefined) return diagnosis("ambiguous_token", messages.nameByMint, best);
  const nominal = nominals(sorted);
  const dollars = items.find((atom) => atom.kind === "vague_token");
  const unsure = sorted.unsure();
  const price = items.find((atom, at) => refusals.atPrice.has(items[at - 1]?.text ?? "") && isFigure(atom));
  if (price !== undefined) return diagnosis("unsupported_action", messages.noLimitPrices, price);
  if (figures.length > 1) {
    if (unsure !== undefined && refusals.ranges.test(unsure.text))
      return diagnosis("ambiguous_amount", messages.oneExactAmount, unsure);
    return conflict(sorted, figures);
  }
  const hex = items.find((atom) => atom.kind === "bad_address" && /^0x[0-9a-f]{1,8}$/i.test(atom.text));
  if (hex !== undefined) return diagnosis("invalid_amount", messages.plainDigits, hex);
  const foreign = sorted.tokens.length > 1 ? items.find(isForeignAddress) : undefined;
  if (foreign !== undefined) return diagnosis("invalid_address", messages.notSolana, foreign);
  const worth = items.find(
    (atom, at) =>
      (amounts.worthOf.has(atom.text) || amounts.worth.has(atom.text)) &&
      (sorted.tokens.length > 2 || items[at + 1]?.kind === "token"),
  );
  if (worth !== undefined && sorted.tokens.length > 1)
    return diagnosis("ambiguous_amount", messages.givenOrWorth, worth);
  if (sorted.tokens.length > 2) return diagnosis("several_actions", messages.oneToken, sorted.tokens[2]);
  if (unsure !== undefined) return diagnosis("ambiguous_amount", vagueAmount(sorted, unsure), unsure);
  if (dollars !== undefined)
    return diagnosis("ambiguous_token", messages.severalTokensMint(dollars.text), dollars);
  if (sorted.tokens.length === 2 && sorted.tokens[0]?.token === sorted.tokens[1]?.token) {
    return diagnosis("same_token", messages.notForItself, sorted.tokens[1]);
  }
  if (nominal.length < 2) return diagnosis("missing_token", otherToken(sorted, verb), verb);
  const unclear = figures.length === 0 ? unclearFigure(sorted) : undefined;
  if (unclear !== undefined)
    return diagnosis("ambiguous_amount", messages.notOneNumber(unclear.text), unclear);
  const glued = figures.length === 0 ? gluedSymbol(sorted) : undefined;
  if (glued !== undefined) return diagnosis("unknown_token", messages.unlistedMint(glued.text), glued);
  if (figures.length === 0)
    return diagnosis(
      "missing_amount",
      messages.howMuchOf(
        symbolOf(
          sorted,
          nominal.filter(({ start }) => start > verb.start),
        ),
      ),
      verb,
    );
  const unlisted = unlistedToken(sorted);
  if (unlisted !== undefined)
    return diagnosis("unknown_token", messages.unlistedMint(unlisted.text), unlisted);
  const half = items.find((atom) => atom.kind === "part");
  if (half !== undefined) return diagnosis("ambiguous_amount", messages.partOrAmount, half);
  const wholesale = groups.RID.has(verb.text) ? verb : balanceBeside(items, groups.BALANCE);
  if (wholesale !== undefined) return diagnosis("ambiguous_amount", messages.wholeOrAsMuch, wholesale);
  const fraction = partOrNumber(sorted);
  if (fraction !== undefined) return diagnosis("ambiguous_amount", messages.partOrNumber, fraction);
  if (refusals.softSwapVerbs.has(verb.text))
    return diagnosis("ambiguous_amount", messages.whichIsGiven, verb);
  return unexplained(sorted);
}

/** True for an address of another chain: "0x" and at least nine hexadecimal digits. */
const isForeignAddress = ({ kind, text }: Atom): boolean =>
  kind === "bad_address" && /^0x[0-9a-f]{9,}$/i.test(text);

/** Finds a word for a balance after a token, as in "my SOL balance". */
const balanceBeside = (items: Atoms, balances: ReadonlySet<string>): Atom | undefined =>
  items.find(
    (atom, at) => atom.kind === "word" && balances.has(atom.text) && items[at - 1]?.kind === "token",
  );

/** The symbol of the first token, or undefined if another word may name a token before it. */
const symbolOf = (
  { tokens: [first] }: SortedItems,
  [nominal]: readonly (Atom | undefined)[] = [first],
): string | undefined => (nominal === first ? first?.token?.symbol : undefined);

const vagueAmount = (sorted: SortedItems, { text }: Atom): string =>
  sorted.language.messages.leavesOpen(symbolOf(sorted), text);

function otherToken(sorted: SortedItems, verb: Atom): string {
  const { messages } = sorted.language;
  const symbol = symbolOf(sorted);
  if (symbol === undefined) return messages.nameBothTokens;
  return isWanted(sorted, verb) ? messages.tokenToPay(symbol) : messages.tokenToGet(symbol);
}

/** True if the only named token is the output. The word before it decides, otherwise the verb. */
function isWanted({ items, tokens, language: { lexicon, refusals } }: SortedItems, verb: Atom): boolean {
  const buys = refusals.buyVerbs.has(verb.text);
  const place = tokens[0] === undefined ? 0 : items.indexOf(tokens[0]);
  const lead = items
    .slice(0, place)
    .reverse()
    .find(
      (atom) =>
        atom.kind === "word" && !lexicon.groups.DET.has(atom.text) && !lexicon.groups.OF.has(atom.text),
    );
  if (lead === undefined || lead === verb) return buys;
  if (lexicon.groups.WITH.has(lead.text)) return false;
  if (!buys && (refusals.leads.has(lead.text) || refusals.onto.has(lead.text))) return true;
  return buys && !lexicon.groups.FOR.has(lead.text);
}

/** Tokens, and other words that may name a token. */
function nominals({ items, language: { lexicon, refusals } }: SortedItems): Atom[] {
  return items.filter((atom, at) => {
    if (
      atom.kind === "token" ||
      atom.kind === "vague_token" ||
      atom.kind === "address" ||
      atom.kind === "bad_address"
    )
      return true;
    if (atom.kind === "unknown") return true;
    return (
      atom.kind === "word" &&
      lexicon.groups.UNIT.has(atom.text) &&
      refusals.leads.has(items[at - 1]?.text ?? "")
    );
  });
}

function unlistedToken(sorted: SortedItems): Atom | undefined {
  if (sorted.tokens.length >= 2) return undefined;
  return nominals(sorted).find((atom) => atom.kind !== "token");
}

function conflict(sorted: SortedItems, figures: Atoms): Diagnosis {
  const last = figures[figures.length - 1];
  const { items } = sorted;
  const { messages, refusals } = sorted.language;
  const joined = items.find((atom) => atom.kind === "word" && refusals.joins.has(atom.text));
  const names = new Set(sorted.tokens.map((atom) => atom.token));
  if ((joined !== undefined && names.size > 1) || names.size > 2)
    return diagnosis("several_actions", messages.oneOrder, joined ?? last);
  // "2 SOL max" may mean the whole balance or an upper limit.
  if (
    figures.length === 2 &&
    figures.some(({ kind, form }) => kind === "part" && refusals.most.has(form ?? ""))
  )
    return diagnosis("ambiguous_amount", messages.oneExactAmount, last);
  return diagnosis("conflicting_amounts", messages.twoAmountsSwap, last);
}

const FIGURES: ReadonlySet<AtomKind> = new Set(["number", "vague_number", "invalid_number"]);
/** Diagnoses digits where a recipient is expected, as in "to 0.0.444". Runs before other checks. */
export function recipientDiagnosis({
  items,
  addresses,
  language: { lexicon, messages },
}: SortedItems): Diagnosis | undefined {
  if (addresses.length > 0) return undefined;
  const digits = items.find(
    (atom, at) =>
      FIGURES.has(atom.kind) && lexicon.groups.TO.has(items[at - 1]?.text ?? "") && !isAmount(items[at + 1]),
  );
  return digits && diagnosis("invalid_address", messages.notSolanaAddress(digits.text), digits);
}

/** True if a number is an amount, because a token follows. */
const isAmount = (next: Atom | undefined): boolean =>
  next?.kind === "token" || next?.kind === "vague_token" || next?.kind === "unknown";

/** Diagnoses an unreadable transfer: first the recipient, then the amount, then the token. */
export function transferDiagnosis(sorted: SortedItems, verb: Atom): Diagnosis {
  const { items, addresses, figures, tokens } = sorted;
  const { amounts, refusals, messages } = sorted.language;
  const mint = unexpectedMint(items, sorted.language);
  if (mint !== undefined) return diagnosis("unknown_token", messages.mintNotListed, mint);
  const people = addresses.length + items.filter((atom) => atom.kind === "bad_address").length;
  if (people > 1 && (items.some((atom) => refusals.shares.has(atom.text)) || addresses.length > 1)) {
    if (figures.length > 1) return diagnosis("several_actions", messages.oneOrder, figures[1]);
    return diagnosis("several_recipients", messages.oneRecipient, addresses[1] ?? sorted.bad);
  }
  if (sorted.bad !== undefined) {
    const message = sorted.bad.form === "case" ? messages.oneCase : messages.copyAgain;
    return diagnosis("invalid_address", message, sorted.bad);
  }
  if (addresses.length === 0 && sorted.someone !== undefined) {
    return diagnosis("unknown_recipient", messages.cannotResolve(sorted.someone.text), sorted.someone);
  }
  const person = addresses.length === 0 ? unknownPerson(items, verb, sorted.language) : undefined;
  if (person !== undefined)
    return diagnosis(
      "unknown_recipient",
      messages.notAnAddressOrName(person.kind === "part" ? (person.form ?? person.text) : person.text),
      person,
    );
  if (figures.length > 1) {
    const names = new Set(tokens.map((atom) => atom.token));
    if (names.size > 1) return diagnosis("several_actions", messages.oneTokenSent, figures[1]);
    return diagnosis("conflicting_amounts", messages.twoAmounts, figures[1]);
  }
  const unsure = sorted.unsure();
  if (unsure !== undefined)
    return diagnosis("ambiguous_amount", messages.sendLeavesOpen(unsure.text), unsure);
  const glued = figures.length === 0 ? gluedSymbol(sorted) : undefined;
  if (glued !== undefined) return diagnosis("unknown_token", messages.unlistedMint(glued.text), glued);
  if (figures.length === 0)
    return diagnosis("missing_amount", messages.howMuchToSend(tokens[0]?.token?.symbol), verb);
  const toSomeone = addresses.length > 0;
  // In "pay jup 5 SOL", "jup" is a person whose name is also a token.
  const [, payee, figure] = items;
  if (!toSomeone && tokens.length === 2 && payee?.kind === "token" && figure?.kind === "number")
    return diagnosis("unknown_recipient", messages.notAnAddressOrName(payee.text), payee);
  if (!toSomeone) return diagnosis("missing_recipient", messages.sayWhoReceives, verb);
  const dollars = items.find((atom) => atom.kind === "vague_token");
  if (dollars !== undefined && tokens.length === 0)
    return diagnosis("ambiguous_token", messages.severalTokens(dollars.text), dollars);
  const [unknown] = sorted.unknowns;
  if (tokens.length === 0) {
    if (unknown !== undefined) return diagnosis("unknown_token", messages.unlisted(unknown.text), unknown);
    return diagnosis("missing_token", messages.nameSent, verb);
  }
  const half = items.find(
    ({ kind, text, form }) => kind === "part" && (text === PART.half || amounts.single.has(form ?? "")),
  );
  if (half !== undefined) return diagnosis("ambiguous_amount", messages.partOrAmount, half);
  const worth = tokens.length > 1 ? items.find(({ text }) => amounts.worthOf.has(text)) : undefined;
  if (worth !== undefined) return diagnosis("ambiguous_amount", messages.howMuchOfSent, worth);
  const fraction = partOrNumber(sorted);
  if (fraction !== undefined) return diagnosis("ambiguous_amount", messages.partOrNumber, fraction);
  return unexplained(sorted);
}

/** Finds an address where a token is expected, before "to" and the recipient. */
function unexpectedMint(items: Atoms, { recipients }: Language): Atom | undefined {
  return items.find((atom, at) => {
    if (atom.kind !== "address") return false;
    const before = items[at - 1];
    const after = items[at + 1];
    return (
      (before?.kind === "unknown" || before?.kind === "token" || before?.kind === "number") &&
      recipients.to.has(after?.text ?? "") &&
      items[at + 2] !== undefined
    );
  });
}

/** Finds a recipient that is not an address: after "to" or right after the verb. */
function unknownPerson(items: Atoms, verb: Atom, { lexicon, refusals }: Language): Atom | undefined {
  const { groups } = lexicon;
  const at = items.findIndex((atom) => groups.TO.has(atom.text) || atom.text === "->");
  if (at >= 0) {
    const behind = items.slice(at + 1).filter((atom) => atom.kind !== "mark");
    const named = behind.find(
      (atom) => atom.kind === "unknown" || atom.kind === "token" || refusals.pronouns.has(atom.text),
    );
    if (named !== undefined) return named;
    const plain =
      behind.length > 0 &&
      behind.every((atom) => groups.HOLDER.has(atom.text) || refusals.pointers.has(atom.text));
    return plain ? undefined : behind[0];
  }
  const person = items.find((atom) => atom.kind === "word" && groups.PERSON.has(atom.text));
  if (person !== undefined) return person;
  const next = items[items.indexOf(verb) + 1];
  const after = items[items.indexOf(verb) + 2];
  return next?.kind === "unknown" && (after === undefined || after.kind !== "token")
    ? next
    : items.find((atom, k) => atom.kind === "unknown" && k > 0 && isFigure(items[k + 1] ?? atom));
}

/** Diagnoses an order that has all parameters, but an unexplained word. */
export function unexplained(sorted: SortedItems): Diagnosis {
  const { messages } = sorted.language;
  const [word] = sorted.unknowns;
  const [first, second] = sorted.items.filter((atom) => beginsClause(atom, sorted.language));
  if (second !== undefined && word === undefined)
    return diagnosis("several_actions", messages.oneOrder, second);
  // "swap 1 SOL for USDC to alice.sol" would also have to send the output.
  const swaps = first !== undefined && sorted.language.refusals.swapVerbs.has(first.text);
  const [payee] = sorted.addresses;
  if (
    swaps &&
    first === sorted.items[0] &&
    word === undefined &&
    payee !== undefined &&
    !isSender(sorted, payee)
  )
    return diagnosis("several_actions", messages.swapThenSend, payee);
  // "I will send …" and "user: swap …" are texts about an order.
  if (first !== undefined && first !== sorted.items[0])
    return diagnosis("not_a_command", messages.aboutAnOrder, first);
  if (word === undefined) return diagnosis("not_a_command", messages.noOrderTogether);
  // "swap 1 SOL to USDC is stuck" is a text about an order.
  const statement = sorted.items.find(
    (_, at) => at > 1 && sorted.language.questions.is.has(sorted.items[at - 1]?.text ?? ""),
  );
  if (statement !== undefined) return diagnosis("not_a_command", messages.aboutAnOrder, statement);
  const unclear = unclearFigure(sorted);
  if (unclear !== undefined)
    return diagnosis("ambiguous_amount", messages.notOneNumber(unclear.text), unclear);
  return diagnosis("unsupported_action", messages.wordNotUnderstood(word.text), word);
}

/** True for "from ADDRESS": another wallet, from which the user cannot spend. */
const isSender = ({ items, language: { amounts } }: SortedItems, who: Atom): boolean =>
  amounts.fromOwn.has(items[items.indexOf(who) - 1]?.text ?? "");
