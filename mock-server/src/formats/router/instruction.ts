import { readSwap, SWAP_EXACT_IN, type SwapOrdered, type SwapPath } from "../amm/instruction.js";
import { BPS } from "../base-units.js";
import { type Instruction, reads, signs, writes } from "../instructions.js";
import { u32Bytes, u64Bytes, viewOf } from "../little-endian.js";
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

/** Positions of the swap program's accounts among a route's, in that program's order. */
const PLACES = [1, 2, 3, 10, 5, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20];
const SWAP_PROGRAM_AT = 9;
/** Bytes of the amounts, the slippage and the fee, which end the data. */
const TAIL = 19;

/** Decodes an instruction of {@link routeInstruction}; undefined for any other, such as a route of Jupiter's program. */
function readRoute(accounts: readonly string[], data: Uint8Array): SwapOrdered | undefined {
  const isRoute = data.length > ROUTE.length + TAIL && ROUTE.every((byte, at) => data[at] === byte);
  if (!isRoute || accounts[SWAP_PROGRAM_AT] !== PROGRAMS.swap) return undefined;
  const tail = viewOf(data.subarray(-TAIL));
  const [amountIn, quotedOut] = [tail.getBigUint64(0, true), tail.getBigUint64(8, true)];
  const kept = BPS - BigInt(tail.getUint16(16, true));
  const minimum = kept > 0n ? (quotedOut * kept) / BPS : 0n;
  return readSwap(
    PLACES.flatMap((place) => accounts[place] ?? []),
    Uint8Array.of(SWAP_EXACT_IN, ...u64Bytes(amountIn), ...u64Bytes(minimum)),
  );
}

/** Decodes a swap in the server's own pools, also one through the router; undefined for any other instruction. */
export function swapIn(
  program: string,
  accounts: readonly string[],
  data: Uint8Array,
): SwapOrdered | undefined {
  if (program === PROGRAMS.swap) return readSwap(accounts, data);
  return program === JUPITER ? readRoute(accounts, data) : undefined;
}
