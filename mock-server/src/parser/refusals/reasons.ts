import type { ParsingReason } from "intent-tx/contract";
import type { Span } from "../command.js";

/** Why a command was refused. `too_long` and `empty` are about the field itself: the API answers them with 400. */
export type RefusalReason = ParsingReason | "too_long" | "empty";

/** The reason why a command is not an order, in words, and the place in it. */
export interface Diagnosis {
  readonly reason: RefusalReason;
  readonly message: string;
  readonly span?: Span;
}
