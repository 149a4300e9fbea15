import type { SwapDecoder, SwapTerms } from "../solana/decode/instructions.js";
import { type Fields, termsAt, venue } from "./fields.js";

/** Places of the user's accounts and mints of tokens A and B, in this order. */
interface Pair {
  readonly user: number;
  readonly accounts: readonly [number, number];
  readonly mints?: readonly [number, number];
}

const EXACT_IN_AT = 40;
const A_TO_B_AT = 41;

/** With an explicit price limit, an exact output can be filled in part. */
const partial = (fields: Fields, exactIn: boolean, ...limits: readonly number[]) =>
  !exactIn && limits.some((at) => fields.u64(at) !== 0n || fields.u64(at + 8) !== 0n);

const swap =
  (pair: Pair) =>
  (fields: Fields): SwapTerms => {
    const exactIn = fields.bool(EXACT_IN_AT);
    const [from, to] = fields.bool(A_TO_B_AT) ? ([0, 1] as const) : ([1, 0] as const);
    const { user, accounts, mints } = pair;
    const places = { user, input: accounts[from], output: accounts[to] };
    const named = mints && { inputMint: mints[from], outputMint: mints[to] };
    const terms = termsAt(fields, exactIn ? "input" : "output", {
      amount: 8,
      bound: 16,
      ...places,
      ...named,
    });
    return { ...terms, needsGuard: partial(fields, exactIn, 24) };
  };

const TWO_HOP = { amount: 8, bound: 16 };

function twoHop(fields: Fields): SwapTerms {
  const exactIn = fields.bool(24);
  const [input, output] = fields.bool(25) ? [4, 6] : [6, 4];
  const [nextInput, nextOutput] = fields.bool(26) ? [8, 10] : [10, 8];
  // Two accounts between the pools would take tokens that the wallet already has.
  if (fields.account(output as number) !== fields.account(nextInput as number))
    fields.refuse("puts the tokens between its two pools in one account and takes them from another");
  const places = { user: 1, input: input as number, output: nextOutput as number };
  const terms = termsAt(fields, exactIn ? "input" : "output", { ...TWO_HOP, ...places });
  return { ...terms, needsGuard: partial(fields, exactIn, 27, 43) };
}

function twoHopV2(fields: Fields): SwapTerms {
  const exactIn = fields.bool(24);
  const places = { user: 14, input: 8, output: 13, inputMint: 2, outputMint: 4 };
  const terms = termsAt(fields, exactIn ? "input" : "output", { ...TWO_HOP, ...places });
  return { ...terms, needsGuard: partial(fields, exactIn, 27, 43) };
}

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
    ba8fd11dfe02c275: twoHopV2,
  }),
};
