/**
 * The command parser as a function, for web pages and programs. It needs no Node API, server or network.
 *
 * @module @intent-tx/mock-server/parser
 */

export type {
  Amount,
  Command,
  ParserToken,
  QueryReading,
  QueryTopic,
  Span,
  SwapReading,
  TransferReading,
} from "./command.js";
export {
  type ExplainedCommand,
  type ExplainedReading,
  type ExplainedRefusal,
  type ExplainOptions,
  explain,
} from "./explain.js";
export type {
  ConfidenceFactor,
  ExplainedCandidate,
  ExplainedSlot,
  ExplainedSpan,
  Explanation,
  RefusalReason,
} from "./result.js";
