import type { SwapPath } from "../amm/instruction.js";
import { type Instruction, reads, signs, writes } from "../instructions.js";
import { u32Bytes, u64Bytes } from "../little-endian.js";
import { PROGRAMS } from "../programs.js";

/** Jupiter's address, where worlds with `builds: { venue: "jupiter" }` have a router in its layout. */
export const JUPITER = "JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4";

/** Address that is Jupiter's event authority on mainnet. The router does not use it. */
const EVENT_AUTHORITY = "D8cy77BBepLMngZx6ZukaTff5hCt1HrWyKk3Hnd9oitf";

/** The variant of a step's swap: a swap of Jupiter's list that has no fields. */
const TOKEN_SWAP = 3;

/** The instruction's discriminator. */
const ROUTE = [0xe5, 0x17, 0xcb, 0x97, 0x7a, 0xe3, 0xad, 0x2a];

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
  const slippage = [slippageBps & 0xff, slippageBps >> 8, 0];
  const data = Uint8Array.of(
    ...ROUTE,
    ...u32Bytes(steps.length),
    ...steps.flat(),
    ...u64Bytes(amountIn),
    ...u64Bytes(quotedOut),
    ...slippage,
  );
  return { programId: JUPITER, accounts, data };
}
