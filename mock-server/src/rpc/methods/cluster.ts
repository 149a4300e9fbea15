import bs58 from "bs58";
import {
  epochOf,
  FIRST_NORMAL_EPOCH,
  FIRST_NORMAL_SLOT,
  SLOTS_PER_EPOCH,
  slotStart,
} from "../../ledger/slots.js";
import { type Chain, contextSlot, type Method, NODE_VERSION } from "../chain.js";
import { addressOf, configOf, countOf, stringsOf } from "../params.js";
import { recentFees } from "../priority-fees.js";
import { RPC_CODES, RpcError } from "../rpc-error.js";

/** The features that node of {@link NODE_VERSION} knows, as it sums them up. */
const FEATURE_SET = 3604001754;

/** A constant of a World and network, in base58: its genesis hash, its node's identity. */
function drawn({ random, environment }: Chain, purpose: string): string {
  return bs58.encode(random.bytes(purpose, environment));
}

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

/** When a slot began, seconds since 1970: a block is made as its slot begins. */
async function blockTime({ ledger }: Chain, slot: number): Promise<number> {
  if (slot > (await ledger.slot())) {
    throw new RpcError(RPC_CODES.blockNotAvailable, `Block not available for slot ${slot}`);
  }
  return Math.floor(slotStart(slot) / 1000);
}

/** Methods that tell of the cluster: its health, its slots, its epochs. */
export const CLUSTER_METHODS: Readonly<Record<string, Method>> = {
  getHealth: { required: 0, total: 0, run: async () => "ok" },
  getVersion: {
    required: 0,
    total: 0,
    run: async () => ({ "feature-set": FEATURE_SET, "solana-core": NODE_VERSION }),
  },
  getGenesisHash: { required: 0, total: 0, run: async (chain) => drawn(chain, "genesis hash") },
  getIdentity: {
    required: 0,
    total: 0,
    run: async (chain) => ({ identity: drawn(chain, "node identity") }),
  },
  getSlot: { required: 0, total: 1, run: (chain, [config]) => contextSlot(chain, configOf(config)) },
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
  getBlockTime: { required: 1, total: 1, run: (chain, [slot]) => blockTime(chain, countOf(slot)) },
  getRecentPrioritizationFees: {
    required: 0,
    total: 1,
    run: (chain, [addresses]) => recentFees(chain.ledger, stringsOf(addresses ?? [], 128).map(addressOf)),
  },
};
