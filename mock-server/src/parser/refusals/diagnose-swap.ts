import type { Fault } from "../orders/resolve.js";
import type { Atom } from "../text/atom.js";
import { type Facts, fault, isFigure, partOrNumber, unclearFigure } from "./facts.js";
import { unexplained } from "./unexplained.js";

/** Why a swap cannot be read: first what contradicts itself, then what is missing, then what is unknown. */
export function swapFault(facts: Facts, verb: Atom): Fault {
  const { items, figures } = facts;
  const { lexicon, amounts, refusals, messages } = facts.language;
  const { groups } = lexicon;
  const best = items.find((atom) => atom.kind === "word" && groups.superlative.has(atom.text));
  if (best !== undefined) return fault("ambiguous_token", messages.nameByMint, best);
  const nominal = nominals(facts);
  const dollars = items.find((atom) => atom.kind === "vague_token");
  const unsure = facts.unsure();
  const price = items.find((atom, at) => refusals.atPrice.has(items[at - 1]?.text ?? "") && isFigure(atom));
  if (price !== undefined) return fault("unsupported_action", messages.noLimitPrices, price);
  if (figures.length > 1) {
    if (unsure !== undefined && refusals.ranges.test(unsure.text))
      return fault("ambiguous_amount", messages.oneExactAmount, unsure);
    return conflict(facts, figures);
  }
  const hex = items.find((atom) => atom.kind === "bad_address" && /^0x[0-9a-f]{1,8}$/i.test(atom.text));
  if (hex !== undefined) return fault("invalid_amount", messages.plainDigits, hex);
  const foreign = facts.tokens.length > 1 ? items.find(isForeignAddress) : undefined;
  if (foreign !== undefined) return fault("invalid_address", messages.notSolana, foreign);
  const worth = items.find(
    (atom, at) =>
      (amounts.worthOf.has(atom.text) || amounts.worth.has(atom.text)) &&
      (facts.tokens.length > 2 || items[at + 1]?.kind === "token"),
  );
  if (worth !== undefined && facts.tokens.length > 1)
    return fault("ambiguous_amount", messages.givenOrWorth, worth);
  if (facts.tokens.length > 2) return fault("several_actions", messages.oneToken, facts.tokens[2]);
  if (unsure !== undefined) return fault("ambiguous_amount", vagueAmount(facts, unsure), unsure);
  if (dollars !== undefined)
    return fault("ambiguous_token", messages.severalTokensMint(dollars.text), dollars);
  if (facts.tokens.length === 2 && facts.tokens[0]?.token === facts.tokens[1]?.token) {
    return fault("same_token", messages.notForItself, facts.tokens[1]);
  }
  if (nominal.length < 2) return fault("missing_token", otherToken(facts, verb), verb);
  const unclear = figures.length === 0 ? unclearFigure(facts) : undefined;
  if (unclear !== undefined) return fault("ambiguous_amount", messages.notOneNumber(unclear.text), unclear);
  if (figures.length === 0) return fault("missing_amount", messages.howMuchOf(symbolOf(facts)), verb);
  const unlisted = unlistedToken(facts);
  if (unlisted !== undefined) return fault("unknown_token", messages.unlistedMint(unlisted.text), unlisted);
  const half = items.find((atom) => atom.kind === "part");
  if (half !== undefined) return fault("ambiguous_amount", messages.partOrAmount, half);
  const wholesale = groups.RID.has(verb.text) ? verb : balanceBeside(items, groups.BALANCE);
  if (wholesale !== undefined) return fault("ambiguous_amount", messages.wholeOrAsMuch, wholesale);
  const fraction = partOrNumber(facts);
  if (fraction !== undefined) return fault("ambiguous_amount", messages.partOrNumber, fraction);
  if (refusals.softSwapVerbs.has(verb.text)) return fault("ambiguous_amount", messages.whichIsGiven, verb);
  return unexplained(facts);
}

/** An address of another chain, where both tokens are named already. */
const isForeignAddress = ({ kind, text }: Atom): boolean =>
  kind === "bad_address" && /^0x[0-9a-f]{9,}$/i.test(text);

/** "my SOL balance" where an amount to receive is named too. */
const balanceBeside = (items: readonly Atom[], balances: ReadonlySet<string>): Atom | undefined =>
  items.find(
    (atom, at) => atom.kind === "word" && balances.has(atom.text) && items[at - 1]?.kind === "token",
  );

/** The token of which an amount is wanted: the first that is named. */
const symbolOf = ({ tokens: [first] }: Facts): string | undefined => first?.token?.symbol;

const vagueAmount = (facts: Facts, { text }: Atom): string =>
  facts.language.messages.leavesOpen(symbolOf(facts), text);

function otherToken(facts: Facts, verb: Atom): string {
  const { messages, refusals } = facts.language;
  const symbol = symbolOf(facts);
  if (symbol === undefined) return messages.nameBothTokens;
  return refusals.buyVerbs.has(verb.text) ? messages.tokenToPay(symbol) : messages.tokenToGet(symbol);
}

/** Things that stand where a token would. */
function nominals({ items, language: { lexicon, refusals } }: Facts): Atom[] {
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

function unlistedToken(facts: Facts): Atom | undefined {
  if (facts.tokens.length >= 2) return undefined;
  return nominals(facts).find((atom) => atom.kind !== "token");
}

function conflict(facts: Facts, figures: readonly Atom[]): Fault {
  const last = figures[figures.length - 1];
  const { items } = facts;
  const { messages, refusals } = facts.language;
  const joined = items.find((atom) => atom.kind === "word" && refusals.joins.has(atom.text));
  const names = new Set(facts.tokens.map((atom) => atom.token));
  if ((joined !== undefined && names.size > 1) || names.size > 2)
    return fault("several_actions", messages.oneOrder, joined ?? last);
  // "2 SOL max": all of the balance, or no more than that.
  if (
    figures.length === 2 &&
    figures.some(({ kind, form }) => kind === "part" && refusals.most.has(form ?? ""))
  )
    return fault("ambiguous_amount", messages.oneExactAmount, last);
  return fault("conflicting_amounts", messages.twoAmountsSwap, last);
}
