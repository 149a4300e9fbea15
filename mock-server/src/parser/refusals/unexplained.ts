import type { Fault } from "../orders/resolve.js";
import { type Facts, fault } from "./facts.js";
import { beginsClause } from "./guards.js";

/** Every slot is there, but so is a word that nothing explains. */
export function unexplained(facts: Facts): Fault {
  const [word] = facts.unknowns;
  const [first, second] = facts.items.filter(beginsClause);
  if (second !== undefined && word === undefined)
    return fault("several_actions", "Give one order at a time.", second);
  // "I will send …", "user: swap …": somebody speaks of an order.
  if (first !== undefined && first !== facts.items[0])
    return fault("not_a_command", "This speaks about an order. Say it as a plain command.", first);
  if (word === undefined)
    return fault("not_a_command", "These words make no order together. Try: swap 1 SOL for USDC.");
  return fault(
    "unsupported_action",
    `"${word.text}" is not understood, so the order is refused. Leave it out if it changes nothing.`,
    word,
  );
}
