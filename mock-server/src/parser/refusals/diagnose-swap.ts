import { group } from "../languages/lexicon.js";
import type { Fault } from "../orders/resolve.js";
import type { Atom } from "../text/atom.js";
import { type Facts, fault, isFigure, PART_OR_NUMBER, partOrNumber, union } from "./facts.js";
import { unexplained } from "./unexplained.js";

/** Verbs of a swap only if there are two tokens. */
export const softSwapVerbs = union("PUT", "SPEND", "GET", "NEED");
const buyVerbs = union("BUY", "GET");
const superlative = group("superlative");
const units = group("UNIT");
const rid = group("RID");
const balances = group("BALANCE");
const leads = union("TO", "INTO", "FOR", "YIELDS");

/** Why a swap cannot be read: first what contradicts itself, then what is missing, then what is unknown. */
export function swapFault(facts: Facts, verb: Atom): Fault {
  const { items, figures } = facts;
  const best = items.find((atom) => atom.kind === "word" && superlative.has(atom.text));
  if (best !== undefined) return fault("ambiguous_token", "Name the token by its symbol or mint.", best);
  const nominal = nominals(items);
  const dollars = items.find((atom) => atom.kind === "vague_token");
  const unsure = facts.unsure();
  const price = items.find((atom, at) => items[at - 1]?.text === "at" && isFigure(atom));
  if (price !== undefined) return fault("unsupported_action", "Limit prices are not supported.", price);
  if (figures.length > 1) {
    if (unsure !== undefined && /^(?:between|or|somewhere|anywhere)/.test(unsure.text))
      return fault("ambiguous_amount", "Give one exact amount.", unsure);
    return conflict(facts, figures);
  }
  const hex = items.find((atom) => atom.kind === "bad_address" && /^0x[0-9a-f]{1,8}$/i.test(atom.text));
  if (hex !== undefined) return fault("invalid_amount", "Write the amount in plain digits.", hex);
  const foreign = facts.tokens.length > 1 ? items.find(isForeignAddress) : undefined;
  if (foreign !== undefined) return fault("invalid_address", "That is not a Solana address.", foreign);
  const worth = items.find(
    (atom, at) =>
      (atom.text === "worth of" || atom.text === "worth") &&
      (facts.tokens.length > 2 || items[at + 1]?.kind === "token"),
  );
  if (worth !== undefined && facts.tokens.length > 1)
    return fault("ambiguous_amount", "Say whether the figure is what is given or what it is worth.", worth);
  if (facts.tokens.length > 2)
    return fault("several_actions", "Name one token to give and one to get.", facts.tokens[2]);
  if (unsure !== undefined) return fault("ambiguous_amount", vagueAmount(facts, unsure), unsure);
  if (dollars !== undefined)
    return fault(
      "ambiguous_token",
      `"${dollars.text}" could be several tokens. Name one by its symbol or mint.`,
      dollars,
    );
  if (facts.tokens.length === 2 && facts.tokens[0]?.token === facts.tokens[1]?.token) {
    return fault("same_token", "A token cannot be swapped for itself.", facts.tokens[1]);
  }
  if (nominal.length < 2) return fault("missing_token", otherToken(facts, verb), verb);
  if (figures.length === 0) return fault("missing_amount", `Say how much ${amountOf(facts)}.`, verb);
  const unlisted = unlistedToken(facts);
  if (unlisted !== undefined)
    return fault(
      "unknown_token",
      `"${unlisted.text}" is not a token of the list. Give its symbol or mint.`,
      unlisted,
    );
  const half = items.find((atom) => atom.kind === "part");
  if (half !== undefined)
    return fault("ambiguous_amount", "Say whether it is a part of the balance or an amount.", half);
  const wholesale = rid.has(verb.text) ? verb : balanceBeside(items);
  if (wholesale !== undefined)
    return fault(
      "ambiguous_amount",
      "Say whether the whole balance is given, or as much as buys the amount named.",
      wholesale,
    );
  const fraction = partOrNumber(facts);
  if (fraction !== undefined) return fault("ambiguous_amount", PART_OR_NUMBER, fraction);
  if (softSwapVerbs.has(verb.text))
    return fault("ambiguous_amount", "Say which token is given and which amount is wanted.", verb);
  return unexplained(facts);
}

/** An address of another chain, where both tokens are named already. */
const isForeignAddress = ({ kind, text }: Atom): boolean =>
  kind === "bad_address" && /^0x[0-9a-f]{9,}$/i.test(text);

/** "my SOL balance" where an amount to receive is named too. */
const balanceBeside = (items: readonly Atom[]): Atom | undefined =>
  items.find(
    (atom, at) => atom.kind === "word" && balances.has(atom.text) && items[at - 1]?.kind === "token",
  );

/** The token of which an amount is wanted: the first that is named. */
const amountOf = ({ tokens: [first] }: Facts): string => first?.token?.symbol ?? "of which token";

const vagueAmount = (facts: Facts, { text }: Atom): string =>
  `Say how much ${amountOf(facts)}: "${text}" leaves it open. Give one number.`;

function otherToken({ tokens: [first] }: Facts, verb: Atom): string {
  const symbol = first?.token?.symbol;
  if (symbol === undefined) return "Name the token to give and the token to get.";
  return buyVerbs.has(verb.text)
    ? `Name the token to pay for ${symbol} with.`
    : `Name the token to get for ${symbol}.`;
}

/** Things that stand where a token would. */
function nominals(items: readonly Atom[]): Atom[] {
  return items.filter((atom, at) => {
    if (
      atom.kind === "token" ||
      atom.kind === "vague_token" ||
      atom.kind === "address" ||
      atom.kind === "bad_address"
    )
      return true;
    if (atom.kind === "unknown") return true;
    return atom.kind === "word" && units.has(atom.text) && leads.has(items[at - 1]?.text ?? "");
  });
}

function unlistedToken(facts: Facts): Atom | undefined {
  const { items } = facts;
  if (facts.tokens.length >= 2) return undefined;
  return nominals(items).find((atom) => atom.kind !== "token");
}

function conflict(facts: Facts, figures: readonly Atom[]): Fault {
  const last = figures[figures.length - 1];
  const { items } = facts;
  const joined = items.find((atom) => atom.kind === "word" && (atom.text === "and" || atom.text === "plus"));
  const names = new Set(facts.tokens.map((atom) => atom.token));
  if ((joined !== undefined && names.size > 1) || names.size > 2)
    return fault("several_actions", "Give one order at a time.", joined ?? last);
  return fault(
    "conflicting_amounts",
    "There are two amounts. Give the one to spend or the one to receive.",
    last,
  );
}
