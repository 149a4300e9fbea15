import type { SwapDecoder, SwapTerms } from "../solana/decode/instructions.js";
import { type Fields, type Places, termsAt, venue } from "./fields.js";

/** Places of the user's accounts and mints of tokens A and B, in this order. */
interface Pair {
  readonly user: number;
  readonly accounts: readonly [number, number];
  readonly mints?: readonly [number, number];
}

const EXACT_IN_AT = 40;
const A_TO_B_AT = 41;

/** The terms at `places`. With an explicit price limit, whose offsets are `limits`, an exact output can be filled in part. */
function termsOf(
  fields: Fields,
  exactInAt: number,
  places: Omit<Places, "amount" | "bound">,
  ...limits: readonly number[]
): SwapTerms {
  const exactIn = fields.bool(exactInAt);
  const needsGuard = !exactIn && limits.some((at) => fields.u64(at) !== 0n || fields.u64(at + 8) !== 0n);
  const terms = termsAt(fields, exactIn ? "input" : "output", { amount: 8, bound: 16, ...places });
  return { ...terms, needsGuard };
}

const swap =
  ({ user, accounts, mints }: Pair) =>
  (fields: Fields): SwapTerms => {
    const [from, to] = fields.bool(A_TO_B_AT) ? ([0, 1] as const) : ([1, 0] as const);
    const named = mints && { inputMint: mints[from], outputMint: mints[to] };
    const places = { user, input: accounts[from], output: accounts[to], ...named };
    return termsOf(fields, EXACT_IN_AT, places, 24);
  };

function twoHop(fields: Fields): SwapTerms {
  const [input, between] = fields.bool(25) ? ([4, 6] as const) : ([6, 4] as const);
  const [next, output] = fields.bool(26) ? ([8, 10] as const) : ([10, 8] as const);
  // Two accounts between the pools would take tokens that the wallet already has.
  if (fields.account(between) !== fields.account(next))
    fields.refuse("puts the tokens between its two pools in one account and takes them from another");
  return termsOf(fields, 24, { user: 1, input, output }, 27, 43);
}

const TWO_HOP_V2 = { user: 14, input: 8, output: 13, inputMint: 2, outputMint: 4 };

/**
 * Decoder of Orca Whirlpool. Reads `swap`, `two_hop_swap` and their second versions. An exact output with a price limit
 * needs `guard`, because the program may then fill it in part. Layouts: `orca-whirlpool-decoder` of sevenlabs-hq/carbon,
 * 2026-04-30.
 */
export const orca: Readonly<Record<string, SwapDecoder>> = {
  whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc: venue("Orca Whirlpool", 8, {
    f8c69e91e17587c8: swap({ user: 1, accounts: [3, 5] }),
    "2b04ed0b1ac91e62": swap({ user: 3, accounts: [7, 9], mints: [5, 6] }),
    c360ed6c44a2dbe6: twoHop,
    ba8fd11dfe02c275: (fields) => termsOf(fields, 24, TWO_HOP_V2, 27, 43),
  }),
};
