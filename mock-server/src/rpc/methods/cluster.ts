import * as z from "zod/mini";
import { unitPriceOf } from "../../chain/fees.js";
import { isStaticWritable, readTransaction } from "../../chain/transaction.js";
import type { Ledger } from "../../ledger/ledger.js";
import { epochOf, FIRST_NORMAL_EPOCH, FIRST_NORMAL_SLOT, SLOTS_PER_EPOCH } from "../../ledger/slots.js";
import { type Chain, contextSlot, FEATURE_SET, genesisHash, NODE_VERSION } from "../chain.js";

import { address, CONTEXT, type ContextConfig, type Method, method, upTo } from "../params.js";

/** Most addresses whose fees one call asks for. */
const MOST_ADDRESSES = 128;

async function blockHeight(chain: Chain, config?: ContextConfig): Promise<number> {
  const [slot, newest, height] = [
    await contextSlot(chain, config),
    await chain.ledger.slot(),
    await chain.ledger.blockHeight(),
  ];
  // No slot is skipped between a block and the one that finalizes it.
  return Math.max(0, height - (newest - slot));
}

/** Methods that tell of the cluster: its health, its slots, its epochs. */
export const CLUSTER_METHODS: Readonly<Record<string, Method>> = {
  getHealth: method({}, async () => "ok"),
  getVersion: method({}, async () => ({ "feature-set": FEATURE_SET, "solana-core": NODE_VERSION })),
  getGenesisHash: method({}, async (chain) => genesisHash(chain)),
  getIdentity: method({}, async (chain) => ({ identity: chain.node.identity })),
  getSlot: method(CONTEXT, (chain, { config }) => contextSlot(chain, config)),
  // The node makes and keeps each block itself.
  getMaxRetransmitSlot: method({}, ({ ledger }) => ledger.slot()),
  getMaxShredInsertSlot: method({}, ({ ledger }) => ledger.slot()),
  getBlockHeight: method(CONTEXT, (chain, { config }) => blockHeight(chain, config)),
  getEpochInfo: method(CONTEXT, async (chain, { config }) => {
    const absoluteSlot = await contextSlot(chain, config);
    const height = await blockHeight(chain, config);
    const { epoch, firstSlot } = epochOf(absoluteSlot);
    return {
      absoluteSlot,
      blockHeight: Math.min(height, absoluteSlot),
      epoch,
      slotIndex: absoluteSlot - firstSlot,
      slotsInEpoch: SLOTS_PER_EPOCH,
      transactionCount: height,
    };
  }),
  getEpochSchedule: method({}, async () => ({
    firstNormalEpoch: FIRST_NORMAL_EPOCH,
    firstNormalSlot: FIRST_NORMAL_SLOT,
    leaderScheduleSlotOffset: SLOTS_PER_EPOCH,
    slotsPerEpoch: SLOTS_PER_EPOCH,
    warmup: true,
  })),
  // A node counts its own votes, one a block, among the transactions: on an idle cluster they are all there is.
  getTransactionCount: method(CONTEXT, (chain, { config }) => blockHeight(chain, config)),
  getRecentPrioritizationFees: method(
    { addresses: z.optional(upTo(address, MOST_ADDRESSES)) },
    ({ ledger }, { addresses = [] }) => recentFees(ledger, addresses),
  ),
};

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
