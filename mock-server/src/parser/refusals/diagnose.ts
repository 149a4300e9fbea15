import { FOREIGN_WORDS } from "../languages/english/words/foreign.js";
import { group } from "../languages/lexicon.js";
import type { Fault } from "../orders/resolve.js";
import type { Sentence } from "../orders/sentences.js";
import type { Atom } from "../text/atom.js";
import { softSwapVerbs, swapFault } from "./diagnose-swap.js";
import { recipientFault, transferFault } from "./diagnose-transfer.js";
import { Facts, fault, isFigure, union } from "./facts.js";
import { isActionVerb } from "./guards.js";

const swapVerbs = union("SWAP", "SELL", "BUY");
const sendVerbs = group("SEND");

/** Says why text that no pattern explains is refused: the slot that is missing, doubtful or wrong. */
export function diagnose(sentences: readonly Sentence[]): Fault {
  const [only] = sentences;
  const items =
    only !== undefined && sentences.length === 1
      ? only.items
      : sentences.flatMap((sentence) => sentence.items);
  const foreign = items.find((atom) => atom.kind === "unknown" && FOREIGN_WORDS.has(atom.text));
  if (foreign !== undefined) return fault("non_english", "Only English is understood.", foreign);
  const verb = items.find(isActionVerb) ?? items.find((atom) => softSwapVerbs.has(atom.text));
  const payee = verb === undefined ? payeeOf(items) : undefined;
  if (payee !== undefined) return fault("unknown_recipient", `"${payee.text}" is not an address.`, payee);
  const request = items.find(({ text }) => text === "request");
  if (verb === undefined && request !== undefined && items.some(isFigure))
    return fault("unsupported_action", "Payments cannot be requested, only made.", request);
  if (verb === undefined)
    return fault("not_a_command", "No order and no question was found. Try: swap 1 SOL for USDC.");
  const either = items.find(
    (atom, at) => atom.text === "or" && isTokenLike(items[at - 1]) && isTokenLike(items[at + 1]),
  );
  if (either !== undefined) return fault("ambiguous_token", "Name one of the tokens.", either);
  const facts = new Facts(items);
  if (isTransfer(verb, facts)) return recipientFault(facts) ?? facts.money() ?? transferFault(facts, verb);
  return facts.money() ?? swapFault(facts, verb);
}

/** "make a payment to Victoria": somebody by a name that is no address. */
const payeeOf = (items: readonly Atom[]): Atom | undefined =>
  items.find((atom, at) => atom.kind === "unknown" && PAYING.test(items[at - 1]?.text ?? ""));

const PAYING = /^\w+ (?:out )?(?:(?:a|the) )?(?:payment|transfer) to$/;

const isTokenLike = (atom: Atom | undefined): boolean =>
  atom?.kind === "token" || atom?.kind === "vague_token";

function isTransfer(verb: Atom, facts: Facts): boolean {
  if (!sendVerbs.has(verb.text)) return false;
  if (swapVerbs.has(verb.text)) return false;
  if (!softSwapVerbs.has(verb.text)) return true;
  return facts.someone !== undefined || facts.tokens.length < 2;
}
