import { PRIORITY_FEE_DEFAULT, PRIORITY_FEE_MAX } from "../../contract/figures.js";
import { MAX_COMPUTE_UNITS, MAX_RENT, SIGNATURE_FEE } from "../decode/decode.js";
import { associatedTokenAddress } from "../decode/token-address.js";
import type { Rpc } from "../send/connections.js";
import { isInteger, type VerifyOptions } from "../verify/options.js";

/** The priority fee of an order. @inline */
export interface PriorityFee {
  /**
   * Priority fee in micro-lamports per compute unit, 0 to 5,000,000. Default 1000. `"auto"` asks the node before the
   * command is parsed: the 75th percentile of what recent transactions paid to write to the wallet, its accounts of the
   * tokens in `expect`, and `pools`. It stays within `maxFee`, or else within 100,000 lamports, for a transaction of
   * 1,400,000 compute units. Without data from the node, it is 1000.
   */
  readonly priorityFee?: number | "auto";
}

export const PRIORITY_FEE_RULE = [
  'whole micro-lamports, 0 or more, or "auto"',
  (value: unknown) => value === "auto" || isInteger(value),
  "limit",
] as const;

/** Lamports that a priority fee may cost without `maxFee`. */
const MAX_COST = 100_000n;

const SLOTS = 150;

/** Accounts that a node accepts in one request. */
const MAX_ACCOUNTS = 128;

export async function recentPriorityFee(
  { recentFees }: Rpc,
  { walletAddress, expect, pools = [], maxFee }: VerifyOptions,
): Promise<number> {
  const mints = [expect?.inputToken, expect?.outputToken].filter((mint) => mint !== undefined);
  const own = mints.map((mint) => associatedTokenAddress(walletAddress, mint));
  const accounts = [walletAddress, ...own, ...pools].slice(0, MAX_ACCOUNTS);
  const answer = await recentFees?.(accounts).catch(() => undefined);
  const slots: readonly unknown[] = Array.isArray(answer) ? answer.slice(-SLOTS) : [];
  const fees = slots.map((slot) => Number(Object(slot).prioritizationFee));
  const sorted = fees.filter((fee) => isInteger(fee)).sort((a, b) => a - b);
  // If three quarters paid nothing, they do not make a price.
  const price = sorted[Math.ceil(sorted.length * 0.75) - 1] || PRIORITY_FEE_DEFAULT;
  const cap = (costLeft(maxFee) * 1_000_000n) / BigInt(MAX_COMPUTE_UNITS);
  return Math.min(price, PRIORITY_FEE_MAX, Number(cap));
}

/** Lamports for the priority fee: those that `maxFee` leaves after the signature and the rent that it allows. */
function costLeft(maxFee: VerifyOptions["maxFee"]): bigint {
  if (maxFee === undefined) return MAX_COST;
  const left = BigInt(maxFee) - SIGNATURE_FEE;
  if (left <= 0n) return 0n;
  const accounts = left / MAX_RENT;
  return left - (accounts < 2n ? accounts : 2n) * MAX_RENT;
}
