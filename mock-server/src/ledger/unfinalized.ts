import type { ChainAccount } from "./ledger.js";
import { FINALIZATION_SLOTS } from "./slots.js";

/**
 * Accounts as they were before the changes that are not final yet: who reads at `finalized` reads these. Kept in memory alone, for 32
 * slots; what a restore or a reset puts there is final.
 */
export class Unfinalized {
  /** By slot, oldest first: each account that changed in it, as it was before. */
  readonly #before = new Map<number, Map<string, ChainAccount | undefined>>();

  /** Takes note of a change in a slot. */
  note(slot: number, address: string, before: ChainAccount | undefined): void {
    for (const old of this.#before.keys()) if (old <= slot - FINALIZATION_SLOTS) this.#before.delete(old);
    const changed = this.#before.get(slot) ?? new Map<string, ChainAccount | undefined>();
    this.#before.set(slot, changed);
    if (!changed.has(address)) changed.set(address, before);
  }

  /** Makes an account final as it stands. */
  finalize(address: string): void {
    for (const changed of this.#before.values()) changed.delete(address);
  }

  /** Forgets everything. */
  clear(): void {
    this.#before.clear();
  }

  /** Every account with a change that is not final in a slot, as it was at the newest final slot. */
  at(slot: number): ReadonlyMap<string, ChainAccount | undefined> {
    const found = new Map<string, ChainAccount | undefined>();
    for (const [changedIn, changed] of this.#before) {
      if (changedIn <= slot - FINALIZATION_SLOTS) continue;
      for (const [address, before] of changed) if (!found.has(address)) found.set(address, before);
    }
    return found;
  }
}
