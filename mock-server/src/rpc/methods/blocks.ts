import * as z from "zod/mini";
import { type Chain, type ContextConfig, contextSlot } from "../chain.js";
import { blockForm, blockTimeOf, encodeBlock } from "../encode/block.js";
import { writtenList } from "../envelope.js";
import {
  blockCommitmentOf,
  blockConfig,
  contextConfig,
  count,
  type Method,
  method,
  slot,
} from "../params.js";
import { invalidParams, RPC_CODES, RpcError } from "../rpc-error.js";

/** Maximum blocks per call. */
const MAX_BLOCKS = 500_000;

/** The slots of a range. Every slot has a block. */
export function* slotsFrom(first: number, count: number): Generator<number> {
  for (let slot = first; slot < first + count; slot++) yield slot;
}

function notAvailable(slot: number | bigint): RpcError {
  return new RpcError(RPC_CODES.blockNotAvailable, `Block not available for slot ${slot}`);
}

/** @throws {RpcError} -32001 for a pruned block */
async function refuseCleanedUp({ ledger }: Chain, slot: number | bigint): Promise<void> {
  const first = await ledger.firstSlot();
  if (slot >= first) return;
  throw new RpcError(
    RPC_CODES.blockCleanedUp,
    `Block ${slot} cleaned up, does not exist on node. First available block: ${first}`,
  );
}

/** The newest slot at a commitment. @throws {RpcError} -32602 for `processed`; -32016 below `minContextSlot` */
async function newest(chain: Chain, config: ContextConfig = {}): Promise<number> {
  return contextSlot(chain, { ...config, commitment: blockCommitmentOf(config) });
}

const getBlock = method({ slot, config: blockConfig }, async (chain, { slot, config }) => {
  const form = blockForm(config);
  const last = await newest(chain, config);
  await refuseCleanedUp(chain, slot);
  const block = slot > last ? undefined : await chain.ledger.block(Number(slot));
  if (!block) throw notAvailable(slot);
  return encodeBlock(block, form, chain.ledger.slotMs);
});

/** The last slot, or the configuration if the slot is omitted. */
const end = z.union([count, contextConfig]);

export const BLOCK_METHODS: Readonly<Record<string, Method>> = {
  getBlock,
  getBlocks: method({ from: count, end, config: contextConfig }, async (chain, { from, end, config }) => {
    const first = Math.max(from, await chain.ledger.firstSlot());
    const until = await newest(chain, config ?? (typeof end === "object" ? end : undefined));
    const last = Math.min(until, typeof end === "number" ? end : first + MAX_BLOCKS);
    if (last < first) return [];
    if (last - first > MAX_BLOCKS) throw invalidParams(`Slot range too large; max ${MAX_BLOCKS}`);
    return writtenList(slotsFrom(first, last - first + 1));
  }),
  getBlocksWithLimit: method({ from: count, most: count, config: contextConfig }, async (chain, params) => {
    const { from, most, config } = params;
    const first = Math.max(from, await chain.ledger.firstSlot());
    const until = await newest(chain, config);
    if (most > MAX_BLOCKS) throw invalidParams(`Limit too large; max ${MAX_BLOCKS}`);
    return writtenList(slotsFrom(first, Math.min(most, until - first + 1)));
  }),
  getBlockTime: method({ slot }, async (chain, { slot }) => {
    await refuseCleanedUp(chain, slot);
    if (slot > (await chain.ledger.slot())) throw notAvailable(slot);
    return blockTimeOf(Number(slot), chain.ledger.slotMs);
  }),
  // Blocks are computed from the clock, so all of them exist unless they were pruned.
  getFirstAvailableBlock: method({}, ({ ledger }) => ledger.firstSlot()),
  minimumLedgerSlot: method({}, ({ ledger }) => ledger.firstSlot()),
};
