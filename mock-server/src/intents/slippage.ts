import { LIMITS } from "intent-tx/contract";
import type { Parsed } from "../parser/command.js";
import { CommandRefused } from "./refusal.js";

/**
 * The slippage that bounds a swap, in basis points: the request's, else the spoken one, else the default. Two that differ
 * are refused, since either could be meant (decision 26).
 *
 * @throws CommandRefused `ambiguous_slippage`
 */
export function slippageInForce(
  requested: number | undefined,
  parsed: Pick<Parsed, "slippageBps" | "explanation">,
): number {
  const spoken = parsed.slippageBps;
  if (requested !== undefined && spoken !== undefined && requested !== spoken) {
    const said = parsed.explanation.slots.find(({ parameter }) => parameter.startsWith("slippage"));
    throw new CommandRefused({
      reason: "ambiguous_slippage",
      message: `The command says ${spoken} basis points of slippage, the field \`slippage\` says ${requested}. Leave one out.`,
      ...(said && { span: { start: said.start, end: said.end } }),
    });
  }
  return requested ?? spoken ?? LIMITS.slippageDefault;
}
