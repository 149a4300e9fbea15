// A cluster whose time passes only on its timeline: leaders that skip and drop, forks of processed blocks, and
// replicas behind one address that lag, freeze, are unhealthy, have pruned their history, began from a snapshot or
// have no history.
import { PublicKey, SystemProgram, TransactionMessage, VersionedMessage } from "@solana/web3.js";
import bs58 from "bs58";
import type { Random } from "../random.js";
import type { Timeline } from "./timeline.js";

const SLOT_MS = 400;
/** Number of slots before the play. */
const BEFORE = 1200;
const FINALITY = 32;
/** Lifetime of a blockhash in blocks. */
const LIFE = 150;
/** Slots for which a node without history keeps statuses. */
const STATUS_CACHE = 300;

export const CUSTOM_ERROR = { InstructionError: [0, { Custom: 1 }] };

/**
 * Genesis hashes of Solana's mainnet, where one RPC address can lead to many nodes, and of a self-hosted cluster, where
 * every node has all blocks.
 */
const MAINNET = "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d";
const OWN_CLUSTER = bs58.encode(new Uint8Array(32).fill(7));

interface Block {
  readonly slot: number;
  readonly height: number;
  readonly id: number;
  readonly parent: Block | undefined;
  /** The slot in which the cluster dropped this block for another fork; infinite while it is on the chain. */
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

/** Another transaction of the paying wallet. */
interface Other {
  readonly slot: number;
  readonly signature: string;
}

interface Replica {
  /** Number of slots whose history the replica keeps. */
  readonly keeps: number;
  /** The slot of its starting snapshot. */
  began: number;
  /** False for a node without transaction history. */
  readonly history: boolean;
  lag: number;
  stuckAt: number;
  stuckUntil: number;
  unhealthy: boolean;
}

/** A replica's answer: a result, or a JSON-RPC error. */
export type Answer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } };

type Level = "processed" | "confirmed" | "finalized";

const failure = (code: number, message: string, data?: unknown): Answer => ({
  error: { code, message, ...(data !== undefined && { data }) },
});

export class Model {
  readonly genesis: string;
  /** Number of blocks after which a slot is confirmed. */
  readonly #confirmation: number;
  readonly #skips: number;
  readonly #forks: number;
  readonly #drops: number;
  readonly #landsIn: number;
  readonly #fails: number;
  readonly #restarts: number;
  readonly #replicas: Replica[];
  readonly #halt: readonly [number, number];
  #slot = 0;
  #tip: Block;
  /** The newest block as of each slot. */
  readonly #tips: Block[] = [];
  readonly #blocks: Block[] = [];
  readonly #landings = new Map<string, Landing[]>();
  #pool: Pending[] = [];
  /** Blockhash of each sent message. */
  readonly #dates = new Map<string, string>();
  /** Other transactions of the wallet, newest first. */
  readonly #others: Other[] = [];

