import { race } from "../../http/deadline.js";

/** How sure the cluster is of a transaction; each is stronger than the one before. */
export type Commitment = "processed" | "confirmed" | "finalized";

/** The cluster's status of a transaction that has landed. */
export interface SignatureStatus {
  /** Slot in which it landed. */
  readonly slot: number;
  /** Null when it succeeded. */
  readonly err: unknown;
  /** Absent on old nodes, where `confirmations` tells: null is finalized. */
  readonly confirmationStatus?: Commitment | undefined;
  /** Blocks since it landed, as old nodes tell it. */
  readonly confirmations?: number | null;
}

/** An answer of a node, and the slot as of which the node gave it: behind one address there can be many nodes. */
export interface InContext<T> {
  /** Absent where an own connection leaves it out; then an expired transaction is told later, by block height alone. */
  readonly context?: {
    /** The newest slot that the node knew. */
    readonly slot: number;
  };
  /** The answer. */
  readonly value: T;
}

/** The methods of a `Connection` of `@solana/web3.js` that sending needs. Any object with them will do. */
export interface SolanaConnection {
  /** Sends a signed transaction; answers its signature. */
  sendRawTransaction(
    transaction: Uint8Array,
    options?: { skipPreflight?: boolean; preflightCommitment?: Commitment },
  ): Promise<string>;
  /** Statuses of transactions; null for one that the cluster does not know. */
  getSignatureStatuses(
    signatures: string[],
    config?: { searchTransactionHistory: boolean },
  ): Promise<InContext<readonly (SignatureStatus | null)[]>>;
  /** Whether a transaction dated by this blockhash can still land. */
  isBlockhashValid(blockhash: string, config?: { commitment?: Commitment }): Promise<InContext<boolean>>;
  /** How many blocks the chain has. */
  getBlockHeight(commitment?: Commitment): Promise<number>;
  /** Asked for the logs of a failed transaction, if it is there. */
  getTransaction?(
    signature: string,
    config: { commitment: "confirmed"; maxSupportedTransactionVersion: number },
  ): Promise<{ readonly meta: { readonly logMessages?: readonly string[] | null } | null } | null>;
  /** Tells when a transaction has reached a commitment; used if `subscribe` asks for it. */
  onSignature?(signature: string, callback: () => void, commitment?: Commitment): number;
  /** Ends `onSignature`. */
  removeSignatureListener?(id: number): Promise<void>;
}

/** A request of `@solana/kit` that waits to be sent. */
export interface KitRequest {
  /** Sends it. */
  send(options?: { readonly abortSignal?: AbortSignal }): Promise<unknown>;
}

/** The methods that sending needs of an `Rpc` of `@solana/kit`, as `createSolanaRpc` makes it. */
export interface KitRpc {
  /** Sends a signed transaction. */
  sendTransaction(...call: never[]): KitRequest;
  /** Statuses of transactions. */
  getSignatureStatuses(...call: never[]): KitRequest;
  /** Whether a transaction dated by a blockhash can still land. */
  isBlockhashValid(...call: never[]): KitRequest;
  /** How many blocks the chain has. */
  getBlockHeight(...call: never[]): KitRequest;
}

/** The method of an `RpcSubscriptions` of `@solana/kit` that confirming can use. */
export interface KitSubscriptions {
  /** Tells when a transaction has reached a commitment. */
  signatureNotifications(...call: never[]): {
    /** Begins to listen. */
    subscribe(options: { readonly abortSignal: AbortSignal }): Promise<AsyncIterable<unknown>>;
  };
}

/** The two of `@solana/kit` together, as its clients have them: confirmed by subscription, without waiting for a poll. */
export interface KitConnection {
  /** For all that is asked and sent. */
  readonly rpc: KitRpc;
  /** For what is told. */
  readonly rpcSubscriptions?: KitSubscriptions | undefined;
}

/** A way to a cluster: of `@solana/web3.js`, of `@solana/kit`, or an own object with the methods of either. */
export type AnyConnection = SolanaConnection | KitRpc | KitConnection;

/** Where waiting is done; `server.clock` of the mock server is one. */
export interface SleepClock {
  /** Resolves after `ms` milliseconds, or rejects when the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Waits by the machine's own timer. */
export const systemClock: SleepClock = {
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const abort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener("abort", abort);
        resolve();
      }, ms);
      if (signal?.aborted) abort();
      else signal?.addEventListener("abort", abort, { once: true });
    }),
};

/** The promise's outcome, or the signal's reason if that comes first: connections and wallets know no signals. */
export const orAborted = <T>(signal: AbortSignal | undefined, promise: Promise<T>): Promise<T> =>
  signal === undefined ? promise : race(signal, promise);
