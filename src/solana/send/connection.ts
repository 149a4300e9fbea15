import { LONGEST_TIMER, race, reasonOf } from "../../http/deadline.js";
import type { AddressLike } from "../sign/signers.js";

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
  /** Without it an expired transaction cannot be proved expired: its outcome stays unknown. */
  readonly context?: {
    /** The newest slot that the node knew. */
    readonly slot: number;
  };
  /** The answer. */
  readonly value: T;
}

/** A landed transaction, as `getTransaction` of `@solana/web3.js` answers it. */
export interface LandedRecord {
  /** Slot in which it landed. */
  readonly slot?: number;
  /** The signed transaction. */
  readonly transaction?: {
    /** The message; `serialize()` writes the bytes that were signed. */
    readonly message: {
      /** The signed bytes. */
      serialize(): Uint8Array;
    };
  };
  /** Its effects; null where the node does not keep it. */
  readonly meta: {
    /** Null when it succeeded. */
    readonly err?: unknown;
    /** Fee, lamports. */
    readonly fee?: number;
    /** The programs' own log lines. */
    readonly logMessages?: readonly string[] | null;
    /** Lamports of each account before it. */
    readonly preBalances?: readonly number[];
    /** Lamports of each account after it. */
    readonly postBalances?: readonly number[];
    /** Token balances before it. */
    readonly preTokenBalances?: readonly TokenBalance[] | null;
    /** Token balances after it. */
    readonly postTokenBalances?: readonly TokenBalance[] | null;
    /** Accounts that it loaded from lookup tables. */
    readonly loadedAddresses?: {
      /** Writable ones. */
      readonly writable: readonly Exclude<AddressLike, string>[];
      /** Read-only ones. */
      readonly readonly: readonly Exclude<AddressLike, string>[];
    };
  } | null;
}

/** A token account's balance before or after a transaction. */
export interface TokenBalance {
  /** Index of the account in the transaction. */
  readonly accountIndex: number;
  /** Base58 address of the mint. */
  readonly mint: string;
  /** Base58 address of the account's owner. */
  readonly owner?: string;
  /** The balance. */
  readonly uiTokenAmount: {
    /** Base units, in decimal digits. */
    readonly amount: string;
  };
}

/**
 * The methods of a `Connection` of `@solana/web3.js` that sending needs. Any object with the first three will do; without the
 * others less can be proved: refusals are found later, and an expired transaction ends as unknown.
 */
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
   * Whether a transaction with this blockhash can still land.
   *
   * @param blockhash The blockhash, base58.
   * @param config The commitment of the state that is asked.
   */
  isBlockhashValid(blockhash: string, config?: { commitment?: Commitment }): Promise<InContext<boolean>>;
  /** Hash of the genesis block: tells clusters apart. */
  getGenesisHash?(): Promise<string>;
  /** The oldest block that the node still has. */
  getFirstAvailableBlock?(): Promise<number>;
  /**
   * Runs a transaction without sending it.
   *
   * @param transaction An object with the methods of a `VersionedTransaction`.
   * @param config Whether signatures are checked, and the commitment of the state that it runs on.
   */
  simulateTransaction?(
    transaction: never,
    config?: never,
  ): Promise<InContext<{ readonly err: unknown; readonly logs?: readonly string[] | null }>>;
  /**
   * Transactions that name an address, newest first.
   *
   * @param address An object with `toBase58()`.
   * @param options The page, and the slot that the node must have reached.
   * @param commitment The commitment of the state that is asked.
   */
  getSignaturesForAddress?(
    address: never,
    options?: { limit?: number; before?: string; minContextSlot?: number },
    commitment?: "confirmed",
  ): Promise<readonly { readonly signature: string; readonly slot: number }[]>;
  /**
   * A landed transaction: its message, its logs and its balances.
   *
   * @param signature Base58 signature.
   * @param config Commitment and the newest version that is understood.
   */
  getTransaction?(
    signature: string,
    config: { commitment: "confirmed"; maxSupportedTransactionVersion: number },
  ): Promise<LandedRecord | null>;
  /**
   * Calls back when a transaction has reached a commitment; used if `subscribe` asks for it.
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
   * Whether a transaction with this blockhash can still land.
   *
   * @param call Arguments as `@solana/kit` types them.
   */
  isBlockhashValid(...call: never[]): KitRequest;
}

/** The method of an `RpcSubscriptions` of `@solana/kit` that confirming can use. */
export interface KitSubscriptions {
  /**
   * Notifies when a transaction has reached a commitment.
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
  /** For requests. */
  readonly rpc: KitRpc;
  /** For notifications. */
  readonly rpcSubscriptions?: KitSubscriptions | undefined;
}

/** A way to a cluster: of `@solana/web3.js`, of `@solana/kit`, or an own object with the methods of either. */
export type AnyConnection = SolanaConnection | KitRpc | KitConnection;

/** Where waiting is done; `server.clock` of the mock server is one. */
export interface SleepClock {
  /** The time, milliseconds. Without it `maxWait` counts the waits. */
  now?(): number;
  /**
   * Resolves after `ms` milliseconds, or rejects when the signal is aborted.
   *
   * @param ms How long to wait, milliseconds.
   * @param signal Ends the wait.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The machine's own timer. */
export const machineTimer: SleepClock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const abort = () => {
        clearTimeout(timer);
        if (signal) reject(reasonOf(signal));
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

/** The promise's outcome, or the signal's reason if that comes first: connections and wallets take no signals. */
export const orAborted = <T>(signal: AbortSignal | undefined, promise: Promise<T>): Promise<T> =>
  signal === undefined ? promise : race(signal, promise);

/** Transactions that one page of `getSignaturesForAddress` holds. */
export const HISTORY_PAGE = 1000;

/** Nothing is proved by an answer that is missing: gateways answer null where they lost one. */
export function genesisOf(answer: unknown): string {
  if (typeof answer === "string" && answer !== "") return answer;
  throw new TypeError("The node does not say which cluster it belongs to.");
}

/** A number of a block, as number or bigint. */
export function blockOf(answer: unknown): number {
  if (typeof answer === "number" || typeof answer === "bigint") return Number(answer);
  throw new TypeError("The node does not say which block is its first.");
}
