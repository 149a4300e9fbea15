import { unitPriceOf } from "../../formats/fees.js";
import { isWritable, readTransaction } from "../../formats/transaction.js";
import type { LocalLanded } from "../../ledger/ledger.js";
import { epochOf, SLOTS_PER_EPOCH } from "../../ledger/slots.js";
import { type Chain, contextSlot, genesisHash, VERSION_REPLY } from "../chain.js";
import { address, CONTEXT, type Method, method, nullable, upTo } from "../params.js";

/** Maximum addresses in a call to `getRecentPrioritizationFees`. */
const MAX_ADDRESSES = 128;

/** The newest slot at a call's commitment. No slot is skipped, so it is also the block height. */
const newestSlot = method(CONTEXT, (chain, { config }) => contextSlot(chain, config));

export const CLUSTER_METHODS: Readonly<Record<string, Method>> = {
  getHealth: method({}, async () => "ok"),
  getVersion: method({}, async () => VERSION_REPLY),
  getGenesisHash: method({}, async (chain) => genesisHash(chain)),
  getIdentity: method({}, async (chain) => ({ identity: chain.node.identity })),
  getSlot: newestSlot,
  // The node produces and keeps every block itself.
  getMaxRetransmitSlot: method({}, ({ ledger }) => ledger.slot()),
  getMaxShredInsertSlot: method({}, ({ ledger }) => ledger.slot()),
  getBlockHeight: newestSlot,
  getEpochInfo: method(CONTEXT, async (chain, { config }) => {
    const absoluteSlot = await contextSlot(chain, config);
    const { epoch, firstSlot } = epochOf(absoluteSlot);
    return {
      absoluteSlot,
      blockHeight: absoluteSlot,
      epoch,
      slotIndex: absoluteSlot - firstSlot,
      slotsInEpoch: SLOTS_PER_EPOCH,
      transactionCount: absoluteSlot,
    };
  }),
  getEpochSchedule: method({}, async () => ({
    firstNormalEpoch: 0,
    firstNormalSlot: 0,
    leaderScheduleSlotOffset: SLOTS_PER_EPOCH,
    slotsPerEpoch: SLOTS_PER_EPOCH,
    warmup: false,
  })),
  // A node also counts its votes, one per block, as transactions. An idle cluster has no other transactions.
  getTransactionCount: newestSlot,
  getRecentPrioritizationFees: method(
    { addresses: nullable(upTo(address, MAX_ADDRESSES)) },
    (chain, { addresses = [] }) => recentFees(chain, addresses),
  ),
};

/** Number of slots whose fees a node remembers. */
const REMEMBERED_SLOTS = 150;

/**
 * The lowest sufficient prices in the newest slots, in micro-lamports per compute unit. A slot has a lowest price for all
 * transactions, and one for each written address. The highest of these applies. Empty slots are listed too, as on a cluster
 * without skipped slots.
 */
async function recentFees({ ledger }: Chain, addresses: readonly string[]) {
  const newest = await ledger.slot();
  const fees = [];
  for (let slot = Math.max(0, newest - REMEMBERED_SLOTS + 1); slot <= newest; slot++) {
    const isEmpty = (await ledger.landedBetween(slot, slot)) === 0;
    const { transactions = [] } = (isEmpty ? undefined : await ledger.block(slot)) ?? {};
    const paid = transactions.map(priceAndWritten);
    const lowest = (of: typeof paid) => of.map(({ price }) => price).reduce(smaller, of[0]?.price ?? 0n);
    const prices = addresses.map((address) => lowest(paid.filter(({ writes }) => writes(address))));
    fees.push({ slot, prioritizationFee: prices.reduce(larger, lowest(paid)) });
  }
  return fees;
}

const smaller = (one: bigint, other: bigint) => (one < other ? one : other);
const larger = (one: bigint, other: bigint) => (one > other ? one : other);

function priceAndWritten({ wire, accountKeys, loadedWritable }: LocalLanded) {
  const transaction = readTransaction(wire);
  const writes = (address: string) => {
    const index = accountKeys.indexOf(address);
    return index >= 0 && isWritable(transaction, loadedWritable, index);
  };
  return { price: unitPriceOf(transaction), writes };
}
