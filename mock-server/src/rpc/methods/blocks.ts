import { RawJson } from "../../kernel/raw-json.js";
import { settle } from "../../kernel/work-under-way.js";
import { type Chain, type Method, slotReached } from "../chain.js";
import { blockForm, blockTimeOf, encodeBlock } from "../encode-block.js";
import { blockCommitmentOf, type Config, configOf, countOf } from "../params.js";
import { invalidParams, RPC_CODES, RpcError, wrongVariant } from "../rpc-error.js";

/** Most blocks of one call. */
const MOST_BLOCKS = 500_000;
/** Slots that are written before others have their turn. */
const AT_ONCE = 50_000;

/** The slots of a range, which all have a block, as a list that is written already. */
export async function slotList(first: number, count: number): Promise<RawJson> {
  const parts: string[] = [];
  for (let done = 0; done < count; done += AT_ONCE) {
    if (done > 0) await settle();
    const length = Math.min(AT_ONCE, count - done);
    parts.push(Array.from({ length }, (_, index) => first + done + index).join(","));
  }
  return new RawJson(`[${parts.join(",")}]`);
}

function notAvailable(slot: number): RpcError {
  return new RpcError(RPC_CODES.blockNotAvailable, `Block not available for slot ${slot}`);
}

/** @throws {RpcError} -32001 for a block that the ledger has thrown away */
async function refuseCleanedUp({ ledger }: Chain, slot: number): Promise<void> {
  const first = await ledger.firstSlot();
  if (slot >= first) return;
  throw new RpcError(
    RPC_CODES.blockCleanedUp,
    `Block ${slot} cleaned up, does not exist on node. First available block: ${first}`,
  );
}

/** The newest slot of a commitment. @throws {RpcError} -32602 for `processed` */
async function newest({ ledger }: Chain, config: Config): Promise<number> {
  return slotReached(await ledger.slot(), blockCommitmentOf(config));
}

/** A configuration, or an encoding alone, as the first clients wrote it. */
function blockConfig(given: unknown): Config {
  if (typeof given === "string") return { encoding: given };
  if (given !== undefined && given !== null && typeof given !== "object") throw wrongVariant();
  return configOf(given);
}

async function getBlock(chain: Chain, slot: number, config: Config) {
  const form = blockForm(config);
  await refuseCleanedUp(chain, slot);
  const block = slot > (await newest(chain, config)) ? undefined : await chain.ledger.block(slot);
  if (!block) throw notAvailable(slot);
  return encodeBlock(block, form);
}

/** Methods that tell of blocks. */
export const BLOCK_METHODS: Readonly<Record<string, Method>> = {
  getBlock: {
    required: 1,
    total: 2,
    run: async (chain, [slot, config]) => getBlock(chain, countOf(slot), blockConfig(config)),
  },
  getBlocks: {
    required: 1,
    total: 3,
    run: async (chain, [from, to, config]) => {
      const first = Math.max(countOf(from), await chain.ledger.firstSlot());
      // The end may be left out, and the configuration takes its place.
      const ends = typeof to === "number" || typeof to === "bigint";
      const until = await newest(chain, configOf(ends ? config : (to ?? config)));
      const last = Math.min(until, ends ? countOf(to) : first + MOST_BLOCKS);
      if (last < first) return [];
      if (last - first > MOST_BLOCKS) throw invalidParams(`Slot range too large; max ${MOST_BLOCKS}`);
      return slotList(first, last - first + 1);
    },
  },
  getBlocksWithLimit: {
    required: 2,
    total: 3,
    run: async (chain, [from, limit, config]) => {
      const first = Math.max(countOf(from), await chain.ledger.firstSlot());
      const most = countOf(limit, "usize");
      const until = await newest(chain, configOf(config));
      if (most > MOST_BLOCKS) throw invalidParams(`Limit too large; max ${MOST_BLOCKS}`);
      return slotList(first, Math.max(0, Math.min(most, until - first + 1)));
    },
  },
  getBlockTime: {
    required: 1,
    total: 1,
    run: async (chain, [given]) => {
      const slot = countOf(given);
      await refuseCleanedUp(chain, slot);
      if (slot > (await chain.ledger.slot())) throw notAvailable(slot);
      return blockTimeOf(slot);
    },
  },
  // Blocks are worked out from the clock: there are all of them, until some were thrown away.
  getFirstAvailableBlock: { required: 0, total: 0, run: ({ ledger }) => ledger.firstSlot() },
  minimumLedgerSlot: { required: 0, total: 0, run: ({ ledger }) => ledger.firstSlot() },
};
