import type { SwapDecoder, SwapTerms } from "../solana/decode/instructions.js";
import { type Fields, fixed, termsAt, venue } from "./fields.js";

const CPMM = { user: 0, input: 4, output: 5, inputMint: 10, outputMint: 11 };

/** The concentrated pools. A pool that runs out of liquidity fills an exact output in part. */
const clmm =
  (mints: { readonly inputMint?: number; readonly outputMint?: number }) =>
  (fields: Fields): SwapTerms => {
    const exactIn = fields.bool(40);
    const places = { amount: 8, bound: 16, user: 0, input: 3, output: 4, ...mints };
    return { ...termsAt(fields, exactIn ? "input" : "output", places), needsGuard: !exactIn };
  };

/** The user's accounts of version 4 come last. Their number tells whether all accounts before them are present. */
const v4 = (side: SwapTerms["side"], amount: number, bound: number, ...counts: readonly number[]) => {
  const layout = fixed(side, { amount, bound, user: -1, input: -3, output: -2 });
  return (fields: Fields) => {
    const { length } = fields.instruction.accounts;
    return counts.includes(length)
      ? layout(fields)
      : fields.refuse(`has ${length} accounts, not ${counts.join(" or ")}`);
  };
};

/**
 * Decoders of Raydium's constant-product pools (CPMM), concentrated pools (CLMM) and version 4. An exact output of a
 * concentrated pool needs `guard`, because the program may fill it in part. Layouts: `raydium-cpmm-decoder`,
 * `raydium-clmm-decoder` and `raydium-amm-v4-decoder` of sevenlabs-hq/carbon, 2026-04-30.
 */
export const raydium: Readonly<Record<string, SwapDecoder>> = {
  CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C: venue("Raydium CPMM", 8, {
    "8fbe5adac41e33de": fixed("input", { amount: 8, bound: 16, ...CPMM }),
    "37d96256a34ab4ad": fixed("output", { amount: 16, bound: 8, ...CPMM }),
  }),
  CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK: venue("Raydium CLMM", 8, {
    f8c69e91e17587c8: clmm({}),
    "2b04ed0b1ac91e62": clmm({ inputMint: 11, outputMint: 12 }),
  }),
  "675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8": venue("Raydium v4", 1, {
    "09": v4("input", 1, 9, 17, 18),
    "0b": v4("output", 9, 1, 17, 18),
    10: v4("input", 1, 9, 8),
    11: v4("output", 9, 1, 8),
  }),
};
