import type { Environment } from "intent-tx/contract";
import type { PoolMover } from "../control/faults.js";
import { invalidField } from "../kernel/service-error.js";
import type { Ledgers } from "../ledger/ledgers.js";
import type { MarketInfoRow } from "../state/rows-intents.js";
import type { Markets } from "./markets.js";

const PERCENT = -10;

function intentIdOf(body: Uint8Array | undefined): string | undefined {
  try {
    const { intentId } = JSON.parse(new TextDecoder().decode(body)) as { intentId?: unknown };
    return typeof intentId === "string" ? intentId : undefined;
  } catch {
    return undefined;
  }
}

const asPercent = (error: unknown) =>
  error instanceof RangeError ? invalidField("fault.percent", error.message) : error;

/**
 * Refuses a pool that a network's market does not have, and a move that the pool cannot follow.
 *
 * @throws {ServiceError} 400 on `fault.pool` or `fault.percent`
 */
export function poolCheck(
  markets: Markets,
): (pool: string, environment: Environment, percent?: number) => void {
  return (pool, environment, percent = PERCENT) => {
    const market = markets.get(environment);
    const found = market.pool(pool);
    if (!found)
      throw invalidField("fault.pool", `is ${JSON.stringify(pool)}, which no pool has as address or pair`);
    try {
      market.refuseMove(found, percent);
    } catch (error) {
      throw asPercent(error);
    }
  };
}

/** Moves prices on a World's ledgers, for the `moved-pool` fault. */
export function poolMover({
  routeOf,
  ledgers,
  markets,
}: {
  /** The pools through which an intent's swap goes. */
  readonly routeOf: (intentId: string) => readonly MarketInfoRow[];
  readonly ledgers: Ledgers;
  readonly markets: Markets;
}): PoolMover {
  const checkPool = poolCheck(markets);
  return async ({ pool, percent = PERCENT, environment }, request) => {
    const network = environment ?? request?.environment ?? "live";
    if (ledgers.remote(network)) {
      throw invalidField(
        "fault.environment",
        `is ${network}, which runs on a validator: no pool moves there`,
      );
    }
    const market = markets.get(network);
    const ledger = await ledgers.get(network);
    try {
      if (pool !== undefined) {
        checkPool(pool, network, percent);
        await market.movePool(pool, percent, ledger);
        return;
      }
      // Against whoever builds: what the intent sells gets cheaper in the pools that it goes through.
      for (const { id, inputMint } of routeOf(intentIdOf(request?.body) ?? ""))
        if (market.pool(id)) await market.movePool(id, percent, ledger, inputMint);
    } catch (error) {
      throw asPercent(error);
    }
  };
}
