import { invalidParams, RPC_CODES, RpcError } from "./rpc-error.js";

/** Limits on a client's concurrent work, so that it cannot fill the memory or block other clients. */
export const RPC_LIMITS = {
  batchCalls: 1000,
  /** Bytes of a response, or of all responses in a batch. The largest account (10 MiB) fits as base64. */
  answerBytes: 16 << 20,
  /** Maximum nesting depth of params. */
  depth: 64,
  working: 4,
  /** Queued calls over HTTP. */
  waiting: 2000,
  subscriptions: 1000,
  /** Subscriptions per network, over all connections. */
  allSubscriptions: 20_000,
  /** Queued messages at which reading from a connection pauses. */
  messages: 64,
  /** Unsent bytes above which a slow reader is disconnected. */
  lagBytes: 4 << 20,
  /** Ping interval of connections, ms of real time. */
  pingMs: 30_000,
  /** Idle timeout of a connection without a subscription, ms of real time. */
  idleMs: 600_000,
} as const;

/** Counts a response's bytes while it is written. */
export class AnswerSize {
  #bytes = 0;

  /** @throws {RpcError} -32600 if the response becomes too large */
  add(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= RPC_LIMITS.answerBytes) return;
    const most = RPC_LIMITS.answerBytes >> 20;
    throw new RpcError(
      RPC_CODES.invalidRequest,
      `The response exceeds ${most} MiB; request less at a time, or use dataSlice to request part of the data`,
    );
  }
}

/** @throws {RpcError} -32600 for a batch with too many calls */
export function refuseLongBatch(calls: number): void {
  if (calls <= RPC_LIMITS.batchCalls) return;
  throw new RpcError(
    RPC_CODES.invalidRequest,
    `The batch has ${calls} calls; at most ${RPC_LIMITS.batchCalls} are allowed`,
  );
}

/** Iterative, because recursion into deep params could overflow the stack. @throws {RpcError} -32602 if too deep */
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

export function overloaded(): RpcError {
  return new RpcError(RPC_CODES.overloaded, "The server is overloaded; try again in a second");
}

/** The error for too many subscriptions, with the same message as on a node. */
export function tooManySubscriptions(): RpcError {
  return new RpcError(
    RPC_CODES.internal,
    "Internal Error: Subscription refused. Node subscription limit reached",
  );
}

/** A queue with limited concurrency and length. */
export class WorkQueue {
  #working = 0;
  readonly #waiting: (() => void)[] = [];

  /** Runs a task when its turn comes. @throws {RpcError} -32005 if the queue is full */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#working >= RPC_LIMITS.working) {
      if (this.#waiting.length >= RPC_LIMITS.waiting) throw overloaded();
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#working++;
    try {
      return await work();
    } finally {
      // The next task replaces this one, so `#working` does not change.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#working--;
    }
  }
}
