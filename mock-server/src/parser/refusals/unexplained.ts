import type { Atom } from "../text/atom.js";
import { beginsClause } from "./guards.js";
import type { Diagnosis } from "./reasons.js";
import { diagnosis, type SortedItems, unclearFigure } from "./sorted-items.js";

/** Every slot is there, but so is a word that nothing explains. */
export function unexplained(sorted: SortedItems): Diagnosis {
  const { messages } = sorted.language;
  const [word] = sorted.unknowns;
  const [first, second] = sorted.items.filter((atom) => beginsClause(atom, sorted.language));
  if (second !== undefined && word === undefined)
    return diagnosis("several_actions", messages.oneOrder, second);
  // "swap 1 SOL for USDC to alice.sol": what is got would then be sent.
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
  // "I will send …", "user: swap …": somebody speaks of an order.
  if (first !== undefined && first !== sorted.items[0])
    return diagnosis("not_a_command", messages.aboutAnOrder, first);
  if (word === undefined) return diagnosis("not_a_command", messages.noOrderTogether);
  // "swap 1 SOL to USDC is stuck": the order is spoken of.
  const told = sorted.items.find(
    (_, at) => at > 1 && sorted.language.questions.is.has(sorted.items[at - 1]?.text ?? ""),
  );
  if (told !== undefined) return diagnosis("not_a_command", messages.aboutAnOrder, told);
  const unclear = unclearFigure(sorted);
  if (unclear !== undefined)
    return diagnosis("ambiguous_amount", messages.notOneNumber(unclear.text), unclear);
  return diagnosis("unsupported_action", messages.wordNotUnderstood(word.text), word);
}

/** "from ADDRESS": another's wallet, which nobody here can spend from. */
const isSender = ({ items, language: { amounts } }: SortedItems, who: Atom): boolean =>
  amounts.fromOwn.has(items[items.indexOf(who) - 1]?.text ?? "");
