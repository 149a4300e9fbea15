/** How sure the cluster is of a transaction; each is stronger than the one before. */
export type Commitment = "processed" | "confirmed" | "finalized";

/** What the cluster says of a transaction that has landed. */
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

/** What sending needs of a `Connection` of `@solana/web3.js`: any object with these methods will do. */
export interface SolanaConnection {
  /** Sends a signed transaction; answers its signature. */
  sendRawTransaction(
    transaction: Uint8Array,
    options?: { skipPreflight?: boolean; preflightCommitment?: Commitment },
  ): Promise<string>;
  /** What the cluster knows of transactions; null for one that it does not know. */
  getSignatureStatuses(
    signatures: string[],
    config?: { searchTransactionHistory: boolean },
  ): Promise<{ readonly value: readonly (SignatureStatus | null)[] }>;
  /** Whether a transaction dated by this blockhash can still land. */
  isBlockhashValid(
    blockhash: string,
    config?: { commitment?: Commitment },
  ): Promise<{ readonly value: boolean }>;
  /** How many blocks the chain has. */
  getBlockHeight(commitment?: Commitment): Promise<number>;
  /** Asked for the logs of a failed transaction, if it is there. */
  getTransaction?(
    signature: string,
    config: { commitment: "confirmed"; maxSupportedTransactionVersion: number },
  ): Promise<{ readonly meta: { readonly logMessages?: readonly string[] | null } | null } | null>;
}

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
