import type { ParsingReason } from "intent-tx/contract";

/** Why a command was refused. `too_long` and `empty` are about the field itself: the API answers them with 400. */
export type RefusalReason = ParsingReason | "too_long" | "empty";
