import { TAGS } from "./instructions.js";
import { viewOf } from "./little-endian.js";
import { PROGRAMS } from "./programs.js";
import type { Transaction } from "./transaction.js";

export const LAMPORTS_PER_SIGNATURE = 5000n;
const MICRO_LAMPORTS = 1_000_000n;
const MAX_UNITS = 1_400_000;
const UNITS_OF_BUILTIN = 3000;
const UNITS_OF_PROGRAM = 200_000;

/**
 * Programs that verify signatures in their instruction data, with the cost units of a signature. Each is charged like a
 * transaction signature. The costs are those of Agave's `block_cost_limits.rs` (3.0.13).
 */
const SIGNATURE_PROGRAMS: ReadonlyMap<string, number> = new Map([
  [PROGRAMS.ed25519, 2400],
  [PROGRAMS.secp256k1, 6690],
  [PROGRAMS.secp256r1, 4800],
]);

/** Native programs, whose instructions have a lower default compute limit. */
const BUILTINS: ReadonlySet<string> = new Set([
  PROGRAMS.system,
  PROGRAMS.computeBudget,
  PROGRAMS.vote,
  PROGRAMS.loaderV1,
  PROGRAMS.loaderV2,
  PROGRAMS.loaderV3,
  PROGRAMS.loaderV4,
  ...SIGNATURE_PROGRAMS.keys(),
]);

type Instructions = Pick<Transaction, "staticKeys" | "instructions" | "config">;

/** The requested compute limit and price. The limit is undefined if none is requested. */
function budgetOf({ instructions, staticKeys }: Instructions): { limit: number | undefined; price: bigint } {
  let limit: number | undefined;
  let price = 0n;
  for (const { programIdIndex, data } of instructions) {
    if (staticKeys[programIdIndex] !== PROGRAMS.computeBudget) continue;
    const view = viewOf(data);
    if (data[0] === TAGS.computeUnitLimit && data.length >= 5) limit = view.getUint32(1, true);
    if (data[0] === TAGS.computeUnitPrice && data.length >= 9) price = view.getBigUint64(1, true);
  }
  return { limit, price };
}

/** The compute unit price in micro-lamports. In version 1, it is the fee of the header divided by the limit. */
export function unitPriceOf(transaction: Instructions): bigint {
  const { config } = transaction;
  if (!config) return budgetOf(transaction).price;
  const { priorityFee = 0n, computeUnitLimit = 0 } = config;
  return (priorityFee * MICRO_LAMPORTS) / BigInt(Math.max(computeUnitLimit, 1));
}

/** The priority fee in lamports: `units` compute units at `price` micro-lamports each, rounded up. */
export function priorityFeeOf(units: number, price: bigint | number): bigint {
  return (BigInt(units) * BigInt(price) + MICRO_LAMPORTS - 1n) / MICRO_LAMPORTS;
}

/** The fee in lamports: 5,000 per signature, plus `units` compute units at `price` micro-lamports each. */
export function networkFee(units: number, price: bigint | number, signatures = 1): bigint {
  return BigInt(signatures) * LAMPORTS_PER_SIGNATURE + priorityFeeOf(units, price);
}

/** The cost units of the signatures that a transaction's instructions verify. */
export function verificationCost({ instructions, staticKeys }: Instructions): number {
  let cost = 0;
  for (const { programIdIndex, data } of instructions)
    cost += (SIGNATURE_PROGRAMS.get(staticKeys[programIdIndex] ?? "") ?? 0) * (data[0] ?? 0);
  return cost;
}

/** The fee in lamports: signatures, plus compute price times limit, or version 1's fee. A failed transaction pays it too. */
export function feeOf(transaction: Instructions & Pick<Transaction, "signers">): bigint {
  let signatures = transaction.signers;
  let usual = 0;
  for (const { programIdIndex, data } of transaction.instructions) {
    const program = transaction.staticKeys[programIdIndex] ?? "";
    usual += BUILTINS.has(program) ? UNITS_OF_BUILTIN : UNITS_OF_PROGRAM;
    if (SIGNATURE_PROGRAMS.has(program)) signatures += data[0] ?? 0;
  }
  const { config } = transaction;
  if (config) return BigInt(signatures) * LAMPORTS_PER_SIGNATURE + (config.priorityFee ?? 0n);
  const { limit = usual, price } = budgetOf(transaction);
  return networkFee(Math.min(limit, MAX_UNITS), price, signatures);
}
