import type { Environment } from "intent-tx/contract";
import { DAY_MS } from "../kernel/duration.js";
import type { Random } from "../kernel/random.js";
import type { LedgerTransactionRow } from "../state/rows-ledger.js";
import type { State } from "../state/state.js";
import type { WorldData } from "../world/world.js";
import { PastWallet } from "./past-wallet.js";
import { slotAt } from "./slots.js";

/** The past reaches back this far, or as many days as there are transactions. */
const PAST_DAYS = 90;

type Timeless = Omit<LedgerTransactionRow, "slot" | "at">;

/**
 * The transactions of the world's wallets from before the World began. They are signed, and their balances
 * lead to those of the start. They are worked out from the seed and never stored. Their times count back from
 * the start and move with it.
 */
export class PastTransactions {
  #timeless: { readonly row: Timeless; readonly ago: number }[] | undefined;
  #dated: { readonly start: number; readonly rows: readonly LedgerTransactionRow[] } | undefined;

  constructor(
    private readonly parts: {
      readonly environment: Environment;
      readonly state: State;
      readonly random: Random;
      readonly world: WorldData;
    },
  ) {}

  /** Newest first. */
  rows(): readonly LedgerTransactionRow[] {
    const { state, world } = this.parts;
    if (world.wallets.every(({ history }) => history === 0)) return [];
    const start = state.startedAt;
    if (this.#dated?.start === start) return this.#dated.rows;
    this.#timeless ??= this.#make();
    const rows = this.#timeless.map(({ row, ago }) => {
      const at = start - ago;
      return { ...row, at, slot: slotAt(at), beforeStart: true };
    });
    this.#dated = { start, rows };
    return rows;
  }

  #make(): { row: Timeless; ago: number }[] {
    const { environment, random, world } = this.parts;
    return world.wallets
      .flatMap((owner) => {
        const wallet = new PastWallet(world, owner, random, environment);
        const step = Math.floor((PAST_DAYS * DAY_MS) / Math.max(PAST_DAYS, owner.history));
        return Array.from({ length: owner.history }, (_, back) => {
          const jitter = random.fraction("past moment", `${environment} ${owner.name} ${back}`) / 2;
          return { row: wallet.stepBack(back), ago: Math.floor((back + 0.5 + jitter) * step) };
        });
      })
      .sort((a, b) => a.ago - b.ago);
  }
}
