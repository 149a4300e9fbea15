import { type Instruction, reads, signs, writes } from "../instructions.js";
import { u64Bytes, viewOf } from "../little-endian.js";
import { PROGRAMS } from "../programs.js";

/** A pool, in the swap's direction. */
export interface SwapHop {
  readonly pool: string;
  readonly vaultIn: string;
  readonly vaultOut: string;
  readonly mintOut: string;
  readonly tokenProgramOut: string;
}

/** A swap's user, token accounts and pools. Addresses are base58. */
export interface SwapPath {
  readonly user: string;
  /** The user's token account for `mintIn`. */
  readonly source: string;
  /** The token account that receives the last hop's output. */
  readonly destination: string;
  readonly mintIn: string;
  readonly tokenProgramIn: string;
  readonly hops: readonly [SwapHop] | readonly [SwapHop, SwapHop];
}

/**
 * Base units. Exact in: pays exactly `amountIn` for at least `minimumAmountOut`. Exact out: receives exactly
 * `amountOut` for at most `maximumAmountIn`.
 */
export type SwapAmounts =
  | { readonly kind: "exactIn"; readonly amountIn: bigint; readonly minimumAmountOut: bigint }
  | { readonly kind: "exactOut"; readonly amountOut: bigint; readonly maximumAmountIn: bigint };

export const SWAP_EXACT_IN = 1;
const SWAP_EXACT_OUT = 2;

/**
 * A swap over one or two pools: 10 or 15 accounts, in the program's fixed order.
 *
 * @throws RangeError if an amount does not fit 64 bits.
 */
export function swapInstruction(path: SwapPath, amounts: SwapAmounts): Instruction {
  const [first, second] = path.hops;
  const last = second ?? first;
  const accounts = [
    signs(path.user),
    writes(path.source),
    writes(path.destination),
    reads(path.mintIn),
    reads(last.mintOut),
    reads(path.tokenProgramIn),
    reads(last.tokenProgramOut),
    reads(first.pool),
    writes(first.vaultIn),
    writes(first.vaultOut),
  ];
  if (second !== undefined) {
    accounts.push(
      reads(first.mintOut),
      reads(first.tokenProgramOut),
      reads(second.pool),
      writes(second.vaultIn),
      writes(second.vaultOut),
    );
  }
  const data =
    amounts.kind === "exactIn"
      ? Uint8Array.of(SWAP_EXACT_IN, ...u64Bytes(amounts.amountIn), ...u64Bytes(amounts.minimumAmountOut))
      : Uint8Array.of(SWAP_EXACT_OUT, ...u64Bytes(amounts.amountOut), ...u64Bytes(amounts.maximumAmountIn));
  return { programId: PROGRAMS.swap, accounts, data };
}

/** Number of accounts in a swap over one pool. */
const ONE_POOL = 10;
const TWO_POOLS = 15;

/**
 * Decodes an instruction of {@link swapInstruction}; undefined for any other instruction of the program. `amount` is exact,
 * and `bound` is the limit of the other amount. The vaults are in swap order: the first pool's input and output, then the
 * second's.
 */
export function readSwap(accounts: readonly string[], data: Uint8Array) {
  const tag = data[0];
  if (data.length !== 17 || accounts.length < ONE_POOL) return undefined;
  if (tag !== SWAP_EXACT_IN && tag !== SWAP_EXACT_OUT) return undefined;
  const view = viewOf(data);
  const at = (index: number): string => accounts[index] ?? "";
  const vaults: [string, string][] = [[at(8), at(9)]];
  if (accounts.length >= TWO_POOLS) vaults.push([at(13), at(14)]);
  return {
    side: tag === SWAP_EXACT_IN ? ("input" as const) : ("output" as const),
    user: at(0),
    inputMint: at(3),
    outputMint: at(4),
    amount: view.getBigUint64(1, true),
    bound: view.getBigUint64(9, true),
    vaults,
  };
}

export type SwapOrdered = NonNullable<ReturnType<typeof readSwap>>;

/** The program's errors. Each message is the start of its log line after `Error: `. */
const ERRORS = [
  { code: 6000, name: "invalid_instruction", message: "invalid instruction" },
  { code: 6001, name: "slippage_exceeded", message: "slippage tolerance exceeded" },
  { code: 6002, name: "zero_amount", message: "output is zero" },
  { code: 6003, name: "insufficient_liquidity", message: "insufficient liquidity" },
  { code: 6004, name: "invalid_token_program", message: "invalid token program" },
  { code: 6005, name: "invalid_vault", message: "invalid vault" },
  { code: 6006, name: "invalid_pool", message: "invalid pool" },
  { code: 6007, name: "math_overflow", message: "math overflow" },
  { code: 6008, name: "missing_signature", message: "missing signature" },
  { code: 6009, name: "invalid_mint", message: "invalid mint" },
  { code: 6010, name: "invalid_accounts", message: "invalid account list" },
] as const;

/** The error of `custom program error: 0x…`; undefined for an unknown code. */
export function swapProgramError(code: number): (typeof ERRORS)[number] | undefined {
  return ERRORS.find((error) => error.code === code);
}
