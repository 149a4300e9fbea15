import { epochOf, FIRST_NORMAL_EPOCH, FIRST_NORMAL_SLOT, SLOTS_PER_EPOCH } from "../../ledger/slots.js";
import { type Chain, contextSlot } from "../chain.js";
import { type ContextConfig, contextConfig } from "../configs.js";
import { type Method, method } from "../method.js";
import { FEATURE_SET, genesisHash, NODE_VERSION, nodeIdentity } from "../node.js";
import { addressesOf } from "../params.js";
import { recentFees } from "../priority-fees.js";
import { string, vec } from "../serde/scalars.js";

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
  getHealth: method([], [], async () => "ok"),
  getVersion: method([], [], async () => ({ "feature-set": FEATURE_SET, "solana-core": NODE_VERSION })),
  getGenesisHash: method([], [], async (chain) => genesisHash(chain)),
  getIdentity: method([], [], async (chain) => ({ identity: nodeIdentity(chain) })),
  getSlot: method([], [contextConfig], contextSlot),
  // The node makes and keeps each block itself.
  getMaxRetransmitSlot: method([], [], ({ ledger }) => ledger.slot()),
  getMaxShredInsertSlot: method([], [], ({ ledger }) => ledger.slot()),
  getBlockHeight: method([], [contextConfig], blockHeight),
  getEpochInfo: method([], [contextConfig], async (chain, config) => {
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
  getEpochSchedule: method([], [], async () => ({
    firstNormalEpoch: FIRST_NORMAL_EPOCH,
    firstNormalSlot: FIRST_NORMAL_SLOT,
    leaderScheduleSlotOffset: SLOTS_PER_EPOCH,
    slotsPerEpoch: SLOTS_PER_EPOCH,
    warmup: true,
  })),
  // A node counts its own votes, one a block, among the transactions: on an idle cluster they are all there is.
  getTransactionCount: method([], [contextConfig], blockHeight),
  getRecentPrioritizationFees: method([], [vec(string)], ({ ledger }, addresses) =>
    recentFees(ledger, addressesOf(addresses ?? [], MOST_ADDRESSES)),
  ),
};
