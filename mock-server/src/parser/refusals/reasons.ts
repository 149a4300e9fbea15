import type { ParsingReason } from "intent-tx/contract";
import type { Span } from "../command.js";

/** Why a command was refused. `too_long` and `empty` concern the request field; the API returns 400 for them. */
export type RefusalReason = ParsingReason | "too_long" | "empty";

export interface Diagnosis {
  readonly reason: RefusalReason;
  readonly message: string;
  readonly span?: Span;
}
