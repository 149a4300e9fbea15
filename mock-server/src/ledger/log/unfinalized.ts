import type { Environment } from "intent-tx/contract";
import type { LedgerAccountRow, UnfinalizedRow } from "../../state/rows.js";
import type { State } from "../../state/state.js";
import type { Table } from "../../state/table.js";
import { commitmentAt, hasReached, isHeldForever } from "../commitment.js";
import type { ChainAccount, Commitment, Place } from "../ledger.js";
import type { RecordedAccounts } from "./recorded-accounts.js";

interface Change extends UnfinalizedRow {
  readonly key: string;
}

/**
 * Keeps accounts as they were before unfinalized changes, for reads at a commitment that a change has not reached.
 * State stores these accounts for 32 slots, so that a restored World returns the same results.
 *
 * At a commitment, an account includes all changes up to the newest one that has reached the commitment. A change that
 * a fault holds back therefore becomes visible together with a later confirmed change.
 */
export class Unfinalized {
  /** Changes by address, oldest first. */
  readonly #changes = new Map<string, Change[]>();
  readonly #counter: string;

  constructor(
    private readonly rows: Table<UnfinalizedRow>,
    private readonly recorded: RecordedAccounts,
    private readonly state: State,
    environment: Environment,
  ) {
    // Part of the state: numbers that followed from the rows that are left would be others after a restore.
    this.#counter = `unfinalized ${environment}`;
  }

  /** Records a change. `before` is the previous row; undefined if the account had not changed since genesis. */
  record(address: string, place: Place, before: LedgerAccountRow | undefined): void {
    this.#prune(place.slot);
    const changes = this.#changes.get(address);
    const newest = changes?.at(-1);
    // If two changes are finalized together, the state between them is never read.
    if (newest && becomeFinalTogether(newest, place)) return;
    const row: UnfinalizedRow = { address, ...place, ...(before && { before }) };
    const key = String(this.state.next(this.#counter));
    this.rows.put(key, row);
    this.#add({ ...row, key });
  }

  finalize(address: string): void {
    for (const { key } of this.#changes.get(address) ?? []) this.rows.deleteLater(key);
    this.#changes.delete(address);
  }

  restore(): void {
    this.#changes.clear();
    let next = 0;
    for (const [key, row] of this.rows.entries()) {
      this.#add({ ...row, key });
      next = Math.max(next, Number(key) + 1);
    }
    // Earlier state files have rows without the counter.
    if (next > this.state.storedNumber(this.#counter)) this.state.storeNumber(this.#counter, next);
  }

  /** Accounts with changes that have not reached the commitment as of the slot, each as it is at the commitment. */
  *changed(commitment: Commitment, slot: number): Generator<readonly [string, ChainAccount | undefined]> {
    if (commitment === "processed") return;
    for (const address of this.#changes.keys()) {
      const earlier = this.at(address, commitment, slot);
      if (earlier) yield [address, earlier.account];
    }
  }

  /** The account at a commitment, as of a slot. Undefined if all its changes have reached the commitment. */
  at(
    address: string,
    commitment: Commitment,
    slot: number,
  ): { readonly account: ChainAccount | undefined } | undefined {
    const changes = this.#changes.get(address);
    if (!changes) return undefined;
    const isReached = (change: Change) => hasReached(commitmentAt(change, slot), commitment);
    const next = changes[changes.findLastIndex(isReached) + 1];
    return next && { account: this.recorded.at(address, next.before) };
  }

  /**
   * Changes that have not reached a commitment as of a slot, oldest first, with the resulting accounts. `only` limits
   * them to one address.
   */
  pending(
    { commitment, slot }: { readonly commitment: Commitment; readonly slot: number },
    now: (address: string) => ChainAccount | undefined,
    only?: string,
  ) {
    if (commitment === "processed") return [];
    const addresses = only === undefined ? [...this.#changes.keys()] : [only];
    const found = addresses.flatMap((address) => {
      const changes = this.#changes.get(address) ?? [];
      return changes.flatMap((change, index) => {
        if (hasReached(commitmentAt(change, slot), commitment)) return [];
        // The result of a change is the account before the next change.
        const next = changes[index + 1];
        const account = next ? this.recorded.at(address, next.before) : now(address);
        const { key, before: _, ...place } = change;
        return [{ number: Number(key), event: { ...place, account } }];
      });
    });
    found.sort((one, other) => one.number - other.number);
    return found.map(({ event }) => ({ kind: "account" as const, ...event }));
  }

  #add(change: Change): void {
    const changes = this.#changes.get(change.address);
    if (changes) changes.push(change);
    else this.#changes.set(change.address, [change]);
  }

  /** Drops changes that are finalized as of a slot. */
  #prune(slot: number): void {
    for (const [, row] of this.rows.entries()) {
      // Rows are sorted by slot, so all later ones are unfinalized too.
      if (commitmentAt({ slot: row.slot }, slot) !== "finalized") return;
      const changes = this.#changes.get(row.address) ?? [];
      const final = changes.findLastIndex((change) => commitmentAt(change, slot) === "finalized");
      for (const { key } of changes.splice(0, final + 1)) this.rows.deleteLater(key);
      if (changes.length === 0) this.#changes.delete(row.address);
    }
  }
}

/** True if two consecutive changes of an account are finalized in the same slot, or if neither ever is. */
function becomeFinalTogether(one: Place, other: Place): boolean {
  if (isHeldForever(one) && isHeldForever(other)) return true;
  return one.slot === other.slot && one.heldAt === other.heldAt && one.heldUntilSlot === other.heldUntilSlot;
}
