import { LONGEST_TIMER, race } from "../../http/deadline.js";

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
  /**
   * Sends a signed transaction; answers its signature.
   *
   * @param transaction The signed bytes.
   * @param options Whether the node simulates first, and against which state.
   */
  sendRawTransaction(
    transaction: Uint8Array,
    options?: { skipPreflight?: boolean; preflightCommitment?: Commitment },
  ): Promise<string>;
  /**
   * Statuses of transactions; null for one that the cluster does not know.
   *
   * @param signatures Base58 signatures.
   * @param config Whether the node looks beyond its recent blocks.
   */
  getSignatureStatuses(
    signatures: string[],
    config?: { searchTransactionHistory: boolean },
  ): Promise<InContext<readonly (SignatureStatus | null)[]>>;
  /**
   * Whether a transaction dated by this blockhash can still land.
   *
   * @param blockhash The blockhash, base58.
   * @param config The commitment of the state that is asked.
   */
  isBlockhashValid(blockhash: string, config?: { commitment?: Commitment }): Promise<InContext<boolean>>;
  /**
   * How many blocks the chain has.
   *
   * @param commitment The commitment of the state that is asked.
   */
  getBlockHeight(commitment?: Commitment): Promise<number>;
  /**
   * Asked for the logs of a failed transaction, if it is there.
   *
   * @param signature Base58 signature.
   * @param config Commitment and the newest version that is understood.
   */
  getTransaction?(
    signature: string,
    config: { commitment: "confirmed"; maxSupportedTransactionVersion: number },
  ): Promise<{ readonly meta: { readonly logMessages?: readonly string[] | null } | null } | null>;
  /**
   * Tells when a transaction has reached a commitment; used if `subscribe` asks for it.
   *
   * @param signature Base58 signature.
   * @param callback Called once, when it is reached.
   * @param commitment The commitment to wait for.
   */
  onSignature?(signature: string, callback: () => void, commitment?: Commitment): number;
  /**
   * Ends `onSignature`.
   *
   * @param id The number that `onSignature` answered.
   */
  removeSignatureListener?(id: number): Promise<void>;
}

/** A request of `@solana/kit` that waits to be sent. */
export interface KitRequest {
  /**
   * Sends it.
   *
   * @param options A signal that ends the request.
   */
  send(options?: { readonly abortSignal?: AbortSignal }): Promise<unknown>;
}

/** The methods that sending needs of an `Rpc` of `@solana/kit`, as `createSolanaRpc` makes it. */
export interface KitRpc {
  /**
   * Sends a signed transaction.
   *
   * @param call Arguments as `@solana/kit` types them.
   */
  sendTransaction(...call: never[]): KitRequest;
  /**
   * Statuses of transactions.
   *
   * @param call Arguments as `@solana/kit` types them.
   */
  getSignatureStatuses(...call: never[]): KitRequest;
  /**
   * Whether a transaction dated by a blockhash can still land.
   *
   * @param call Arguments as `@solana/kit` types them.
   */
  isBlockhashValid(...call: never[]): KitRequest;
  /**
   * How many blocks the chain has.
   *
   * @param call Arguments as `@solana/kit` types them.
   */
  getBlockHeight(...call: never[]): KitRequest;
}

/** The method of an `RpcSubscriptions` of `@solana/kit` that confirming can use. */
export interface KitSubscriptions {
  /**
   * Tells when a transaction has reached a commitment.
   *
   * @param call Arguments as `@solana/kit` types them.
   */
  signatureNotifications(...call: never[]): {
    /**
     * Begins to listen.
     *
     * @param options A signal that ends it.
     */
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
  /**
   * Resolves after `ms` milliseconds, or rejects when the signal is aborted.
   *
   * @param ms How long to wait, milliseconds.
   * @param signal Ends the wait.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Waits by the machine's own timer. */
export const machineTimer: SleepClock = {
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const abort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(
        () => {
          signal?.removeEventListener("abort", abort);
          resolve();
        },
        Math.min(ms, LONGEST_TIMER),
      );
      if (signal?.aborted) abort();
      else signal?.addEventListener("abort", abort, { once: true });
    }),
};

/** The promise's outcome, or the signal's reason if that comes first: connections and wallets know no signals. */
export const orAborted = <T>(signal: AbortSignal | undefined, promise: Promise<T>): Promise<T> =>
  signal === undefined ? promise : race(signal, promise);
