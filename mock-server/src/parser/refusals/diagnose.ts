import type { Language } from "../languages/language.js";
import type { Sentence } from "../orders/sentences.js";
import type { Atom, Atoms } from "../text/atom.js";
import { balanceTarget } from "./balance-target.js";
import { swapDiagnosis } from "./diagnose-swap.js";
import { recipientDiagnosis, transferDiagnosis } from "./diagnose-transfer.js";
import { isActionVerb } from "./guards.js";
import type { Diagnosis } from "./reasons.js";
import { diagnosis, isFigure, lacksVerb, SortedItems } from "./sorted-items.js";

/** Says why text that no pattern explains is refused: the slot that is missing, doubtful or wrong. */
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
  const payee = verb === undefined ? payeeOf(items, language) : undefined;
  if (payee !== undefined) return diagnosis("unknown_recipient", messages.notAnAddressYet(payee.text), payee);
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

/** "make a payment to Victoria": somebody by a name that is no address. */
const payeeOf = (items: Atoms, { refusals }: Language): Atom | undefined =>
  items.find((atom, at) => atom.kind === "unknown" && refusals.paying.test(items[at - 1]?.text ?? ""));

const isTokenLike = (atom: Atom | undefined): boolean =>
  atom?.kind === "token" || atom?.kind === "vague_token";

function isTransfer(verb: Atom, sorted: SortedItems): boolean {
  const { lexicon, refusals } = sorted.language;
  if (!lexicon.groups.SEND.has(verb.text)) return false;
  if (refusals.swapVerbs.has(verb.text)) return false;
  if (!refusals.softSwapVerbs.has(verb.text)) return true;
  return sorted.someone !== undefined || sorted.tokens.length < 2;
}
