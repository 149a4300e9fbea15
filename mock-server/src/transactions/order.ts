import { NATIVE_MINT } from "intent-tx/contract";
import { type PoolSpec, swapHop } from "../fixtures/pools.js";
import type { Token, TokenList } from "../fixtures/tokens.js";
import type { WorldData } from "../fixtures/world-data.js";
import type { Ata } from "../formats/instructions.js";
import { ataOf } from "../formats/program-addresses.js";
import { tokenProgramId } from "../formats/token-layout.js";
import { ServiceError } from "../kernel/errors.js";
import { Facts } from "../ledger/facts.js";
import type { Ledger } from "../ledger/ledger.js";
import type { IntentRow } from "../state/rows.js";
import { boundsOf, type Plan, planSolTransfer, planSwap, planTokenTransfer, type RoutePool } from "./plan.js";

/** The immutable data of the world that planning reads. */
export interface PlanWorld {
  readonly tokens: TokenList;
  /** By address. */
  readonly pools: ReadonlyMap<string, PoolSpec>;
  readonly world: Pick<WorldData, "builds">;
}

/** An intent's plan, with the ledger data from which it was made. */
export interface Planned {
  readonly plan: Plan;
  readonly facts: Facts;
  readonly route: readonly RoutePool[];
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
export function planIntent(intent: IntentRow, world: PlanWorld, ledger: Ledger): Promise<Planned> {
  return intent.action === "swap" ? swapPlan(intent, world, ledger) : transferPlan(intent, world, ledger);
}

const ataExists = (facts: Facts, ata: Ata): boolean => facts.owner(ata.account) === ata.tokenProgram;

async function swapPlan(intent: IntentRow, world: PlanWorld, ledger: Ledger): Promise<Planned> {
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
  const route = second ? ([first, second] as const) : ([first] as const);
  const facts = await Facts.read(ledger, [wallet, input.account]);
  const quote = { inAmount: BigInt(quoted.inAmount), outAmount: BigInt(quoted.outAmount) };
  const bounds = boundsOf(side, quote, slippageBps);
  const inputExists = ataExists(facts, input);
  const isRouted = world.world.builds.venue === "jupiter";
  if (isRouted && side === "output")
    throw new ServiceError(
      "intent_not_buildable",
      "The world builds in Jupiter's layout, where an exact output is not supported. State the amount to spend.",
      {},
    );
  const routed = isRouted ? { amountIn: quote.inAmount, quotedOut: quote.outAmount, slippageBps } : undefined;
  return { plan: planSwap({ wallet, input, output, route, bounds, inputExists, routed }), facts, route };
}

async function transferPlan(intent: IntentRow, world: PlanWorld, ledger: Ledger): Promise<Planned> {
  const { walletAddress: wallet, recipient } = intent;
  if (recipient === undefined || intent.amount === undefined) throw planError(intent, "it has no recipient");
  const amount = BigInt(intent.amount);
  if (intent.inputMint === NATIVE_MINT) {
    const facts = await Facts.read(ledger, [wallet]);
    return { plan: planSolTransfer({ wallet, recipient, amount }), facts, route: [] };
  }
  const token = tokenOf(intent, world, intent.inputMint);
  const from = ataOf(wallet, token);
  const to = ataOf(recipient, token);
  const facts = await Facts.read(ledger, [wallet, from.account]);
  const { decimals } = token;
  const plan = planTokenTransfer({ from, to, amount, decimals, fromExists: ataExists(facts, from) });
  return { plan, facts, route: [] };
}
