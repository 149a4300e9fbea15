import { RawJson } from "../../kernel/raw-json.js";
import { settle } from "../../kernel/work-under-way.js";
import { type Chain, contextSlot } from "../chain.js";
import { type BlockConfig, blockConfig, blocksEnd, type ContextConfig, contextConfig } from "../configs.js";
import { blockForm, blockTimeOf, encodeBlock } from "../encode-block.js";
import { type Method, method, strictMethod } from "../method.js";
import { blockCommitmentOf } from "../params.js";
import { invalidParams, RPC_CODES, RpcError } from "../rpc-error.js";
import { slot as slotNumber, usize } from "../serde/scalars.js";

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

/** The newest slot of a commitment. @throws {RpcError} -32602 for `processed`; -32016 before the least slot */
async function newest(chain: Chain, config: ContextConfig = {}): Promise<number> {
  return contextSlot(chain, { ...config, commitment: blockCommitmentOf(config) });
}

async function getBlock(chain: Chain, slot: number, config: BlockConfig | undefined) {
  const form = blockForm(config);
  const last = await newest(chain, config);
  await refuseCleanedUp(chain, slot);
  const block = slot > last ? undefined : await chain.ledger.block(slot);
  if (!block) throw notAvailable(slot);
  return encodeBlock(block, form);
}

/** Methods that tell of blocks. */
export const BLOCK_METHODS: Readonly<Record<string, Method>> = {
  getBlock: method([slotNumber], [blockConfig], getBlock),
  // The end may be left out, and the configuration takes its place.
  getBlocks: method([slotNumber], [blocksEnd, contextConfig], async (chain, from, end, config) => {
    const first = Math.max(from, await chain.ledger.firstSlot());
    const until = await newest(chain, typeof end === "object" ? end : config);
    const last = Math.min(until, typeof end === "number" ? end : first + MOST_BLOCKS);
    if (last < first) return [];
    if (last - first > MOST_BLOCKS) throw invalidParams(`Slot range too large; max ${MOST_BLOCKS}`);
    return slotList(first, last - first + 1);
  }),
  getBlocksWithLimit: method([slotNumber, usize], [contextConfig], async (chain, from, most, config) => {
    const first = Math.max(from, await chain.ledger.firstSlot());
    const until = await newest(chain, config);
    if (most > MOST_BLOCKS) throw invalidParams(`Limit too large; max ${MOST_BLOCKS}`);
    return slotList(first, Math.max(0, Math.min(most, until - first + 1)));
  }),
  getBlockTime: strictMethod([slotNumber], async (chain, slot) => {
    await refuseCleanedUp(chain, slot);
    if (slot > (await chain.ledger.slot())) throw notAvailable(slot);
    return blockTimeOf(slot);
  }),
  // Blocks are worked out from the clock: there are all of them, until some were thrown away.
  getFirstAvailableBlock: method([], [], ({ ledger }) => ledger.firstSlot()),
  minimumLedgerSlot: method([], [], ({ ledger }) => ledger.firstSlot()),
};