  constructor(
    private readonly next: Random,
    private readonly timeline: Timeline,
  ) {
    const one = <T>(...of: readonly T[]) => of[next(of.length)] as T;
    this.#confirmation = one(2, 3, 5);
    this.#skips = one(0, 5, 20);
    this.#forks = one(0, 1, 5, 15);
    this.#drops = one(0, 10, 50, 90, 100);
    this.#landsIn = one(100, 60, 10, 1);
    this.#fails = one(0, 0, 20, 100);
    this.genesis = one(MAINNET, MAINNET, MAINNET, OWN_CLUSTER);
    const whole = this.genesis === OWN_CLUSTER || next(2) === 0;
    this.#restarts = whole ? 0 : one(0, 5);
    const halt = BEFORE + next(300);
    this.#halt = one([0, 0], [0, 0], [0, 0], [halt, halt + next(300)]) as [number, number];
    const lag = one(0, 1, 3, 40, 160);
    this.#replicas = Array.from({ length: 1 + next(4) }, () => ({
      keeps: whole || next(2) === 0 ? Number.POSITIVE_INFINITY : STATUS_CACHE + next(2000),
      began: 0,
      history: whole || next(6) > 0,
      lag: next(lag + 1),
      stuckAt: 0,
      stuckUntil: 0,
      unhealthy: next(12) === 0,
    }));
    this.#tip = this.#block(undefined);
    this.#tips.push(this.#tip);
    for (let earlier = one(0, 1, 4); earlier > 0; earlier--) this.#others.unshift(this.#other());
    for (let slot = 0; slot < BEFORE; slot++) this.#pass();
  }

  /** Advances the slots to the current time. */
  #keepUp(): void {
    while ((this.#slot + 1 - BEFORE) * SLOT_MS <= this.timeline.now) this.#pass();
  }

  #other(): Other {
    const bytes = Uint8Array.from({ length: 64 }, () => this.next(256));
    return { slot: this.#slot, signature: bs58.encode(bytes) };
  }

  /** The blockhash that the service puts into a transaction. */
  latestBlockhash(): string {
    this.#keepUp();
    const behind = this.#confirmation + this.next(4);
    return hashOf(this.#ancestor(this.#tip, this.#slot - behind));
  }

  /** Block and error of a landed message; undefined if the message is not on the current chain. */
  landed(message: string): Landing | undefined {
    this.#keepUp();
    return this.#landingIn(message, this.#slot);
  }

  #block(parent: Block | undefined): Block {
    const block: Block = {
      slot: this.#slot,
      height: (parent?.height ?? 0) + 1,
      id: this.#blocks.length,
      parent,
      droppedAt: Number.POSITIVE_INFINITY,
    };
    this.#blocks.push(block);
    return block;
  }

  #born(blockhash: string | undefined): Block | undefined {
    return blockhash === undefined ? undefined : this.#blocks[idOf(blockhash)];
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
    if (next(10) === 0) this.#others.unshift(this.#other());
    const replica = this.#replicas[next(this.#replicas.length)] as Replica;
    if (next(100) < this.#restarts) replica.began = this.#slot;
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
      // Confirmed blocks are permanent.
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
      const born = this.#born(this.#dates.get(message));
      // Kept for ten more blocks, because a fork can drop blocks and make the blockhash valid again.
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

  /** Whether a transaction with this signature is in the chain, without an error. */
  succeeded(signature: string): boolean {
    return [...this.#landings.keys()].some((message) => {
      const landing = this.landed(message);
      return landing?.signature === signature && landing.err === null;
    });
  }

  /** Answers as one of the replicas. */
  answer(method: string, params: readonly unknown[]): Answer {
    this.#keepUp();
    const { next } = this;
    const replica = this.#replicas[next(this.#replicas.length)] as Replica;
    const view = this.#viewOf(replica);
    const [argument, config] = params as [never, Record<string, never> | undefined];
    const level: Level = config?.["commitment"] ?? "finalized";
    const bank = this.#bank(view, level);
    const minimum: number | undefined = config?.["minContextSlot"];
    if (minimum !== undefined && bank.slot < Number(minimum))
      return failure(-32016, "Minimum context slot has not been reached", { contextSlot: bank.slot });
    const context = { slot: bank.slot };
    const searches = method === "getSignatureStatuses" && config?.["searchTransactionHistory"] === true;
    if (!replica.history && (searches || HISTORY.has(method)))
      return failure(-32011, "Transaction history is not available from this node");
    const first = this.#firstOf(replica, view);
    switch (method) {
      case "getGenesisHash":
        return { result: this.genesis };
      case "getFirstAvailableBlock":
        return { result: first };
      case "isBlockhashValid":
        return { result: { context, value: isValid(this.#born(argument), bank) } };
      case "getSignatureStatuses": {
        const slot = (this.#tips[view] as Block).slot;
        const since = Math.min(view - STATUS_CACHE, searches ? first : view);
        const [signature] = argument as string[];
        return { result: { context: { slot }, value: [this.#statusOf(signature ?? "", view, since)] } };
      }
      case "simulateTransaction":
        return { result: { context, value: this.#simulate(Buffer.from(argument, "base64"), view) } };
      case "sendTransaction":
        return this.#send(Buffer.from(argument, "base64"), config?.["skipPreflight"] === true, replica, view);
      case "getSignaturesForAddress":
        return { result: this.#history(view, first, config?.["before"]) };
      case "getTransaction":
        return { result: this.#transaction(argument, view, first, config?.["encoding"] === "base64") };
      default:
        return failure(-32601, "Method not found");
    }
  }

  /** The oldest slot for which a replica has transactions. */
  #firstOf({ keeps, began }: Replica, view: number): number {
    return Math.max(0, view - keeps, began);
  }

  #statusOf(signature: string, view: number, since: number) {
    for (const message of this.#landings.keys()) {
      const landing = this.#landingIn(message, view);
      if (landing?.signature !== signature) continue;
      const { slot } = landing.block;
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
    if (!isValid(this.#born(blockhash), this.#tips[view] as Block)) return result("BlockhashNotFound");
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
    this.#dates.set(message, blockhash);
    if (this.next(100) >= this.#drops) {
      const late = this.next(10) === 0 ? 140 : 6;
      this.#pool.push({ message, signature, arrives: this.#slot + 1 + this.next(late) });
    }
    return { result: signature };
  }

  #history(view: number, first: number, before: string | undefined) {
    const own = [...this.#landings.keys()].flatMap((message) => {
      const landing = this.#landingIn(message, view);
      return landing === undefined ? [] : [{ ...landing, slot: landing.block.slot }];
    });
    const found = [...own, ...this.#others.map((other) => ({ ...other, err: null }))].filter(
      ({ slot }) => slot >= first && slot <= view && this.#levelOf(slot, view) !== "processed",
    );
    found.sort((a, b) => b.slot - a.slot);
    const from = before === undefined ? 0 : found.findIndex(({ signature }) => signature === before) + 1;
    // Gateways return fewer items than requested.
    const most = this.genesis === MAINNET ? 3 : found.length;
    return found.slice(from, from + most).map(({ signature, err, slot }) => ({
      signature,
      slot,
      err,
      memo: null,
      blockTime: null,
      confirmationStatus: this.#levelOf(slot, view),
    }));
  }

  #transaction(signature: string, view: number, first: number, base64: boolean) {
    const other = this.#others.find((one) => one.signature === signature);
    if (other !== undefined) return other.slot < first ? null : record(other, OTHER_MESSAGE, null, base64);
    for (const message of this.#landings.keys()) {
      const landing = this.#landingIn(message, view);
      if (landing?.signature !== signature) continue;
      const { slot } = landing.block;
      if (this.#levelOf(slot, view) === "processed" || slot < first) return null;
      return record({ slot, signature }, Buffer.from(message, "base64"), landing.err, base64);
    }
    return null;
  }
}

/** A landed transaction in JSON-RPC's form. */
function record({ slot, signature }: Other, message: Buffer, err: unknown, base64: boolean) {
  const wire = Buffer.concat([Buffer.of(1), bs58.decode(signature), message]);
  const transaction = base64 ? [wire.toString("base64"), "base64"] : jsonOf(message, signature);
  const meta = {
    err,
    ...balancesOf(message, err),
    preTokenBalances: [],
    postTokenBalances: [],
    innerInstructions: [],
    loadedAddresses: { writable: [], readonly: [] },
    logMessages: [],
  };
  return { slot, transaction, meta, version: 0, blockTime: null };
}

const FEE = 5000;
const BALANCE = 10_000_000_000;

/** The accounts' lamports before and after a transfer of SOL by the fee payer. */
function balancesOf(bytes: Uint8Array, err: unknown) {
  const { staticAccountKeys, compiledInstructions } = VersionedMessage.deserialize(bytes);
  const preBalances = staticAccountKeys.map(() => BALANCE);
  const postBalances = preBalances.map((lamports, i) => lamports - (i === 0 ? FEE : 0));
  for (const { programIdIndex, accountKeyIndexes, data } of compiledInstructions) {
    if (err !== null || !staticAccountKeys[programIdIndex]?.equals(SystemProgram.programId)) continue;
    const lamports = Number(Buffer.from(data).readBigUInt64LE(4));
    const [from = 0, to = 0] = accountKeyIndexes;
    postBalances[from] = (postBalances[from] ?? 0) - lamports;
    postBalances[to] = (postBalances[to] ?? 0) + lamports;
  }
  return { fee: FEE, preBalances, postBalances };
}

/** Methods that a node without transaction history rejects. */
const HISTORY = new Set(["getSignaturesForAddress", "getTransaction"]);

function hashOf({ id }: Block): string {
  const bytes = new Uint8Array(32).fill(1);
  new DataView(bytes.buffer).setUint32(0, id);
  return bs58.encode(bytes);
}

const idOf = (blockhash: string): number =>
  new DataView(Uint8Array.from(bs58.decode(blockhash)).buffer).getUint32(0);

/** Whether a transaction with the blockhash of `born` may land after `bank`. */
const isValid = (born: Block | undefined, bank: Block): boolean =>
  born !== undefined && born.slot <= bank.slot && bank.height - born.height < LIFE && isAncestor(born, bank);

function isAncestor(block: Block, of: Block): boolean {
  let at: Block | undefined = of;
  while (at !== undefined && at.height > block.height) at = at.parent;
  return at === block;
}

/** Blockhashes of decoded messages, because decoding is slow. */
const READ = new Map<string, string>();
function read(bytes: Uint8Array): { message: string; signature: string; blockhash: string } {
  const body = Buffer.from(bytes.subarray(65));
  const message = body.toString("base64");
  const blockhash = READ.get(message) ?? VersionedMessage.deserialize(body).recentBlockhash;
  if (READ.size > 1000) READ.clear();
  READ.set(message, blockhash);
  return { message, signature: bs58.encode(bytes.subarray(1, 65)), blockhash };
}

/** The message of all {@link Other} transactions. */
const OTHER_MESSAGE = Buffer.from(
  new TransactionMessage({
    payerKey: new PublicKey(new Uint8Array(32).fill(9)),
    recentBlockhash: bs58.encode(new Uint8Array(32).fill(2)),
    instructions: [],
  })
    .compileToV0Message()
    .serialize(),
);

function jsonOf(bytes: Uint8Array, signature: string) {
  const message = VersionedMessage.deserialize(bytes);
  return {
    signatures: [signature],
    message: {
      header: message.header,
      accountKeys: message.staticAccountKeys.map((key) => key.toBase58()),
      recentBlockhash: message.recentBlockhash,
      instructions: message.compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => ({
        programIdIndex,
        accounts: accountKeyIndexes,
        data: bs58.encode(data),
      })),
      addressTableLookups: [],
    },
  };
}
