import { type SwapHop, swapInstruction } from "../chain/amm/instruction.js";
import { signedTransaction } from "../chain/compile.js";
import type { Instruction } from "../chain/instruction.js";
import type { TokenAddresses } from "../chain/token-addresses.js";
import { type PoolSpec, USDC_MINT } from "../world/pools.js";
import type { Wallet } from "../world/wallets.js";
import type { Cycle } from "./cycles.js";

/** Where tokens of a mint are, and which program owns it. */
export interface TokenPlaces {
  readonly addresses: TokenAddresses;
  readonly programOf: (mint: string) => string;
}

/**
 * The transaction of a cycle: a swap over two pools and one over the third. It lands whole or not at all, and never ends with
 * less than it began with.
 */
export function arbitrageTransaction(
  trader: Wallet,
  cycle: Cycle,
  { addresses, programOf }: TokenPlaces,
  blockhash: string,
): Uint8Array {
  const { middle, held, across, middlePool, heldPool } = cycle.triangle;
  const swap = (from: string, to: string, hops: readonly [SwapHop] | readonly [SwapHop, SwapHop]) => {
    return (amountIn: bigint, minimumAmountOut: bigint): Instruction =>
      swapInstruction(
        {
          user: trader.address,
          source: addresses.associatedTokenAddress(trader.address, from, programOf(from)),
          destination: addresses.associatedTokenAddress(trader.address, to, programOf(to)),
          mintIn: from,
          tokenProgramIn: programOf(from),
          hops,
        },
        { kind: "exactIn", amountIn, minimumAmountOut },
      );
  };
  const hop = (pool: PoolSpec, mintOut: string) => hopOf(pool, mintOut, programOf(mintOut));
  const { amountIn, heldAmount } = cycle;
  const instructions = cycle.heldLast
    ? [
        swap(USDC_MINT, held, [hop(middlePool, middle), hop(across, held)])(amountIn, heldAmount),
        swap(held, USDC_MINT, [hop(heldPool, USDC_MINT)])(heldAmount, amountIn),
      ]
    : [
        swap(USDC_MINT, held, [hop(heldPool, held)])(amountIn, heldAmount),
        swap(held, USDC_MINT, [hop(across, middle), hop(middlePool, USDC_MINT)])(heldAmount, amountIn),
      ];
  return signedTransaction([trader], instructions, blockhash);
}

function hopOf(pool: PoolSpec, mintOut: string, tokenProgramOut: string): SwapHop {
  const [vaultIn, vaultOut] =
    pool.mintA === mintOut ? [pool.vaultB, pool.vaultA] : [pool.vaultA, pool.vaultB];
  return { pool: pool.address, vaultIn, vaultOut, mintOut, tokenProgramOut };
}
