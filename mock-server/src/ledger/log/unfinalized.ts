import type { LedgerAccountRow, UnfinalizedRow } from "../../state/rows-ledger.js";
import type { Table } from "../../state/table.js";
import { commitmentAt, hasReached, isHeldForGood } from "../commitment.js";
import type { ChainAccount, Commitment } from "../ledger.js";

import type { RecordedAccounts } from "./recorded-accounts.js";

/** A change of an account that was not final when it was made, and its row. */
interface Change extends UnfinalizedRow {
  readonly key: string;
}

/** When a change was made, and the commitment at which a fault holds it. */
export type ChangePlace = Pick<UnfinalizedRow, "slot" | "heldAt" | "heldUntilSlot">;

/**
 * Accounts as they were before changes that are not final yet: who reads at a commitment that a change has not reached reads these. State
 * keeps them for 32 slots, so that a World that was restored tells the same.
 *
 * An account is told as its newest change at a commitment left it: one that a fault holds comes along with what is confirmed after it.
 */
export class Unfinalized {
  /** By address, oldest first. */
  readonly #changes = new Map<string, Change[]>();
  #next = 0;

  constructor(
    private readonly rows: Table<UnfinalizedRow>,
    private readonly recorded: RecordedAccounts,
  ) {}

  /** Takes note of a change; `before` is what was on record then, undefined for an account as the world began with it. */
  note(address: string, place: ChangePlace, before: LedgerAccountRow | undefined): void {
    this.#forget(place.slot);
    const changes = this.#changes.get(address);
    const newest = changes?.at(-1);
    // Nobody reads what was between them.
    if (newest && becomeFinalTogether(newest, place)) return;
    const row: UnfinalizedRow = { address, ...place, ...(before && { before }) };
    const key = String(this.#next++);
    this.rows.put(key, row);
    this.#add({ ...row, key });
  }

  /** Makes an account final as it stands. */
  finalize(address: string): void {
    for (const { key } of this.#changes.get(address) ?? []) this.rows.forget(key);
    this.#changes.delete(address);
  }

  /** Finds all of State's rows again. */
  restore(): void {
    this.#changes.clear();
    this.#next = 0;
    for (const [key, row] of this.rows.entries()) {
      this.#add({ ...row, key });
      this.#next = Math.max(this.#next, Number(key) + 1);
    }
  }

  /** Accounts with a change that had not reached a commitment in a slot. */
  *changed(commitment: Commitment, slot: number): Generator<readonly [string, ChainAccount | undefined]> {
    for (const address of this.#changes.keys()) {
      const then = this.at(address, commitment, slot);
      if (then) yield [address, then.account];
    }
  }

  /** An account at a commitment in a slot; undefined where it is as it stands now. */
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

  /** Every change that had not reached a commitment in a slot, oldest first, with what it left; `only` those of an address. */
  unreached(
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
        // It left what the next change found.
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

  /** Lets go of changes that are final in a slot, and of those before them. */
  #forget(slot: number): void {
    for (const [, row] of this.rows.entries()) {
      // The slots ascend.
      if (commitmentAt({ slot: row.slot }, slot) !== "finalized") return;
      const changes = this.#changes.get(row.address) ?? [];
      const final = changes.findLastIndex((change) => commitmentAt(change, slot) === "finalized");
      for (const { key } of changes.splice(0, final + 1)) this.rows.forget(key);
      if (changes.length === 0) this.#changes.delete(row.address);
    }
  }
}

/** Whether two changes of an account that follow each other become final in the same slot, or neither by itself ever. */
function becomeFinalTogether(one: ChangePlace, other: ChangePlace): boolean {
  if (isHeldForGood(one) && isHeldForGood(other)) return true;
  return one.slot === other.slot && one.heldAt === other.heldAt && one.heldUntilSlot === other.heldUntilSlot;
}
