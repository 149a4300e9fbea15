import type { SwapDecoder, SwapTerms } from "../solana/decode/instructions.js";
import { type Fields, fixed, venue } from "./fields.js";

const BUY = { user: 1, input: 6, output: 5, inputMint: 4, outputMint: 3 };
const SELL = { user: 1, input: 5, output: 6, inputMint: 3, outputMint: 4 };

/**
 * The program may open accounts at the user's cost: those of the protocol's and the creator's fee, and two of the user's
 * volume. Each has at most the size of a token account.
 */
const rent = 4n * 2_039_280n;

const withRent = (layout: (fields: Fields) => object) => (fields: Fields) =>
  ({ ...layout(fields), rent }) as SwapTerms;

/**
 * Decoder of Pump's AMM. Reads `buy`, `buy_exact_quote_in` and `sell`. The program may open up to four accounts at the
 * user's cost; their rent counts in the effects, so pass `maxFee`. Layouts: the program's IDL of 2026-08, and
 * `pump-swap-decoder` of sevenlabs-hq/carbon, 2026-04-30.
 */
export const pump: Readonly<Record<string, SwapDecoder>> = {
  pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA: venue("Pump AMM", 8, {
    "66063d1201daebea": withRent(fixed("output", { amount: 8, bound: 16, ...BUY })),
    c62e1552b4d9e870: withRent(fixed("input", { amount: 8, bound: 16, ...BUY })),
    "33e685a4017f83ad": withRent(fixed("input", { amount: 8, bound: 16, ...SELL })),
  }),
};
