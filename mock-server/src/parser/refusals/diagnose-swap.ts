import type { Atom, Atoms } from "../text/atom.js";
import type { Diagnosis } from "./reasons.js";
import {
  diagnosis,
  gluedSymbol,
  isFigure,
  partOrNumber,
  type SortedItems,
  unclearFigure,
} from "./sorted-items.js";
import { unexplained } from "./unexplained.js";

/** Why a swap cannot be read: first what contradicts itself, then what is missing, then what is unknown. */
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

/** An address of another chain, where both tokens are named already. */
const isForeignAddress = ({ kind, text }: Atom): boolean =>
  kind === "bad_address" && /^0x[0-9a-f]{9,}$/i.test(text);

/** "my SOL balance" where an amount to receive is named too. */
const balanceBeside = (items: Atoms, balances: ReadonlySet<string>): Atom | undefined =>
  items.find(
    (atom, at) => atom.kind === "word" && balances.has(atom.text) && items[at - 1]?.kind === "token",
  );

/** The token of which an amount is wanted: the first that is named, if a word that nobody knows is not before it. */
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

/** Whether the one token that is named is to be got: the word before it says so, or else the verb. */
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

/** Things that stand where a token would. */
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
  // "2 SOL max": all of the balance, or no more than that.
  if (
    figures.length === 2 &&
    figures.some(({ kind, form }) => kind === "part" && refusals.most.has(form ?? ""))
  )
    return diagnosis("ambiguous_amount", messages.oneExactAmount, last);
  return diagnosis("conflicting_amounts", messages.twoAmountsSwap, last);
}
