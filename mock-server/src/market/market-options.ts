import type { Environment } from "intent-tx/contract";
import type { Clock } from "../kernel/clock.js";
import type { Random } from "../kernel/random.js";
import type { Ledger, LedgerEvent } from "../ledger/ledger.js";
import type { LedgerAccountRow } from "../state/rows-ledger.js";
import type { State } from "../state/state.js";
import type { Table } from "../state/table.js";
import type { OpenPool } from "../world/pools.js";
import type { Token } from "../world/tokens.js";

/** The ledger as the market sees it; `Ledgers` of one environment. */
export interface MarketLedger {
  /** Accounts of a ledger in this process that differ from the world's start; it need not be open for them. */
  readonly changed: Pick<Table<LedgerAccountRow>, "get">;
  /** Calls `listener` with what happens on the ledger, from its opening on. */
  subscribe(listener: (event: LedgerEvent) => void): () => void;
  /** Opens a ledger that is another process, where others swap unseen: reserves are then asked for at each call. */
  readonly remote?: () => Promise<Ledger>;
}

/** Options of a market. */
export interface MarketOptions {
  readonly environment: Environment;
  readonly state: State;
  readonly clock: Clock;
  readonly random: Random;
  readonly world: { readonly tokens: readonly Token[]; readonly pools: readonly OpenPool[] };
  readonly ledger: MarketLedger;
}
