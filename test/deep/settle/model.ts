// A cluster whose time passes only on its own clock: leaders that skip and drop, forks of processed blocks, and replicas
// behind one address that lag, stand still, are unhealthy or have pruned their history.
import { VersionedMessage } from "@solana/web3.js";
import bs58 from "bs58";
import type { Random } from "../random.js";

const SLOT_MS = 400;
/** Slots before the play begins. */
const BEFORE = 400;
const FINALITY = 32;
/** Blocks of a blockhash's life. */
const LIFE = 150;
/** Slots for which a node keeps statuses without its history. */
const STATUS_CACHE = 300;

export const CUSTOM_ERROR = { InstructionError: [0, { Custom: 1 }] };

interface Block {
  readonly slot: number;
  readonly height: number;
  readonly hash: string;
  readonly parent: Block | undefined;
  /** The slot in which the cluster left the fork that it is on. */
  droppedAt: number;
}

/** A message in a block. */
interface Landing {
  readonly block: Block;
  readonly signature: string;
  readonly err: unknown;
}

interface Pending {
  readonly message: string;
  readonly signature: string;
  readonly arrives: number;
}

interface Replica {
  lag: number;
  stuckAt: number;
  stuckUntil: number;
  unhealthy: boolean;
}

/** A replica's answer: a result, or an error of JSON-RPC. */
export type Answer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } };

type Level = "processed" | "confirmed" | "finalized";

const failure = (code: number, message: string, data?: unknown): Answer => ({
  error: { code, message, ...(data !== undefined && { data }) },
});

export class Model {
  now = 0;
  readonly genesis = bs58.encode(new Uint8Array(32).fill(7));
  /** Blocks from one to the next in which a slot is confirmed. */
  readonly #confirmation: number;
  readonly #skips: number;
  readonly #forks: number;
  readonly #drops: number;
  readonly #landsIn: number;
  readonly #fails: number;
  readonly #pruned: boolean;
  readonly #replicas: Replica[];
  readonly #halt: readonly [number, number];
  #slot = 0;
  #tip: Block;
  /** The newest block as of each slot. */
  readonly #tips: Block[] = [];
  readonly #byHash = new Map<string, Block>();
  readonly #landings = new Map<string, Landing[]>();
  #pool: Pending[] = [];
  /** Blockhash of each message that was handed over. */
  readonly #dates = new Map<string, string>();
  /** Bytes that any node was given. */
  sent = 0;

