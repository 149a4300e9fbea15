import type { Environment } from "intent-tx/contract";
import type { PoolMover } from "../faults/faults.js";
import { fieldOf } from "../http/json-body.js";
import { invalidField } from "../kernel/errors.js";
import type { NamedPool } from "../market/move-pool.js";
import type { WorldParts } from "./world.js";

const PERCENT = -10;

const asPercent = (error: unknown) =>
  error instanceof RangeError ? invalidField("fault.percent", error.message) : error;

type Parts = Pick<WorldParts, "intents" | "ledgers" | "markets">;

/**
 * Finds a pool of a network's market that can make a move.
 *
 * @throws {ServiceError} 400 on `fault.pool` or `fault.percent`
 */
export function checkPool(
  { markets }: Pick<Parts, "markets">,
  pool: string,
  environment: Environment,
  percent = PERCENT,
): NamedPool {
  const market = markets.get(environment);
  const found = market.pool(pool);
  if (!found)
    throw invalidField("fault.pool", `must be the address or pair of a pool; got ${JSON.stringify(pool)}`);
  try {
    market.refuseMove(found, percent);
    return found;
  } catch (error) {
    throw asPercent(error);
  }
}

/** Moves prices on a World's ledgers, for the `moved-pool` fault. */
export function poolMover(current: () => Parts): PoolMover {
  return async ({ pool, percent = PERCENT, environment }, request, hits = () => true) => {
    const { intents, ledgers, markets } = current();
    const network = environment ?? request?.environment ?? "live";
    if (pool === undefined && request?.environment !== network) return;
    if (ledgers.isOnValidator(network)) {
      throw invalidField(
        "fault.environment",
        `is ${network}, which runs on a validator, so pool prices cannot be moved there`,
      );
    }
    const market = markets.get(network);
    const ledger = await ledgers.get(network);
    try {
      if (pool !== undefined) {
        if (!hits()) return;
        await market.movePool(checkPool({ markets }, pool, network, percent), percent, ledger);
        return;
      }
      // The price moves to the user's disadvantage: the intent's input loses value in the pools of its route.
      const intentId = fieldOf(request?.body, "intentId");
      const route = typeof intentId === "string" ? intents.route(intentId) : [];
      if (route.length === 0 || !hits()) return;
      for (const { id, inputMint: base } of route) {
        const pool = market.pool(id)?.pool;
        if (pool) await market.movePool({ pool, base }, percent, ledger);
      }
    } catch (error) {
      throw asPercent(error);
    }
  };
}
