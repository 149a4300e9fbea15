import { type SwapHop, swapInstruction } from "../chain/amm/instruction.js";
import {
  createTokenAccount,
  solTransfer,
  syncNative,
  type TokenHome,
  unwrapSol,
} from "../chain/instructions.js";
import type { PoolSpec } from "../world/pools.js";
import { NATIVE_MINT } from "../world/tokens.js";
import type { SwapBounds } from "./bounds.js";
import type { Plan, PlanStep } from "./plan.js";

/** A pool in the direction of the swap. */
export interface RoutePool {
  readonly pool: PoolSpec;
  readonly mintIn: string;
  readonly mintOut: string;
  readonly tokenProgramOut: string;
}

/** A swap with everything that its transaction names. */
export interface SwapOrder {
  readonly wallet: string;
  readonly input: TokenHome;
  readonly output: TokenHome;
  readonly route: readonly [RoutePool] | readonly [RoutePool, RoutePool];
  readonly bounds: SwapBounds;
  /** Whether the wallet's account of the input exists; of wrapped SOL, when SOL goes in. */
  readonly inputExists: boolean;
}

function hopOf({ pool, mintIn, mintOut, tokenProgramOut }: RoutePool): SwapHop {
  const [vaultIn, vaultOut] = pool.mintA === mintIn ? [pool.vaultA, pool.vaultB] : [pool.vaultB, pool.vaultA];
  return { pool: pool.address, vaultIn, vaultOut, mintOut, tokenProgramOut };
}

/**
 * The steps of a swap.
 *
 * SOL is wrapped into the wallet's own wrapped-SOL account and unwrapped from it. That account is closed at the end, so
 * that SOL is left as SOL, unless the wallet had it before and the swap leaves in it what was there: SOL in, exact in.
 * Closing one that held something turns that into SOL too, which is what was asked for (SOL out), or spares the
 * wallet an unexpected rest of wrapped SOL (SOL in, exact out).
 */
export function planSwap(order: SwapOrder): Plan {
  const { wallet, input, output, route, bounds, inputExists } = order;
  const [first, second] = route;
  const solIn = input.mint === NATIVE_MINT;
  const solOut = output.mint === NATIVE_MINT;
  const most = bounds.kind === "exactIn" ? bounds.amountIn : bounds.maximumAmountIn;
  const create = (home: TokenHome): PlanStep => ({
    kind: "create-token-account",
    instructions: [createTokenAccount(wallet, home)],
  });
  const steps: PlanStep[] = [];
  // An absent account of the input is made as well: the token program then says itself that it holds too little.
  if (solIn || !inputExists) steps.push(create(input));
  if (solIn) {
    const instructions = [solTransfer(wallet, input.account, most), syncNative(input.account)];
    steps.push({ kind: "wrap", instructions });
  }
  steps.push(create(output), {
    kind: second ? "swap-two-hops" : "swap-one-hop",
    instructions: [
      swapInstruction(
        {
          user: wallet,
          source: input.account,
          destination: output.account,
          mintIn: input.mint,
          tokenProgramIn: input.tokenProgram,
          hops: second ? [hopOf(first), hopOf(second)] : [hopOf(first)],
        },
        bounds,
      ),
    ],
  });
  const untouched = solIn && inputExists && bounds.kind === "exactIn";
  if ((solIn && !untouched) || solOut) {
    const account = solIn ? input.account : output.account;
    steps.push({ kind: "unwrap", instructions: [unwrapSol(account, wallet)] });
  }
  return { steps, spends: { mint: input.mint, amount: most, account: solIn ? wallet : input.account } };
}