  constructor(private readonly next: Random) {
    const one = <T>(...of: readonly T[]) => of[next(of.length)] as T;
    this.#confirmation = one(2, 3, 5);
    this.#skips = one(0, 5, 20);
    this.#forks = one(0, 1, 5, 15);
    this.#drops = one(0, 10, 50, 90, 100);
    this.#landsIn = one(100, 60, 10, 1);
    this.#fails = one(0, 0, 20, 100);
    this.#pruned = one(false, false, false, true);
    const halt = BEFORE + next(300);
    this.#halt = one([0, 0], [0, 0], [0, 0], [halt, halt + next(300)]) as [number, number];
    const lag = one(0, 1, 3, 40, 160);
    this.#replicas = Array.from({ length: 1 + next(4) }, () => ({
      lag: next(lag + 1),
      stuckAt: 0,
      stuckUntil: 0,
      unhealthy: next(12) === 0,
    }));
    this.#tip = this.#block(undefined);
    this.#tips.push(this.#tip);
    this.advance(BEFORE * SLOT_MS);
  }

  advance(ms: number): void {
    this.now += ms;
    while ((this.#slot + 1) * SLOT_MS <= this.now) this.#pass();
  }

  /** A blockhash as the service answers it. */
  latestBlockhash(): string {
    const behind = this.#confirmation + this.next(4);
    return this.#ancestor(this.#tip, this.#slot - behind).hash;
  }

  /** How a message ended in the chain as it is now. */
  landed(message: string): Landing | undefined {
    return this.#landingIn(message, this.#slot);
  }

  #block(parent: Block | undefined): Block {
    const bytes = new Uint8Array(32);
    new DataView(bytes.buffer).setUint32(0, this.#slot + 1);
    new DataView(bytes.buffer).setUint32(4, this.#byHash.size);
    const block: Block = {
      slot: this.#slot,
      height: (parent?.height ?? 0) + 1,
      hash: bs58.encode(bytes),
      parent,
      droppedAt: Number.POSITIVE_INFINITY,
    };
    this.#byHash.set(block.hash, block);
    return block;
  }

  #pass(): void {
    const { next } = this;
    this.#slot++;
    const warm = this.#slot > BEFORE;
    if (warm && next(100) < this.#forks) this.#leaveFork();
    const halted = this.#slot >= this.#halt[0] && this.#slot < this.#halt[1];
    if (!halted && next(100) >= this.#skips) {
      const block = this.#block(this.#tip);
      this.#tip = block;
      if (this.#pool.length > 0) this.#include(block);
    }
    this.#tips.push(this.#tip);
    if (!warm || next(100) > 0) return;
    const replica = this.#replicas[next(this.#replicas.length)] as Replica;
    const event = next(4);
    if (event === 0) replica.unhealthy = !replica.unhealthy;
    else if (event === 1) replica.lag = next(replica.lag + 3);
    else if (this.#slot >= replica.stuckUntil) {
      replica.stuckAt = Math.max(0, this.#slot - replica.lag);
      replica.stuckUntil = this.#slot + next(next(2) === 0 ? 50 : 2000);
    }
  }

  #leaveFork(): void {
    for (let blocks = 1 + this.next(3); blocks > 0; blocks--) {
      const { parent, slot } = this.#tip;
      // Confirmed blocks stay.
      if (parent === undefined || slot <= this.#slot - this.#confirmation) return;
      this.#tip.droppedAt = this.#slot;
      for (const [message, landings] of this.#landings)
        for (const { block, signature } of landings)
          if (block === this.#tip && this.next(3) > 0)
            this.#pool.push({ message, signature, arrives: this.#slot + this.next(20) });
      this.#tip = parent;
    }
  }

  #include(block: Block): void {
    const { next } = this;
    this.#pool = this.#pool.filter((pending) => {
      const { message, signature, arrives } = pending;
      const born = this.#byHash.get(this.#dates.get(message) ?? "");
      // A fork can take blocks back.
      if (born === undefined || block.height - born.height > LIFE + 10) return false;
      if (arrives > this.#slot || !isValid(born, block.parent as Block)) return true;
      if (this.#landingIn(message, this.#slot) !== undefined) return false;
      if (next(100) >= this.#landsIn) return true;
      const landing = { block, signature, err: next(100) < this.#fails ? CUSTOM_ERROR : null };
      this.#landings.set(message, [...(this.#landings.get(message) ?? []), landing]);
      return false;
    });
  }

  #landingIn(message: string, view: number): Landing | undefined {
    return this.#landings
      .get(message)
      ?.find(({ block }) => block.slot <= view && !(block.droppedAt <= view) && block.slot >= 0);
  }

  #ancestor(block: Block, slot: number): Block {
    let at = block;
    while (at.slot > slot && at.parent !== undefined) at = at.parent;
    return at;
  }

  #viewOf({ lag, stuckAt, stuckUntil }: Replica): number {
    return this.#slot < stuckUntil ? stuckAt : Math.max(0, this.#slot - this.next(lag + 1));
  }

  #bank(view: number, level: Level): Block {
    const behind = level === "processed" ? 0 : level === "confirmed" ? this.#confirmation : FINALITY;
    return this.#ancestor(this.#tips[view] as Block, view - behind);
  }

  #levelOf(slot: number, view: number): Level {
    if (slot <= view - FINALITY) return "finalized";
    return slot <= view - this.#confirmation ? "confirmed" : "processed";
  }

  /** Answers as one of the replicas. */
  answer(method: string, params: readonly unknown[]): Answer {
    const { next } = this;
    const replica = this.#replicas[next(this.#replicas.length)] as Replica;
    const view = this.#viewOf(replica);
    const [first, config] = params as [never, Record<string, never> | undefined];
    const level: Level = config?.["commitment"] ?? "finalized";
    const bank = this.#bank(view, level);
    const minimum: number | undefined = config?.["minContextSlot"];
    if (minimum !== undefined && bank.slot < Number(minimum))
      return failure(-32016, "Minimum context slot has not been reached", { contextSlot: bank.slot });
    const context = { slot: bank.slot };
    switch (method) {
      case "getGenesisHash":
        return { result: this.genesis };
      case "getFirstAvailableBlock":
        // All replicas prune alike: that one without history answers the status, and one with it names its first block, cannot
        // be seen from outside.
        return { result: this.#pruned ? Math.max(0, this.#slot - STATUS_CACHE) : 0 };
      case "isBlockhashValid":
        return { result: { context, value: isValid(this.#byHash.get(first), bank) } };
      case "getSignatureStatuses": {
        const slot = (this.#tips[view] as Block).slot;
        const history = config?.["searchTransactionHistory"] === true;
        const [signature] = first as string[];
        return { result: { context: { slot }, value: [this.#statusOf(signature ?? "", view, history)] } };
      }
      case "simulateTransaction":
        return { result: { context, value: this.#simulate(Buffer.from(first, "base64"), view) } };
      case "sendTransaction":
        return this.#send(Buffer.from(first, "base64"), config?.["skipPreflight"] === true, replica, view);
      case "getSignaturesForAddress":
        return { result: this.#history(view, config?.["before"]) };
      case "getTransaction":
        return { result: this.#transaction(first, view, config?.["encoding"] === "base64") };
      default:
        return failure(-32601, "Method not found");
    }
  }

  #statusOf(signature: string, view: number, history: boolean) {
    for (const message of this.#landings.keys()) {
      const landing = this.#landingIn(message, view);
      if (landing?.signature !== signature) continue;
      const { slot } = landing.block;
      const since = history && !this.#pruned ? 0 : view - STATUS_CACHE;
      if (slot < since) return null;
      const confirmationStatus = this.#levelOf(slot, view);
      const confirmations = confirmationStatus === "finalized" ? null : view - slot;
      const { err } = landing;
      return {
        slot,
        err,
        status: err === null ? { Ok: null } : { Err: err },
        confirmations,
        confirmationStatus,
      };
    }
    return null;
  }

  #simulate(bytes: Uint8Array, view: number): { err: unknown; logs: string[] } {
    const { message, blockhash } = read(bytes);
    const result = (err: unknown, ...logs: string[]) => ({ err, logs });
    if (!isValid(this.#byHash.get(blockhash), this.#tips[view] as Block)) return result("BlockhashNotFound");
    const landing = this.#landingIn(message, view);
    if (landing !== undefined && landing.block.slot >= view - STATUS_CACHE) return result("AlreadyProcessed");
    return this.next(100) < this.#fails / 4 ? result(CUSTOM_ERROR, "Program log: no funds") : result(null);
  }

  #send(bytes: Uint8Array, skipPreflight: boolean, { unhealthy }: Replica, view: number): Answer {
    const { message, signature, blockhash } = read(bytes);
    if (!skipPreflight) {
      if (unhealthy) return failure(-32005, "Node is behind by 400 slots", { numSlotsBehind: 400 });
      const { err, logs } = this.#simulate(bytes, view);
      const why: Record<string, string> = {
        AlreadyProcessed: "This transaction has already been processed",
        BlockhashNotFound: "Blockhash not found",
      };
      const text = `Transaction simulation failed: ${why[String(err)] ?? "Error processing Instruction 0"}`;
      if (err !== null) return failure(-32002, text, { err, logs, accounts: null, unitsConsumed: 0 });
    }
    this.sent++;
    this.#dates.set(message, blockhash);
    if (this.next(100) >= this.#drops) {
      const late = this.next(10) === 0 ? 140 : 6;
      this.#pool.push({ message, signature, arrives: this.#slot + 1 + this.next(late) });
    }
    return { result: signature };
  }

  #history(view: number, before: string | undefined) {
    const found = [...this.#landings.keys()].flatMap((message) => {
      const landing = this.#landingIn(message, view);
      if (landing === undefined || this.#levelOf(landing.block.slot, view) === "processed") return [];
      if (this.#pruned && landing.block.slot < view - STATUS_CACHE) return [];
      return [landing];
    });
    found.sort((a, b) => b.block.slot - a.block.slot);
    const from = before === undefined ? 0 : found.findIndex(({ signature }) => signature === before) + 1;
    return found.slice(from).map(({ signature, err, block: { slot } }) => ({
      ...{ signature, slot, err, memo: null, blockTime: null, confirmationStatus: this.#levelOf(slot, view) },
    }));
  }

  #transaction(signature: string, view: number, base64: boolean) {
    for (const message of this.#landings.keys()) {
      const landing = this.#landingIn(message, view);
      if (landing?.signature !== signature) continue;
      const { slot } = landing.block;
      if (this.#levelOf(slot, view) === "processed" || (this.#pruned && slot < view - STATUS_CACHE))
        return null;
      const bytes = Buffer.from(message, "base64");
      const wire = Buffer.concat([Buffer.of(1), bs58.decode(signature), bytes]);
      const transaction = base64 ? [wire.toString("base64"), "base64"] : jsonOf(bytes, signature);
      const meta = {
        err: landing.err,
        fee: 5000,
        preBalances: [],
        postBalances: [],
        preTokenBalances: [],
        postTokenBalances: [],
        innerInstructions: [],
        loadedAddresses: { writable: [], readonly: [] },
        logMessages: [],
      };
      return { slot, transaction, meta, version: 0, blockTime: null };
    }
    return null;
  }
}

/** Whether a transaction with the hash of `born` may follow `bank`. */
const isValid = (born: Block | undefined, bank: Block): boolean =>
  born !== undefined && born.slot <= bank.slot && bank.height - born.height < LIFE && isAncestor(born, bank);

function isAncestor(block: Block, of: Block): boolean {
  let at: Block | undefined = of;
  while (at !== undefined && at.height > block.height) at = at.parent;
  return at === block;
}

/** The parts of a transaction with one signature. */
const READ = new Map<string, string>();
function read(bytes: Uint8Array): { message: string; signature: string; blockhash: string } {
  const body = Buffer.from(bytes.subarray(65));
  const message = body.toString("base64");
  const blockhash = READ.get(message) ?? VersionedMessage.deserialize(body).recentBlockhash;
  if (READ.size > 1000) READ.clear();
  READ.set(message, blockhash);
  return { message, signature: bs58.encode(bytes.subarray(1, 65)), blockhash };
}

function jsonOf(bytes: Uint8Array, signature: string) {
  const message = VersionedMessage.deserialize(bytes);
  return {
    signatures: [signature],
    message: {
      header: message.header,
      accountKeys: message.staticAccountKeys.map((key) => key.toBase58()),
      recentBlockhash: message.recentBlockhash,
      instructions: message.compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => ({
        ...{ programIdIndex, accounts: accountKeyIndexes, data: bs58.encode(data) },
      })),
      addressTableLookups: [],
    },
  };
}
