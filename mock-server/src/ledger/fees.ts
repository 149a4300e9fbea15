import { PROGRAM_IDS } from "intent-tx/contract";
import type { Transaction } from "./message.js";

const LAMPORTS_PER_SIGNATURE = 5000n;
const MICRO_LAMPORTS = 1_000_000n;
const MOST_UNITS = 1_400_000;
const UNITS_OF_BUILTIN = 3000;
const UNITS_OF_PROGRAM = 200_000;
const SET_LIMIT = 2;
const SET_PRICE = 3;

/** Programs of the chain itself that every validator runs in native code. */
const BUILTINS: ReadonlySet<string> = new Set([
  PROGRAM_IDS.system,
  PROGRAM_IDS.computeBudget,
  "Vote111111111111111111111111111111111111111",
  "BPFLoader1111111111111111111111111111111111",
  "BPFLoader2111111111111111111111111111111111",
  "BPFLoaderUpgradeab1e11111111111111111111111",
  "LoaderV411111111111111111111111111111111111",
  "Ed25519SigVerify111111111111111111111111111",
  "KeccakSecp256k11111111111111111111111111111",
  "Secp256r1SigVerify1111111111111111111111111",
]);

/** Those that verify signatures from their data, at the price of a signature each. */
const SIGNATURE_PROGRAMS: ReadonlySet<string> = new Set([
  "Ed25519SigVerify111111111111111111111111111",
  "KeccakSecp256k11111111111111111111111111111",
  "Secp256r1SigVerify1111111111111111111111111",
]);

/** Lamports that the chain takes for a transaction, whether it succeeds or not: signatures, and price times limit. */
export function feeOf(transaction: Pick<Transaction, "signers" | "staticKeys" | "instructions">): bigint {
  let signatures = transaction.signers;
  let price = 0n;
  let limit: number | undefined;
  let usual = 0;
  for (const { programIdIndex, data } of transaction.instructions) {
    const program = transaction.staticKeys[programIdIndex] ?? "";
    usual += BUILTINS.has(program) ? UNITS_OF_BUILTIN : UNITS_OF_PROGRAM;
    if (SIGNATURE_PROGRAMS.has(program)) signatures += data[0] ?? 0;
    if (program !== PROGRAM_IDS.computeBudget) continue;
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    if (data[0] === SET_LIMIT && data.length >= 5) limit = view.getUint32(1, true);
    if (data[0] === SET_PRICE && data.length >= 9) price = view.getBigUint64(1, true);
  }
  const units = BigInt(Math.min(limit ?? usual, MOST_UNITS));
  const priority = (units * price + MICRO_LAMPORTS - 1n) / MICRO_LAMPORTS;
  return BigInt(signatures) * LAMPORTS_PER_SIGNATURE + priority;
}
