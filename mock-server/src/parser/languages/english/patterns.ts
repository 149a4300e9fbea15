import type { Pattern } from "../../orders/pattern.js";
import { SWAP_IN_PATTERNS } from "./patterns-swap-in.js";
import { SWAP_OUT_PATTERNS } from "./patterns-swap-out.js";
import { SWAP_PAIR_PATTERNS } from "./patterns-swap-pair.js";
import { TRANSFER_PATTERNS } from "./patterns-transfer.js";

/** The grammar of orders. */
export const ENGLISH_PATTERNS: readonly Pattern[] = [
  ...SWAP_IN_PATTERNS,
  ...SWAP_PAIR_PATTERNS,
  ...SWAP_OUT_PATTERNS,
  ...TRANSFER_PATTERNS,
];
