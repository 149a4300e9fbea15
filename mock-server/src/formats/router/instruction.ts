import type { SwapPath } from "../amm/instruction.js";
import { U64_MAX } from "../base-units.js";
import { type Instruction, reads, signs, writes } from "../instructions.js";
import { PROGRAMS } from "../programs.js";

/** Jupiter's address, where worlds with `builds: { venue: "jupiter" }` have a router in its layout. */
export const JUPITER = "JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4";

/** Address that is Jupiter's event authority on mainnet. The router does not use it. */
const EVENT_AUTHORITY = "D8cy77BBepLMngZx6ZukaTff5hCt1HrWyKk3Hnd9oitf";

/** The variant of a step's swap: a swap of Jupiter's list that has no fields. */
const TOKEN_SWAP = 3;

/** An exact input in base units, its quoted output, and the slippage in basis points. */
export interface RouteAmounts {
  readonly amountIn: bigint;
  readonly quotedOut: bigint;
  readonly slippageBps: number;
}

/**
 * A swap over one or two pools in the layout of Jupiter's `route`.
 *
 * @throws RangeError if an amount does not fit 64 bits.
 */
export function routeInstruction(
  path: SwapPath,
  { amountIn, quotedOut, slippageBps }: RouteAmounts,
): Instruction {
  const [first, second] = path.hops;
  const last = second ?? first;
  for (const n of [amountIn, quotedOut])
    if (n < 0n || n > U64_MAX)
      throw new RangeError(`A swap amount must fit in an unsigned 64-bit integer, not ${n}.`);
  const absent = reads(JUPITER);
  const accounts = [
    reads(PROGRAMS.token),
    signs(path.user),
    writes(path.source),
    writes(path.destination),
    absent,
    reads(last.mintOut),
    absent,
    reads(EVENT_AUTHORITY),
    reads(JUPITER),
    ...[PROGRAMS.swap, path.mintIn, path.tokenProgramIn, last.tokenProgramOut, first.pool].map(reads),
    ...[writes(first.vaultIn), writes(first.vaultOut)],
    ...(second
      ? [
          ...[first.mintOut, first.tokenProgramOut, second.pool].map(reads),
          ...[writes(second.vaultIn), writes(second.vaultOut)],
        ]
      : []),
  ];
  const steps = path.hops.map((_, i) => [TOKEN_SWAP, 100, i, i + 1]);
  const data = new Uint8Array(12 + 4 * steps.length + 19);
  const view = new DataView(data.buffer);
  data.set([0xe5, 0x17, 0xcb, 0x97, 0x7a, 0xe3, 0xad, 0x2a]);
  view.setUint32(8, steps.length, true);
  data.set(steps.flat(), 12);
  const at = 12 + 4 * steps.length;
  view.setBigUint64(at, amountIn, true);
  view.setBigUint64(at + 8, quotedOut, true);
  view.setUint16(at + 16, slippageBps, true);
  return { programId: JUPITER, accounts, data };
}
