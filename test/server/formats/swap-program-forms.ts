import { addressAt } from "../../../mock-server/src/formats/addresses.js";
import type { SwapPool } from "../../../mock-server/src/formats/amm/pool.js";
import { type Instruction, reads, signs, writes } from "../../../mock-server/src/formats/instructions.js";
import { PROGRAMS } from "../../../mock-server/src/formats/programs.js";

// Instructions and accounts of the swap program that the server itself neither writes nor reads.

/** Creates the state of a pool whose two vaults already exist and are owned by the pool's address. */
export function initializePoolInstruction(
  pool: SwapPool & { readonly payer: string; readonly pool: string },
): Instruction {
  return {
    programId: PROGRAMS.swap,
    accounts: [
      signs(pool.payer, true),
      writes(pool.pool),
      reads(pool.mintA),
      reads(pool.mintB),
      reads(pool.vaultA),
      reads(pool.vaultB),
      reads(PROGRAMS.system),
    ],
    data: Uint8Array.of(0, pool.bump, pool.feeBps & 0xff, pool.feeBps >> 8),
  };
}

/**
 * The amounts reported by an executed or simulated swap: input and output in base units. A cluster's RPC trims
 * trailing zero bytes of return data, so missing bytes at the end are zero. Undefined if the data is longer than a
 * swap's.
 */
export function decodeSwapReturnData(data: Uint8Array): { amountIn: bigint; amountOut: bigint } | undefined {
  if (data.length > 16) return undefined;
  const padded = new Uint8Array(16);
  padded.set(data);
  const v = new DataView(padded.buffer);
  return { amountIn: v.getBigUint64(0, true), amountOut: v.getBigUint64(8, true) };
}

/** Reads a pool's account data; undefined if it is not a pool. The caller checks that the swap program owns the account. */
export function decodeSwapPool(data: Uint8Array): SwapPool | undefined {
  if (data.length !== 144 || Buffer.from(data.subarray(0, 8)).toString() !== "ITXPOOL1") return undefined;
  const v = new DataView(data.buffer, data.byteOffset, data.byteLength);
  return {
    bump: v.getUint8(8),
    feeBps: v.getUint16(10, true),
    mintA: addressAt(data, 16),
    mintB: addressAt(data, 48),
    vaultA: addressAt(data, 80),
    vaultB: addressAt(data, 112),
  };
}
