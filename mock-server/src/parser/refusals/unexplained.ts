import type { Fault } from "../orders/resolve.js";
import { type Facts, fault, unclearFigure } from "./facts.js";
import { beginsClause } from "./guards.js";

/** Every slot is there, but so is a word that nothing explains. */
export function unexplained(facts: Facts): Fault {
  const { messages } = facts.language;
  const [word] = facts.unknowns;
  const [first, second] = facts.items.filter((atom) => beginsClause(atom, facts.language));
  if (second !== undefined && word === undefined) return fault("several_actions", messages.oneOrder, second);
  // "I will send …", "user: swap …": somebody speaks of an order.
  if (first !== undefined && first !== facts.items[0])
    return fault("not_a_command", messages.aboutAnOrder, first);
  if (word === undefined) return fault("not_a_command", messages.noOrderTogether);
  // "swap 1 SOL to USDC is stuck": the order is spoken of.
  const told = facts.items.find(
    (_, at) => at > 1 && facts.language.questions.is.has(facts.items[at - 1]?.text ?? ""),
  );
  if (told !== undefined) return fault("not_a_command", messages.aboutAnOrder, told);
  const unclear = unclearFigure(facts);
  if (unclear !== undefined) return fault("ambiguous_amount", messages.notOneNumber(unclear.text), unclear);
  return fault("unsupported_action", messages.wordNotUnderstood(word.text), word);
}
