import type { SwapDecoder } from "../solana/decode/instructions.js";
import { fixed, venue } from "./fields.js";

/** The mints are in the pool's order, so the wallet's derived accounts tell which is the input. */
const USER = { user: 10, input: 4, output: 5 };

const exactIn = fixed("input", { amount: 8, bound: 16, ...USER });
const exactOut = fixed("output", { amount: 16, bound: 8, ...USER });

/**
 * Decoder of Meteora DLMM. Reads `swap`, `swap_exact_out` and their second versions. Layouts: `meteora-dlmm-decoder` of
 * sevenlabs-hq/carbon, 2026-04-30.
 */
export const meteora: Readonly<Record<string, SwapDecoder>> = {
  LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo: venue("Meteora DLMM", 8, {
    f8c69e91e17587c8: exactIn,
    "414b3f4ceb5b5b88": exactIn,
    fa49652126cf4bb8: exactOut,
    "2bd7f784893cf351": exactOut,
  }),
};
