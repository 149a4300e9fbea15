import { NATIVE_MINT } from "intent-tx/contract";
import { type PoolSpec, swapHop } from "../fixtures/pools.js";
import type { Token, TokenList } from "../fixtures/tokens.js";
import type { WorldData } from "../fixtures/world-data.js";
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
import { ataOf } from "../formats/program-addresses.js";
import { routeInstruction } from "../formats/router/instruction.js";
import { tokenProgramId } from "../formats/token-layout.js";
import { ServiceError } from "../kernel/errors.js";
import { Facts } from "../ledger/facts.js";
import type { Ledger } from "../ledger/ledger.js";
import type { IntentRow } from "../state/rows.js";

/** The immutable data of the world that planning reads. */
export interface PlanWorld {
  readonly tokens: TokenList;
  /** By address. */
  readonly pools: ReadonlyMap<string, PoolSpec>;
  readonly data: Pick<WorldData, "builds">;
}

/** One or two related instructions. */
export interface PlanStep {
  readonly kind: StepKind;
  readonly instructions: readonly Instruction[];
}

export interface RoutePool extends SwapHop {
  /** Basis points of the input that stay in the pool. */
  readonly feeBps: number;
}

/** A transaction's steps and spending, before compute limit, compute price and blockhash are added. */
export interface Plan {
  readonly steps: readonly PlanStep[];
  /** The pools of a swap; none for a transfer. */
  readonly route: readonly RoutePool[];
  /** The maximum amount that can leave the wallet, and the wallet's balance, for messages about insufficient funds. */
  readonly spends: { readonly mint: string; readonly amount: bigint; readonly held: bigint };
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

/** The error for a row that lacks a required field, for example a row from another world's snapshot. */
function planError(intent: IntentRow, what: string): Error {
  return new Error(`Intent ${intent.intentId} cannot be built: ${what}`);
}

function tokenOf(intent: IntentRow, { tokens }: PlanWorld, mint: string | undefined): Token {
  const token = mint === undefined ? undefined : tokens.ofMint(mint);
  if (!token) throw planError(intent, `the world has no token ${mint}`);
  return token;
}

/** Plans a swap or a transfer; queries have no plan. */
export function planIntent(intent: IntentRow, world: PlanWorld, ledger: Ledger): Promise<Plan> {
  return intent.action === "swap" ? planSwap(intent, world, ledger) : planTransfer(intent, world, ledger);
}

const ataExists = (facts: Facts, ata: Ata): boolean => facts.owner(ata.account) === ata.tokenProgram;

const createStep = (payer: string, ata: Ata): PlanStep => ({
  kind: "create-token-account",
  instructions: [createTokenAccount(payer, ata)],
});

async function planSwap(intent: IntentRow, world: PlanWorld, ledger: Ledger): Promise<Plan> {
  const { walletAddress: wallet, route: quoted, side, slippageBps } = intent;
  if (!quoted || !side) throw planError(intent, "it has no route");
  const ata = (mint: string | undefined) => ataOf(wallet, tokenOf(intent, world, mint));
  const [input, output] = [ata(intent.inputMint), ata(intent.outputMint)];
  const [first, second] = quoted.marketInfos.map(({ id, outputMint }): RoutePool => {
    const pool = world.pools.get(id);
    if (!pool) throw planError(intent, `the world has no pool ${id}`);
    const tokenProgramOut = tokenProgramId(tokenOf(intent, world, outputMint).program);
    return { ...swapHop(pool, outputMint, tokenProgramOut), feeBps: pool.feeBps };
  });
  if (!first) throw planError(intent, "its route is empty");
  const hops = second ? ([first, second] as const) : ([first] as const);
  const isRouted = world.data.builds.venue === "jupiter";
  if (isRouted && side === "output")
    throw new ServiceError(
      "intent_not_buildable",
      "The world builds in Jupiter's layout, where an exact output is not supported. State the amount to spend.",
      {},
    );
  const facts = await Facts.read(ledger, [wallet, input.account]);
  const quote = { inAmount: BigInt(quoted.inAmount), outAmount: BigInt(quoted.outAmount) };
  const bounds = boundsOf(side, quote, slippageBps);
  const path = {
    user: wallet,
    source: input.account,
    destination: output.account,
    mintIn: input.mint,
    tokenProgramIn: input.tokenProgram,
    hops,
  };
  const instruction = isRouted
    ? routeInstruction(path, { amountIn: quote.inAmount, quotedOut: quote.outAmount, slippageBps })
    : swapInstruction(path, bounds);
  const swap: PlanStep = { kind: second ? "swap-two-hops" : "swap-one-hop", instructions: [instruction] };
  const amount = bounds.kind === "exactIn" ? bounds.amountIn : bounds.maximumAmountIn;
  const held = input.mint === NATIVE_MINT ? facts.lamports(wallet) : facts.tokens(input.account);
  return {
    steps: swapSteps({ input, output, swap, bounds, most: amount, inputExists: ataExists(facts, input) }),
    route: hops,
    spends: { mint: input.mint, amount, held },
  };
}

/**
 * A swap's steps.
 *
 * SOL is wrapped into the wallet's own wrapped-SOL account and unwrapped from it. The account is closed at the end,
 * which also unwraps its earlier balance. It stays open only if it existed before and SOL is the exact input, because
 * such a swap does not change its balance.
 */
function swapSteps(order: {
  readonly input: Ata;
  readonly output: Ata;
  readonly swap: PlanStep;
  readonly bounds: SwapAmounts;
  readonly most: bigint;
  /** True if the wallet's input token account exists (the wrapped-SOL account for SOL). */
  readonly inputExists: boolean;
}): PlanStep[] {
  const { input, output, swap, bounds, most, inputExists } = order;
  const wallet = input.owner;
  const solIn = input.mint === NATIVE_MINT;
  const solOut = output.mint === NATIVE_MINT;
  const steps: PlanStep[] = [];
  // A missing input account is also created, so that the token program itself reports the low balance.
  if (solIn || !inputExists) steps.push(createStep(wallet, input));
  if (solIn) {
    const instructions = [solTransfer(wallet, input.account, most), syncNative(input.account)];
    steps.push({ kind: "wrap", instructions });
  }
  steps.push(createStep(wallet, output), swap);
  const untouched = solIn && inputExists && bounds.kind === "exactIn";
  if ((solIn && !untouched) || solOut) {
    const account = solIn ? input.account : output.account;
    steps.push({ kind: "unwrap", instructions: [unwrapSol(account, wallet)] });
  }
  return steps;
}

async function planTransfer(intent: IntentRow, world: PlanWorld, ledger: Ledger): Promise<Plan> {
  const { walletAddress: wallet, recipient } = intent;
  if (recipient === undefined || intent.amount === undefined) throw planError(intent, "it has no recipient");
  const amount = BigInt(intent.amount);
  if (intent.inputMint === NATIVE_MINT) {
    const held = (await Facts.read(ledger, [wallet])).lamports(wallet);
    return {
      steps: [{ kind: "sol-transfer", instructions: [solTransfer(wallet, recipient, amount)] }],
      route: [],
      spends: { mint: NATIVE_MINT, amount, held },
    };
  }
  const token = tokenOf(intent, world, intent.inputMint);
  const [from, to] = [ataOf(wallet, token), ataOf(recipient, token)];
  const facts = await Facts.read(ledger, [wallet, from.account]);
  const transfer = transferChecked(from, to.account, amount, token.decimals);
  return {
    steps: [
      // A missing sender account is also created, so that the token program itself reports the low balance.
      ...(ataExists(facts, from) ? [] : [createStep(wallet, from)]),
      createStep(wallet, to),
      { kind: "token-transfer", instructions: [transfer] },
    ],
    route: [],
    spends: { mint: from.mint, amount, held: facts.tokens(from.account) },
  };
}
