import { RawJson, writeJson } from "../kernel/json.js";
import type { Block, LedgerEvent, LocalLedger } from "../ledger/ledger.js";
import { slotReached, slotStart } from "../ledger/slots.js";
import { encodeBlock } from "./encode/block.js";
import { RPC_CODES, RpcError } from "./rpc-error.js";
import type { BlockTopic, SlotTopic } from "./topics.js";

/**
 * Longest clock jump in slots (one minute) that is notified slot by slot, as if time had passed. A longer jump causes
 * only one notification, because a day has 216,000 slots.
 */
const MAX_SINGLE_SLOTS = 150;

/** The slots to notify: every slot since `last`, or only `now` after a long jump or a step back. */
function numbersSince(last: number | undefined, now: number): number[] {
  const count = last === undefined ? 1 : now - last;
  if (count < 1 || count > MAX_SINGLE_SLOTS) return [now];
  return Array.from({ length: count }, (_, index) => now - count + 1 + index);
}

/** Notifies each slot as it passes: its number, its stages, or its complete block. */
export class SlotFeed {
  #reported: number | undefined;
  /** Slots with transactions, whose blocks are notified even if the clock jumps over the slots. */
  #landed = new Set<number>();

  constructor(
    private readonly topic: SlotTopic,
    private readonly ledger: LocalLedger,
    private readonly notify: (result: unknown) => void,
  ) {}

  /** Starts at the current slot; earlier ones are not notified. */
  async start(): Promise<void> {
    this.#reported = newestOf(this.topic, await this.ledger.slot());
  }

  /** Called after the ledger was replaced. */
  clear(): void {
    this.#reported = undefined;
    this.#landed.clear();
  }

  async handle(event: LedgerEvent): Promise<void> {
    const { topic } = this;
    if (event.kind === "landed" && topic.kind === "block") this.#landed.add(event.transaction.slot);
    if (event.kind !== "slot") return;
    const newest = newestOf(topic, event.slot);
    if (topic.kind === "block") return this.#notifyBlocks(topic, newest);
    if (topic.kind === "root" && newest <= (this.#reported ?? 0)) return;
    const slots = numbersSince(this.#reported, newest);
    this.#reported = newest;
    for (const slot of slots) {
      if (topic.kind === "slotsUpdates") await this.#notifyStages(slot);
      else this.notify(topic.kind === "root" ? slot : { parent: slot - 1, root: rootOf(slot), slot });
    }
  }

  async #notifyBlocks(topic: BlockTopic, newest: number): Promise<void> {
    if (newest === this.#reported) return;
    const landed = [...this.#landed].filter((one) => one <= newest && one > (this.#reported ?? newest));
    const slots = new Set([...landed, ...numbersSince(this.#reported, newest)]);
    this.#reported = newest;
    for (const one of this.#landed) if (one <= newest) this.#landed.delete(one);
    for (const one of [...slots].sort((a, b) => a - b)) {
      const block = await this.ledger.block(one);
      if (block) await this.#notifyBlock(topic, block);
    }
  }

  async #notifyBlock({ mentions, form }: BlockTopic, full: Block): Promise<void> {
    const transactions = full.transactions.filter(
      ({ accountKeys }) => mentions === undefined || accountKeys.includes(mentions),
    );
    if (mentions !== undefined && transactions.length === 0) return;
    const { slot } = full;
    const send = (block: string, err: unknown) =>
      this.notify(
        new RawJson(
          `{"context":{"slot":${slot}},"value":{"slot":${slot},"block":${block},"err":${writeJson(err)}}}`,
        ),
      );
    try {
      const block = await encodeBlock({ ...full, transactions }, form, this.ledger.slotMs);
      send(block instanceof RawJson ? block.text : writeJson(block), null);
    } catch (error) {
      // As on a node, the notification contains the error, and the subscription continues.
      if (!(error instanceof RpcError)) throw error;
      const unread = error.code === RPC_CODES.unsupportedVersion;
      send("null", unread ? { UnsupportedTransactionVersion: 0 } : "BlockStoreError");
    }
  }

  async #notifyStages(slot: number): Promise<void> {
    const parent = slot - 1;
    const timestamp = slotStart(slot, this.ledger.slotMs);
    const stats = statsOf(await this.ledger.block(parent));
    this.notify({ type: "completed", slot: parent, timestamp });
    this.notify({ type: "frozen", slot: parent, timestamp, stats });
    this.notify({ type: "createdBank", slot, parent, timestamp });
    this.notify({ type: "optimisticConfirmation", slot: parent, timestamp });
    this.notify({ type: "root", slot: rootOf(slot), timestamp });
  }
}

const rootOf = (slot: number) => slotReached(slot, "finalized");

/** The newest number to notify while `slot` is in progress: of a slot, a root or a complete block. */
function newestOf(topic: SlotTopic, slot: number): number {
  if (topic.kind === "block" && topic.commitment !== "finalized") return Math.max(0, slot - 1);
  return topic.kind === "root" || topic.kind === "block" ? rootOf(slot) : slot;
}

/** A block's transaction counts. Each transaction is a separate entry. */
function statsOf(block: Block | undefined) {
  const transactions = block?.transactions ?? [];
  const failed = transactions.filter(({ err }) => err !== null).length;
  return {
    numTransactionEntries: transactions.length,
    numSuccessfulTransactions: transactions.length - failed,
    numFailedTransactions: failed,
    maxTransactionsPerEntry: Math.min(1, transactions.length),
  };
}
