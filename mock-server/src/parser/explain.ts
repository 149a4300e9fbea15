import type { ErrorDetails } from "intent-tx/contract";
import { TOKENS } from "../fixtures/tokens.js";
import type { Command, ParserToken, ParserWorld, Span } from "./command.js";
import { parse } from "./parse.js";
import type { Explanation, RefusalReason } from "./result.js";

/** The tokens, names and wallet that the parser knows. */
export interface ExplainOptions {
  /**
   * Tokens that a command may name. Default: the mock server's own. Pass the same array each time, so that it is
   * indexed only once.
   */
  readonly tokens?: readonly ParserToken[];
  /** Base58 addresses by `.sol` name in lower case. Default: none, so every name is refused as unknown. */
  readonly names?: Readonly<Record<string, string>>;
  /** The signing wallet's base58 address. Transfers to it are refused. */
  readonly walletAddress?: string;
}

/** A command that was understood. */
export interface ExplainedReading extends Explanation {
  /** True: the command was understood. */
  readonly ok: true;
  /** The command, as written. */
  readonly command: string;
  /** The only possible reading; amounts are integers in base units. */
  readonly reading: Command;
  /** The slippage that the command states, in basis points. */
  readonly slippageBps?: number;
  /** Share of similar labelled commands that were read correctly (lower 95% bound). */
  readonly confidence: number;
}

/** A command that was refused. */
export interface ExplainedRefusal extends Explanation {
  /** False: the command was refused. */
  readonly ok: false;
  /** The command, as written. */
  readonly command: string;
  /** Why it was refused. */
  readonly refusal: {
    /** The reason, the same value as `details.reason` in the service's 422 response. */
    readonly reason: RefusalReason;
    /** The problem and how to fix it, in the command's language. */
    readonly message: string;
    /** The words that caused the refusal. */
    readonly span: Span;
  };
  /** At most five complete, valid commands close to the refused one, best first. */
  readonly suggestions: readonly string[];
  /** The order, completed with a token that it lacks. Only the user can choose one. */
  readonly completions: readonly ErrorDetails.Completion[];
}

/** The parser's reading or refusal of a command. */
export type ExplainedCommand = ExplainedReading | ExplainedRefusal;

/**
 * Reads a command as the mock server would, and explains each word. The same command and options give the same result.
 *
 * Shares of a balance and dollar amounts stay as written, because the parser does not know balances or prices.
 *
 * @param command The command as a user would write it.
 * @param options The tokens, names and wallet that the parser knows.
 * @returns The reading, or the refusal with suggestions. Also the command's words with their positions.
 * @throws nothing; a command that cannot be read is a refusal.
 * @example
 * ```ts
 * import { explain } from "@intent-tx/mock-server/parser";
 *
 * const explained = explain("swap 1.5 SOL for USDC");
 * if (explained.ok) console.log(explained.reading.action, explained.slots);
 * else console.log(explained.refusal.message, explained.suggestions);
 * ```
 */
export function explain(command: string, options: ExplainOptions = {}): ExplainedCommand {
  if (typeof command !== "string")
    throw new TypeError(`command must be a string, not of type ${typeof command}`);
  const { tokens = TOKENS, names, walletAddress } = options;
  const known = new Map(Object.entries(names ?? {}));
  return explainIn(command, {
    tokens,
    resolveName: (name) => known.get(name),
    ...(walletAddress === undefined ? {} : { walletAddress }),
  });
}

/** Like `explain`, for a given world. */
export function explainIn(command: string, world: ParserWorld): ExplainedCommand {
  const result = parse(command, world);
  const explanation = result.explain();
  if (!result.ok) {
    const { reason, message, span } = result;
    const refusal = { reason, message, span };
    const [suggestions, completions] = [result.suggest(), result.complete()];
    return { ok: false, command, refusal, suggestions, completions, ...explanation };
  }
  const { command: reading, slippageBps, confidence } = result;
  const slippage = slippageBps === undefined ? {} : { slippageBps };
  return { ok: true, command, reading, ...slippage, confidence, ...explanation };
}
