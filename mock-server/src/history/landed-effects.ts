import type { TokenAddresses } from "../chain/token-addresses.js";
import type { Landed } from "../ledger/ledger.js";
import type { BuiltRow } from "../state/rows-intents.js";
import { effectOn } from "./decode.js";

/** The accounting record of a landed transaction that the service built. */
export interface LandedEffects {
  readonly action: "swap" | "transfer";
  readonly success: boolean;
  /** Value in USD of the tokens that left the wallet, at the given prices; 0 if the transaction failed. */
  readonly usd: number;
}

/**
 * Works out the accounting record of a landed transaction.
 * `usdValue` prices base units of a mint at the moment of landing.
 */
export async function landedEffects(
  landed: Landed,
  built: Pick<BuiltRow, "action">,
  world: {
    readonly addresses: TokenAddresses;
    usdValue(mint: string, baseUnits: bigint): number | Promise<number>;
  },
): Promise<LandedEffects> {
  const { action } = built;
  const wallet = landed.accountKeys[0];
  if (landed.err !== null || wallet === undefined) return { action, success: landed.err === null, usd: 0 };
  const effect = effectOn(landed, wallet, world.addresses);
  const moved = effect && (effect.type === "swap" ? effect.input : effect.moved);
  return { action, success: true, usd: moved ? await world.usdValue(moved.mint, moved.amount) : 0 };
}
