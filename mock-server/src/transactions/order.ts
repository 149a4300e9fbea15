import type { TokenHome } from "../chain/instructions.js";
import { tokenProgramId } from "../chain/token-layout.js";
import type { Ledger } from "../ledger/ledger.js";
import type { IntentRow } from "../state/rows-intents.js";
import { type PoolSpec, swapHop } from "../world/pools.js";
import { NATIVE_MINT, type Token } from "../world/tokens.js";
import { Facts } from "./facts.js";
import {
  boundsOf,
  type Plan,
  planSolTransfer,
  planSwap,
  planTokenTransfer,
  type RoutePool,
  tokenHome,
} from "./plan.js";

/** The immutable data of the world that planning reads. */
export interface PlanWorld {
  token(mint: string): Token | undefined;
  pool(address: string): PoolSpec | undefined;
}

/** An intent's plan, with the ledger data from which it was made. */
export interface Planned {
  readonly plan: Plan;
  readonly facts: Facts;
  /** The route's pools, for swaps. */
  readonly route: readonly RoutePool[];
}

/** The error for a row that lacks a required field, for example a row from another world's snapshot. */
function lacking(intent: IntentRow, what: string): Error {
  return new Error(`Intent ${intent.intentId} cannot be planned: ${what}`);
}

function tokenOf(intent: IntentRow, world: PlanWorld, mint: string | undefined): Token {
  const token = mint === undefined ? undefined : world.token(mint);
  if (!token) throw lacking(intent, `the world has no token ${mint}`);
  return token;
}

/** Plans a swap or a transfer; queries have no plan. */
export function planIntent(intent: IntentRow, world: PlanWorld, ledger: Ledger): Promise<Planned> {
  return intent.action === "swap" ? swapPlan(intent, world, ledger) : transferPlan(intent, world, ledger);
}

const heldBy = (facts: Facts, home: TokenHome): boolean => facts.owner(home.account) === home.tokenProgram;

async function swapPlan(intent: IntentRow, world: PlanWorld, ledger: Ledger): Promise<Planned> {
  const { walletAddress: wallet, route: quoted, side, slippageBps } = intent;
  if (!quoted || !side) throw lacking(intent, "it has no route");
  const home = (mint: string | undefined) => tokenHome(wallet, tokenOf(intent, world, mint));
  const [input, output] = [home(intent.inputMint), home(intent.outputMint)];
  const [first, second] = quoted.marketInfos.map(({ id, outputMint }): RoutePool => {
    const pool = world.pool(id);
    if (!pool) throw lacking(intent, `the world has no pool ${id}`);
    const tokenProgramOut = tokenProgramId(tokenOf(intent, world, outputMint).program);
    return { ...swapHop(pool, outputMint, tokenProgramOut), feeBps: pool.feeBps };
  });
  if (!first) throw lacking(intent, "its route is empty");
  const route = second ? ([first, second] as const) : ([first] as const);
  const facts = await Facts.read(ledger, [wallet, input.account]);
  const quote = { inAmount: BigInt(quoted.inAmount), outAmount: BigInt(quoted.outAmount) };
  const bounds = boundsOf(side, quote, slippageBps);
  const inputExists = heldBy(facts, input);
  return { plan: planSwap({ wallet, input, output, route, bounds, inputExists }), facts, route };
}

async function transferPlan(intent: IntentRow, world: PlanWorld, ledger: Ledger): Promise<Planned> {
  const { walletAddress: wallet, recipient } = intent;
  if (recipient === undefined || intent.amount === undefined) throw lacking(intent, "it has no recipient");
  const amount = BigInt(intent.amount);
  if (intent.inputMint === NATIVE_MINT) {
    const facts = await Facts.read(ledger, [wallet]);
    return { plan: planSolTransfer({ wallet, recipient, amount }), facts, route: [] };
  }
  const token = tokenOf(intent, world, intent.inputMint);
  const from = tokenHome(wallet, token);
  const to = tokenHome(recipient, token);
  const facts = await Facts.read(ledger, [wallet, from.account]);
  const { decimals } = token;
  const plan = planTokenTransfer({ from, to, amount, decimals, fromExists: heldBy(facts, from) });
  return { plan, facts, route: [] };
}
