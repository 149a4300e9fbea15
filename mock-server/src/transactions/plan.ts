import { type SwapAmounts, type SwapHop, swapInstruction } from "../chain/amm/instruction.js";
import { BPS, U64_MAX } from "../chain/base-units.js";
import {
  createTokenAccount,
  type Instruction,
  solTransfer,
  syncNative,
  type TokenHome,
  transferChecked,
  unwrapSol,
} from "../chain/instructions.js";
import { associatedTokenAddress } from "../chain/program-addresses.js";
import { tokenProgramId } from "../chain/token-layout.js";
import { NATIVE_MINT, type Token } from "../world/tokens.js";
import type { StepKind } from "./compute-units.js";

/** One instruction or two that belong together, and what kind of work they are. */
export interface PlanStep {
  readonly kind: StepKind;
  readonly instructions: readonly Instruction[];
}

/** The steps and the spending of a transaction, before limit, price and blockhash are added. */
export interface Plan {
  readonly steps: readonly PlanStep[];
  /** The most that can leave the wallet, for messages about missing funds. */
  readonly spends: {
    readonly mint: string;
    readonly amount: bigint;
    /** The wallet itself for SOL, else its token account. */
    readonly account: string;
  };
}

/** The kinds of a plan's steps. */
export function kindsOf(plan: Plan): StepKind[] {
  return plan.steps.map((step) => step.kind);
}

/** The instructions of a plan in order. */
export function instructionsOf(plan: Plan): Instruction[] {
  return plan.steps.flatMap((step) => step.instructions);
}

/** Where a wallet holds a token: its associated token account. */
export function tokenHome(owner: string, token: Token): TokenHome {
  const tokenProgram = tokenProgramId(token.program);
  const account = associatedTokenAddress(owner, token.mint, tokenProgram);
  return { account, owner, mint: token.mint, tokenProgram };
}

/**
 * The bounds that the quote of an intent sets (decision 43), rounded in the user's favour: the minimum up, the maximum
 * down.
 */
export function boundsOf(
  side: "exact-in" | "exact-out",
  quote: { readonly inAmount: bigint; readonly outAmount: bigint },
  slippageBps: number,
): SwapAmounts {
  const slippage = BigInt(slippageBps);
  if (side === "exact-in") {
    const minimumAmountOut = (quote.outAmount * (BPS - slippage) + BPS - 1n) / BPS;
    return { kind: "exactIn", amountIn: quote.inAmount, minimumAmountOut };
  }
  const maximum = (quote.inAmount * (BPS + slippage)) / BPS;
  const maximumAmountIn = maximum > U64_MAX ? U64_MAX : maximum;
  return { kind: "exactOut", amountOut: quote.outAmount, maximumAmountIn };
}

/** A pool of a swap, in the direction of the swap. */
export interface RoutePool extends SwapHop {
  /** Basis points of the input that stay in the pool. */
  readonly feeBps: number;
}

/** A swap with everything that its transaction names. */
export interface SwapOrder {
  readonly wallet: string;
  readonly input: TokenHome;
  readonly output: TokenHome;
  readonly route: readonly [RoutePool] | readonly [RoutePool, RoutePool];
  readonly bounds: SwapAmounts;
  /** Whether the wallet's account of the input exists; of wrapped SOL, when SOL goes in. */
  readonly inputExists: boolean;
}

function createStep(payer: string, home: TokenHome): PlanStep {
  return { kind: "create-token-account", instructions: [createTokenAccount(payer, home)] };
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
  const solIn = input.mint === NATIVE_MINT;
  const solOut = output.mint === NATIVE_MINT;
  const most = bounds.kind === "exactIn" ? bounds.amountIn : bounds.maximumAmountIn;
  const steps: PlanStep[] = [];
  // An absent account of the input is made as well: the token program then says itself that it holds too little.
  if (solIn || !inputExists) steps.push(createStep(wallet, input));
  if (solIn) {
    const instructions = [solTransfer(wallet, input.account, most), syncNative(input.account)];
    steps.push({ kind: "wrap", instructions });
  }
  steps.push(createStep(wallet, output), {
    kind: route.length === 2 ? "swap-two-hops" : "swap-one-hop",
    instructions: [
      swapInstruction(
        {
          user: wallet,
          source: input.account,
          destination: output.account,
          mintIn: input.mint,
          tokenProgramIn: input.tokenProgram,
          hops: route,
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

/** SOL from wallet to wallet. */
export function planSolTransfer(order: {
  readonly wallet: string;
  readonly recipient: string;
  readonly amount: bigint;
}): Plan {
  const { wallet, recipient, amount } = order;
  return {
    steps: [{ kind: "sol-transfer", instructions: [solTransfer(wallet, recipient, amount)] }],
    spends: { mint: NATIVE_MINT, amount, account: wallet },
  };
}

/** Tokens from wallet to wallet; a missing account of the recipient is made at the sender's cost. */
export function planTokenTransfer(order: {
  readonly from: TokenHome;
  readonly to: TokenHome;
  readonly amount: bigint;
  readonly decimals: number;
  /** Whether the sender's account exists. */
  readonly fromExists: boolean;
}): Plan {
  const { from, to, amount, decimals, fromExists } = order;
  return {
    steps: [
      // An absent account of the sender is made as well: the token program then says itself that it holds too little.
      ...(fromExists ? [] : [createStep(from.owner, from)]),
      createStep(from.owner, to),
      { kind: "token-transfer", instructions: [transferChecked(from, to.account, amount, decimals)] },
    ],
    spends: { mint: from.mint, amount, account: from.account },
  };
}
