import type { Pattern } from "./pattern.js";
import { SWAP_PATTERNS } from "./patterns-swap.js";
import { TRANSFER_PATTERNS } from "./patterns-transfer.js";

/** The grammar of orders. */
export const PATTERNS: readonly Pattern[] = [...SWAP_PATTERNS, ...TRANSFER_PATTERNS];
