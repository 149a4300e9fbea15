import { unitPriceOf } from "../chain/fees.js";
import { isStaticWritable, readTransaction } from "../chain/transaction.js";
import type { Ledger } from "../ledger/ledger.js";

/** Slots that a node remembers prices of. */
const REMEMBERED_SLOTS = 150;
const TRANSACTIONS_READ = 200;

/** The price that would have done in a slot, micro-lamports a compute unit. */
export interface SlotFee {
  readonly slot: number;
  readonly prioritizationFee: bigint;
}

/**
 * The prices that transactions lately paid to write to `addresses`. Each slot has a lowest price for each
 * address; the highest of these counts. Without addresses the price is 0: blocks here are never full, so
 * there is nothing to compete for.
 */
export async function recentFees(ledger: Ledger, addresses: readonly string[]): Promise<SlotFee[]> {
  const newest = await ledger.slot();
  const oldest = Math.max(0, newest - REMEMBERED_SLOTS + 1);
  const fees = new Map<number, bigint>();
  if (addresses.length === 0) fees.set(newest, 0n);
  for (const address of new Set(addresses)) {
    for (const [slot, price] of await lowestPrices(ledger, address, oldest)) {
      const known = fees.get(slot);
      if (known === undefined || price > known) fees.set(slot, price);
    }
  }
  return [...fees]
    .sort(([one], [other]) => one - other)
    .map(([slot, prioritizationFee]) => ({ slot, prioritizationFee }));
}

async function lowestPrices(ledger: Ledger, address: string, oldest: number): Promise<Map<number, bigint>> {
  const prices = new Map<number, bigint>();
  for (const landed of await ledger.landed(address, { limit: TRANSACTIONS_READ })) {
    if (landed.slot < oldest) break;
    const transaction = readTransaction(landed.wire);
    const index = landed.accountKeys.indexOf(address);
    const fixed = transaction.staticKeys.length;
    const writable =
      index < fixed
        ? index >= 0 && isStaticWritable(transaction, index)
        : index < fixed + landed.loadedWritable;
    if (!writable) continue;
    const unitPrice = unitPriceOf(transaction);
    const known = prices.get(landed.slot);
    if (known === undefined || unitPrice < known) prices.set(landed.slot, unitPrice);
  }
  return prices;
}
