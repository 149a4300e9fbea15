import { epochOf, FIRST_NORMAL_EPOCH, FIRST_NORMAL_SLOT, SLOTS_PER_EPOCH } from "../../ledger/slots.js";
import { type Chain, contextSlot, type Method } from "../chain.js";
import { FEATURE_SET, genesisHash, NODE_VERSION, nodeIdentity } from "../node.js";
import { addressOf, configOf, stringsOf } from "../params.js";
import { recentFees } from "../priority-fees.js";

async function blockHeight(chain: Chain, config: unknown): Promise<number> {
  const read = configOf(config);
  const [slot, newest, height] = [
    await contextSlot(chain, read),
    await chain.ledger.slot(),
    await chain.ledger.blockHeight(),
  ];
  // No slot is skipped between a block and the one that finalizes it.
  return Math.max(0, height - (newest - slot));
}

/** Methods that tell of the cluster: its health, its slots, its epochs. */
export const CLUSTER_METHODS: Readonly<Record<string, Method>> = {
  getHealth: { required: 0, total: 0, run: async () => "ok" },
  getVersion: {
    required: 0,
    total: 0,
    run: async () => ({ "feature-set": FEATURE_SET, "solana-core": NODE_VERSION }),
  },
  getGenesisHash: { required: 0, total: 0, run: async (chain) => genesisHash(chain) },
  getIdentity: {
    required: 0,
    total: 0,
    run: async (chain) => ({ identity: nodeIdentity(chain) }),
  },
  getSlot: {
    required: 0,
    total: 1,
    run: (chain, [config]) => contextSlot(chain, configOf(config, "struct RpcContextConfig")),
  },
  // The node makes and keeps each block itself.
  getMaxRetransmitSlot: { required: 0, total: 0, run: ({ ledger }) => ledger.slot() },
  getMaxShredInsertSlot: { required: 0, total: 0, run: ({ ledger }) => ledger.slot() },
  getBlockHeight: { required: 0, total: 1, run: (chain, [config]) => blockHeight(chain, config) },
  getEpochInfo: {
    required: 0,
    total: 1,
    run: async (chain, [config]) => {
      const absoluteSlot = await contextSlot(chain, configOf(config));
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
    },
  },
  getEpochSchedule: {
    required: 0,
    total: 0,
    run: async () => ({
      firstNormalEpoch: FIRST_NORMAL_EPOCH,
      firstNormalSlot: FIRST_NORMAL_SLOT,
      leaderScheduleSlotOffset: SLOTS_PER_EPOCH,
      slotsPerEpoch: SLOTS_PER_EPOCH,
      warmup: true,
    }),
  },
  // A node counts its own votes, one a block, among the transactions: on an idle cluster they are all there is.
  getTransactionCount: { required: 0, total: 1, run: (chain, [config]) => blockHeight(chain, config) },
  getRecentPrioritizationFees: {
    required: 0,
    total: 1,
    run: (chain, [addresses]) => recentFees(chain.ledger, stringsOf(addresses ?? [], 128).map(addressOf)),
  },
};
