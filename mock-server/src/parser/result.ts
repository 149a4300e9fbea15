import type { ErrorDetails, ParsingReason } from "intent-tx/contract";
import type { Command, Span } from "./command.js";
import type { Messages } from "./languages/language.js";

/** Why a command was refused. `too_long` and `empty` concern the request field; the API returns 400 for them. */
export type RefusalReason = ParsingReason | "too_long" | "empty";

/** A refusal, with the place of the words that caused it. */
export interface Diagnosis {
  readonly ok: false;
  readonly reason: RefusalReason;
  readonly message: Message;
  readonly span?: Span;
  /** A name that is not on the token list, as a second fault. */
  readonly unlisted?: Span;
}

type PlainText = {
  [Key in keyof Messages]: Messages[Key] extends string | ((written: string) => string) ? Key : never;
}[keyof Messages];

/** A text of the language's messages. It may quote the words of the span as they are written. */
export type Message = PlainText | ((messages: Messages, written: string) => string);

/** The text of a message in a language. `written` is the word of its span. */
export function messageText(message: Message, messages: Messages, written: string): string {
  const text = typeof message === "string" ? messages[message] : message(messages, written);
  return typeof text === "string" ? text : text(written);
}

export const diagnosis = (reason: RefusalReason, message: Message, at?: Span): Diagnosis => ({
  ok: false,
  reason,
  message,
  ...(at === undefined ? {} : { span: { start: at.start, end: at.end } }),
});

/** A word or number as the parser read it. */
export interface ExplainedSpan extends Span {
  /** The text, as written. */
  readonly text: string;
  /** The kind of the text: `word`, `number`, `token`, `address`, `noise`, `unknown` … */
  readonly kind: string;
  /** The parsed value, if any. */
  readonly value?: string;
}

/** The words that set a parameter. */
export interface ExplainedSlot extends Span {
  /** The parameter: `amount`, `inputToken`, `outputToken`, `recipient`, `slippageBps`, `topic`. */
  readonly parameter: string;
  /** The text, as written. */
  readonly text: string;
  /** The value of the parameter. */
  readonly value: string;
}

/** A named reason for lower confidence. */
export interface ConfidenceFactor {
  /** The name of the reason, such as `spelled` or `usd`. */
  readonly name: string;
  /** The factor, below 1. */
  readonly value: number;
  /** The words that caused the lower confidence, if any. */
  readonly span?: Span;
}

/** A reading that the grammar allows. Two different readings cause a refusal. */
export interface ExplainedCandidate {
  /** The name of the pattern in the grammar. */
  readonly pattern: string;
  /** The values of the pattern's parameters, as text. */
  readonly reading: string;
}

/** The parser's analysis as plain JSON without bigints. The same text and world produce identical bytes. */
export interface Explanation {
  /** Version of the grammar and of the confidence table. */
  readonly version: string;
  /** Each word, number and mark of the command, with its place. */
  readonly spans: readonly ExplainedSpan[];
  /** The words that set the parameters; empty for a refused command. */
  readonly slots: readonly ExplainedSlot[];
  /** Every reading that the grammar allowed. */
  readonly candidates: readonly ExplainedCandidate[];
  /** The factors that lower the confidence. */
  readonly factors: readonly ConfidenceFactor[];
  /** Product of the factors, before calibration. Absent when refused. */
  readonly score?: number;
}

export interface Parsed {
  readonly ok: true;
  readonly command: Command;
  /** The slippage that the command states, in basis points. */
  readonly slippageBps?: number;
  /** Calibrated share of similar commands that were read correctly. */
  readonly confidence: number;
  explain(): Explanation;
}

export interface Refused {
  readonly ok: false;
  readonly reason: RefusalReason;
  /** The problem and how to fix it. */
  readonly message: string;
  /** The words that caused the refusal. */
  readonly span: Span;
  /** At most five complete commands that parse, best first. */
  suggest(): string[];
  /** The same order with a token added that it lacks. The user has to choose one; none is what they wrote. */
  complete(): ErrorDetails.Completion[];
  explain(): Explanation;
}

/** The outcome of a parse. */
export type ParseResult = Parsed | Refused;
