import type { ErrorDetails, ParsingReason } from "intent-tx/contract";
import type { Token } from "../fixtures/tokens.js";
import { ServiceError } from "../kernel/errors.js";
import type { QuoteRefused } from "../market/routing.js";

/** Why a command cannot become an intent, and how to fix it. */
interface Refusal {
  readonly reason: ParsingReason;
  readonly message: string;
  readonly span?: { readonly start: number; readonly end: number };
  readonly suggestions?: readonly string[];
  readonly completions?: readonly ErrorDetails.Completion[];
}

/** The refusal in the contract's format: 422 `parsing_error` (decision 38). */
export function parsingError(command: string, refusal: Refusal): ServiceError<"parsing_error"> {
  const { reason, message, span, suggestions, completions } = refusal;
  const details: ErrorDetails.Parsing = { command, reason, message };
  if (span) details.span = { start: span.start, end: span.end };
  if (suggestions && suggestions.length > 0) details.suggestions = [...suggestions];
  if (completions && completions.length > 0) details.completions = [...completions];
  return new ServiceError("parsing_error", message, { details });
}

/** Thrown while a command is resolved. The code that catches it adds the command. */
export class CommandRefused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.message);
  }
}

export function refuse(reason: ParsingReason, message: string): never {
  throw new CommandRefused({ reason, message });
}

/** Refuses a swap that the pools cannot fill. */
export function refuseQuote({ refused }: QuoteRefused, input: Token, output: Token): never {
  const pair = `${input.symbol} to ${output.symbol}`;
  if (refused === "no_route") refuse("no_route", `No pools connect ${pair}.`);
  if (refused === "zero_output") {
    refuse("invalid_amount", `The amount is too small for a swap from ${pair}; use a larger one.`);
  }
  refuse(
    "insufficient_liquidity",
    `The pools from ${pair} do not have enough liquidity; use a smaller amount.`,
  );
}
