import { NATIVE_MINT } from "intent-tx/contract";
import { type SwapAmounts, type SwapHop, swapInstruction } from "../formats/amm/instruction.js";
import { BPS, U64_MAX } from "../formats/base-units.js";
import type { StepKind } from "../formats/compute-units.js";
import {
  type Ata,
  createTokenAccount,
  type Instruction,
  solTransfer,
  syncNative,
  transferChecked,
  unwrapSol,
} from "../formats/instructions.js";
import { type RouteAmounts, routeInstruction } from "../formats/router/instruction.js";

/** One or two related instructions. */
export interface PlanStep {
  readonly kind: StepKind;
  readonly instructions: readonly Instruction[];
}

/** A transaction's steps and spending, before compute limit, compute price and blockhash are added. */
export interface Plan {
  readonly steps: readonly PlanStep[];
  /** The maximum amount that can leave the wallet, for messages about insufficient funds. */
  readonly spends: {
    readonly mint: string;
    readonly amount: bigint;
    /** The spending account: the wallet itself for SOL, otherwise its token account. */
    readonly account: string;
  };
}

export function kindsOf(plan: Plan): StepKind[] {
  return plan.steps.map((step) => step.kind);
}

export function instructionsOf(plan: Plan): Instruction[] {
  return plan.steps.flatMap((step) => step.instructions);
}

/** The limits from an intent's quote (decision 43), rounded in the user's favour: the minimum up, the maximum down. */
export function boundsOf(
  side: "input" | "output",
  quote: { readonly inAmount: bigint; readonly outAmount: bigint },
  slippageBps: number,
): SwapAmounts {
  const slippage = BigInt(slippageBps);
  if (side === "input") {
    const minimumAmountOut = (quote.outAmount * (BPS - slippage) + BPS - 1n) / BPS;
    return { kind: "exactIn", amountIn: quote.inAmount, minimumAmountOut };
  }
  const maximum = (quote.inAmount * (BPS + slippage)) / BPS;
  const maximumAmountIn = maximum > U64_MAX ? U64_MAX : maximum;
  return { kind: "exactOut", amountOut: quote.outAmount, maximumAmountIn };
}

export interface RoutePool extends SwapHop {
  /** Basis points of the input that stay in the pool. */
  readonly feeBps: number;
}

/** Everything that a swap transaction contains. */
export interface SwapOrder {
  readonly wallet: string;
  readonly input: Ata;
  readonly output: Ata;
  readonly route: readonly [RoutePool] | readonly [RoutePool, RoutePool];
  readonly bounds: SwapAmounts;
  /** True if the wallet's input token account exists (the wrapped-SOL account for SOL). */
  readonly inputExists: boolean;
  /** The amounts for Jupiter's layout, if the world's service builds in it. */
  readonly routed?: RouteAmounts | undefined;
}

function createStep(payer: string, ata: Ata): PlanStep {
  return { kind: "create-token-account", instructions: [createTokenAccount(payer, ata)] };
}

/**
 * Plans a swap's steps.
 *
 * SOL is wrapped into the wallet's own wrapped-SOL account and unwrapped from it. The account is closed at the end,
 * which also unwraps its earlier balance. It stays open only if it existed before and SOL is the exact input, because
 * such a swap does not change its balance.
 */
export function planSwap(order: SwapOrder): Plan {
  const { wallet, input, output, route, bounds, inputExists, routed } = order;
  const solIn = input.mint === NATIVE_MINT;
  const solOut = output.mint === NATIVE_MINT;
  const most = bounds.kind === "exactIn" ? bounds.amountIn : bounds.maximumAmountIn;
  const path = {
    user: wallet,
    source: input.account,
    destination: output.account,
    mintIn: input.mint,
    tokenProgramIn: input.tokenProgram,
    hops: route,
  };
  const steps: PlanStep[] = [];
  // A missing input account is also created, so that the token program itself reports the low balance.
  if (solIn || !inputExists) steps.push(createStep(wallet, input));
  if (solIn) {
    const instructions = [solTransfer(wallet, input.account, most), syncNative(input.account)];
    steps.push({ kind: "wrap", instructions });
  }
  steps.push(createStep(wallet, output), {
    kind: route.length === 2 ? "swap-two-hops" : "swap-one-hop",
    instructions: [routed ? routeInstruction(path, routed) : swapInstruction(path, bounds)],
  });
  const untouched = solIn && inputExists && bounds.kind === "exactIn";
  if ((solIn && !untouched) || solOut) {
    const account = solIn ? input.account : output.account;
    steps.push({ kind: "unwrap", instructions: [unwrapSol(account, wallet)] });
  }
  return { steps, spends: { mint: input.mint, amount: most, account: solIn ? wallet : input.account } };
}

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

/** Transfers tokens between wallets. The sender pays to create a missing recipient account. */
export function planTokenTransfer(order: {
  readonly from: Ata;
  readonly to: Ata;
  readonly amount: bigint;
  readonly decimals: number;
  /** True if the sender's account exists. */
  readonly fromExists: boolean;
}): Plan {
  const { from, to, amount, decimals, fromExists } = order;
  return {
    steps: [
      // A missing sender account is also created, so that the token program itself reports the low balance.
      ...(fromExists ? [] : [createStep(from.owner, from)]),
      createStep(from.owner, to),
      { kind: "token-transfer", instructions: [transferChecked(from, to.account, amount, decimals)] },
    ],
    spends: { mint: from.mint, amount, account: from.account },
  };
}
