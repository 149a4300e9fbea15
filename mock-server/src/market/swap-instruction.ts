/** Address of the swap program on every ledger. */
export const SWAP_PROGRAM_ID = "intentTxSwap1111111111111111111111111111111";

const SYSTEM_PROGRAM_ID = "11111111111111111111111111111111";

/** An account of an instruction and what the instruction may do with it. */
export interface SwapAccountMeta {
  /** Base58. */
  readonly address: string;
  readonly signer: boolean;
  readonly writable: boolean;
}

/** An instruction before it is compiled into a message; of no library, so that any can take it. */
export interface SwapInstruction {
  readonly programId: string;
  readonly accounts: readonly SwapAccountMeta[];
  readonly data: Uint8Array;
}

/** One pool of a swap, in the direction of the swap. */
export interface SwapHop {
  readonly pool: string;
  readonly vaultIn: string;
  readonly vaultOut: string;
  /** What comes out of this pool. */
  readonly mintOut: string;
  readonly tokenProgramOut: string;
}

/** Whose tokens move, from where to where, and through which pools. Addresses are base58. */
export interface SwapPath {
  readonly user: string;
  /** The user's token account of `mintIn`. */
  readonly source: string;
  /** The token account that receives the last hop's output. */
  readonly destination: string;
  readonly mintIn: string;
  readonly tokenProgramIn: string;
  readonly hops: readonly [SwapHop] | readonly [SwapHop, SwapHop];
}

/** Both amounts are base units. Exact in: pays exactly `amountIn` for at least `minimumAmountOut`. Exact out: the reverse. */
export type SwapAmounts =
  | { readonly kind: "exactIn"; readonly amountIn: bigint; readonly minimumAmountOut: bigint }
  | { readonly kind: "exactOut"; readonly amountOut: bigint; readonly maximumAmountIn: bigint };

export interface InitializePool {
  readonly payer: string;
  readonly pool: string;
  readonly mintA: string;
  readonly mintB: string;
  readonly vaultA: string;
  readonly vaultB: string;
  readonly bump: number;
  /** Basis points of the input, 0 to 9,999. */
  readonly feeBps: number;
}

const SWAP_EXACT_IN = 1;
const SWAP_EXACT_OUT = 2;
const U64_MAX = (1n << 64n) - 1n;

const readonlyAccount = (address: string): SwapAccountMeta => ({ address, signer: false, writable: false });
const writableAccount = (address: string): SwapAccountMeta => ({ address, signer: false, writable: true });

function swapData(tag: number, amount: bigint, bound: bigint): Uint8Array {
  for (const n of [amount, bound]) {
    // A DataView would wrap silently, and a wrapped minimum is no minimum.
    if (n < 0n || n > U64_MAX)
      throw new RangeError(`A swap amount must fit an unsigned 64-bit integer, not ${n}.`);
  }
  const data = new Uint8Array(17);
  const v = new DataView(data.buffer);
  v.setUint8(0, tag);
  v.setBigUint64(1, amount, true);
  v.setBigUint64(9, bound, true);
  return data;
}

/**
 * A swap over one or two pools: 10 accounts or 15, in the program's fixed order.
 *
 * @throws RangeError if an amount does not fit 64 bits.
 */
export function swapInstruction(path: SwapPath, amounts: SwapAmounts): SwapInstruction {
  const [first, second] = path.hops;
  const last = second ?? first;
  const accounts = [
    { address: path.user, signer: true, writable: false },
    writableAccount(path.source),
    writableAccount(path.destination),
    readonlyAccount(path.mintIn),
    readonlyAccount(last.mintOut),
    readonlyAccount(path.tokenProgramIn),
    readonlyAccount(last.tokenProgramOut),
    readonlyAccount(first.pool),
    writableAccount(first.vaultIn),
    writableAccount(first.vaultOut),
  ];
  if (second !== undefined) {
    accounts.push(
      readonlyAccount(first.mintOut),
      readonlyAccount(first.tokenProgramOut),
      readonlyAccount(second.pool),
      writableAccount(second.vaultIn),
      writableAccount(second.vaultOut),
    );
  }
  const data =
    amounts.kind === "exactIn"
      ? swapData(SWAP_EXACT_IN, amounts.amountIn, amounts.minimumAmountOut)
      : swapData(SWAP_EXACT_OUT, amounts.amountOut, amounts.maximumAmountIn);
  return { programId: SWAP_PROGRAM_ID, accounts, data };
}

/**
 * Creates the state of a pool whose two vaults exist already and are owned by the pool's address.
 *
 * @throws RangeError if bump or fee is out of range.
 */
export function initializePoolInstruction(pool: InitializePool): SwapInstruction {
  if (!Number.isInteger(pool.bump) || pool.bump < 0 || pool.bump > 255) {
    throw new RangeError(`bump must be a byte, not ${pool.bump}.`);
  }
  if (!Number.isInteger(pool.feeBps) || pool.feeBps < 0 || pool.feeBps > 9_999) {
    throw new RangeError(`feeBps must be an integer from 0 to 9999, not ${pool.feeBps}.`);
  }
  return {
    programId: SWAP_PROGRAM_ID,
    accounts: [
      { address: pool.payer, signer: true, writable: true },
      writableAccount(pool.pool),
      readonlyAccount(pool.mintA),
      readonlyAccount(pool.mintB),
      readonlyAccount(pool.vaultA),
      readonlyAccount(pool.vaultB),
      readonlyAccount(SYSTEM_PROGRAM_ID),
    ],
    data: Uint8Array.of(0, pool.bump, pool.feeBps & 0xff, pool.feeBps >> 8),
  };
}

/**
 * The amounts that an executed or simulated swap reports: input and output in base units.
 * A cluster's RPC trims trailing zero bytes of return data, so what is missing at the end is zero.
 * Undefined if the data is longer than a swap's.
 */
export function decodeSwapReturnData(data: Uint8Array): { amountIn: bigint; amountOut: bigint } | undefined {
  if (data.length > 16) return undefined;
  const padded = new Uint8Array(16);
  padded.set(data);
  const v = new DataView(padded.buffer);
  return { amountIn: v.getBigUint64(0, true), amountOut: v.getBigUint64(8, true) };
}
