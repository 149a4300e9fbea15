import type { Span } from "./command.js";

/** A word or number as the parser read it. */
export interface ExplainedToken extends Span {
  /** The text, as written. */
  readonly text: string;
  /** The kind of the text: `word`, `number`, `token`, `address`, `noise`, `unknown` … */
  readonly kind: string;
  /** The value it stands for, where it has one. */
  readonly value?: string;
}

/** The words that gave a parameter. */
export interface ExplainedSlot extends Span {
  readonly parameter: string;
  readonly text: string;
  readonly value: string;
}

/** A named reason to believe the reading a little less. */
export interface ConfidenceFactor {
  readonly name: string;
  readonly value: number;
  readonly span?: Span;
}

/** A reading that the grammar allowed. Two that differ are a refusal. */
export interface ExplainedCandidate {
  readonly pattern: string;
  readonly reading: string;
}

/**
 * The parser's view of a command.
 * It is plain JSON without a bigint; the same text and world give the same bytes.
 */
export interface Explanation {
  /** Version of the grammar and of the confidence table. */
  readonly version: string;
  readonly tokens: readonly ExplainedToken[];
  readonly slots: readonly ExplainedSlot[];
  readonly candidates: readonly ExplainedCandidate[];
  readonly factors: readonly ConfidenceFactor[];
  /** Product of the factors, before calibration. Absent when refused. */
  readonly score?: number;
}
