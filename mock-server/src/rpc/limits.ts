import { invalidParams, RPC_CODES, RpcError } from "./rpc-error.js";

/**
 * Limits of the work that a client may ask for at once, so that it neither fills the memory nor holds up
 * everybody else.
 */
export const RPC_LIMITS = {
  /** Calls in a batch. */
  batchCalls: 500,
  /** Bytes of an answer; in a batch, of all its answers. Holds the largest account of a chain, 10 MiB, in base64. */
  answerBytes: 16 << 20,
  /** How deep params may be nested. */
  depth: 64,
  /** Calls that are worked on side by side, over HTTP. */
  working: 4,
  /** Calls that wait for their turn, over HTTP. */
  waiting: 2000,
  /** Subscriptions of a connection. */
  subscriptions: 1000,
  /** Subscriptions of all connections to a network. */
  allSubscriptions: 20_000,
  /** Messages of a connection that wait to be worked on, before no more are read. */
  messages: 64,
  /** Bytes that a reader may lag behind, before it is let go. */
  lagBytes: 4 << 20,
  /** How often a connection is asked whether it still lives, ms of real time. */
  pingMs: 30_000,
  /** How long a connection without a subscription may say nothing, ms of real time. */
  idleMs: 600_000,
} as const;

/** Counts the bytes of an answer while it is made. */
export class AnswerSize {
  #bytes = 0;

  /** @throws {RpcError} -32600 when the answer becomes too large */
  add(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > RPC_LIMITS.answerBytes) throw answerTooLarge();
  }
}

/** @throws {RpcError} -32600 for accounts that would make an answer too large; asked before they are written */
export function refuseLarge(bytes: number): void {
  if (bytes > RPC_LIMITS.answerBytes) throw answerTooLarge();
}

function answerTooLarge(): RpcError {
  const most = RPC_LIMITS.answerBytes >> 20;
  return new RpcError(
    RPC_CODES.invalidRequest,
    `The answer is over ${most} MiB; ask for less at once, or for a part of the data by dataSlice`,
  );
}

/** @throws {RpcError} -32600 for a batch of more calls than are taken */
export function refuseLongBatch(calls: number): void {
  if (calls <= RPC_LIMITS.batchCalls) return;
  throw new RpcError(
    RPC_CODES.invalidRequest,
    `The batch has ${calls} calls; at most ${RPC_LIMITS.batchCalls} are taken`,
  );
}

/** @throws {RpcError} -32602 for params that nest deeper than any method's; walks without recursion */
export function refuseDeep(params: unknown): void {
  let level: unknown[] = [params];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > RPC_LIMITS.depth) {
      throw invalidParams(`Invalid params: nested deeper than ${RPC_LIMITS.depth} levels.`);
    }
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== "object" || value === null) continue;
      for (const member of Object.values(value)) next.push(member);
    }
    level = next;
  }
}

/** The error of a call that the server refuses because it is busy with others. @see RPC_LIMITS */
export function overloaded(): RpcError {
  return new RpcError(
    RPC_CODES.overloaded,
    "The server has more to do than it can keep; try again in a second",
  );
}

/** A subscription that is one too many, in a node's words. */
export function tooManySubscriptions(): RpcError {
  return new RpcError(
    RPC_CODES.internal,
    "Internal Error: Subscription refused. Node subscription limit reached",
  );
}

/** Work that is done a few pieces at a time; of the rest, some may wait. */
export class WorkQueue {
  #working = 0;
  readonly #waiting: (() => void)[] = [];

  /** Does a piece of work in its turn. @throws {RpcError} -32005 when too many wait already */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#working >= RPC_LIMITS.working) {
      if (this.#waiting.length >= RPC_LIMITS.waiting) throw overloaded();
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#working++;
    try {
      return await work();
    } finally {
      // The next one takes over the place.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#working--;
    }
  }
}
