import type { ParserWorld } from "./command.js";
import type { Explanation } from "./explanation.js";
import { parse } from "./parse.js";
import type { RefusalReason } from "./refusals/reasons.js";

/** An explanation with its outcome; JSON all through. */
export interface ExplainedCommand extends Explanation {
  readonly command: string;
  readonly ok: boolean;
  /** The command that was read; integers as decimal strings. */
  readonly parsed?: unknown;
  readonly slippageBps?: number;
  readonly confidence?: number;
  readonly reason?: RefusalReason;
  readonly message?: string;
  readonly suggestions?: readonly string[];
}

/**
 * Tells what the parser saw in a command: its words with their places, which of them gave which parameter, every
 * reading that the grammar allowed, and what the confidence is made of.
 *
 * @example explain("swap 1 SOL for USDC", world).slots
 */
export function explain(command: string, world: ParserWorld): ExplainedCommand {
  const result = parse(command, world);
  const { explanation } = result;
  if (!result.ok) {
    const { reason, message, suggestions } = result;
    return { command, ok: false, reason, message, suggestions, ...explanation };
  }
  const parsed: unknown = JSON.parse(
    JSON.stringify(result.command, (_, value: unknown) =>
      typeof value === "bigint" ? value.toString() : value,
    ),
  );
  const slippage = result.slippageBps === undefined ? {} : { slippageBps: result.slippageBps };
  return { command, ok: true, parsed, ...slippage, confidence: result.confidence, ...explanation };
}
