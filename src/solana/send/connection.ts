import type { Clock } from "../../options/options.js";
import type { AddressLike } from "../sign/signers.js";

/** Commitment of a transaction, from the weakest level to the strongest. */
export type Commitment = "processed" | "confirmed" | "finalized";

/** The cluster's status of a landed transaction. @inline */
export interface SignatureStatus {
  /** Slot in which the transaction landed. */
  readonly slot: number;
  /** The transaction's error, or null if it succeeded. */
  readonly err: unknown;
  /** Commitment so far. Absent on old nodes, where `confirmations` is null once the transaction is finalized. */
  readonly confirmationStatus?: Commitment | undefined;
  /** Blocks since the transaction landed. Used if `confirmationStatus` is absent. */
  readonly confirmations?: number | null;
}

/** A node's response and the node's slot. Nodes that share a URL can be at different slots. @inline */
export interface InContext<T> {
  /** Without `context`, expiry cannot be proved, so the outcome of an expired transaction stays unknown. */
  readonly context?: {
    /** The newest slot known to the node. */
    readonly slot: number;
  };
  /** The value of the response. */
  readonly value: T;
}

/** A landed transaction, as returned by `getTransaction` of `@solana/web3.js`. @inline */
export interface LandedRecord {
  /** Slot in which the transaction landed. */
  readonly slot?: number;
  /** Version of the message. */
  readonly version?: "legacy" | number;
  /** The signed transaction. */
  readonly transaction?: {
    /** The message that was signed. */
    readonly message: {
      /** Returns the signed bytes. */
      serialize(): Uint8Array;
    };
  };
  /** Effects of the transaction. Null if the node does not store them. */
  readonly meta: {
    /** The transaction's error, or null if it succeeded. */
    readonly err?: unknown;
    /** Fee in lamports. */
    readonly fee?: number;
    /** The programs' log lines. */
    readonly logMessages?: readonly string[] | null;
    /** Lamports of each account before the transaction. */
    readonly preBalances?: readonly number[];
    /** Lamports of each account after the transaction. */
    readonly postBalances?: readonly number[];
    /** Token balances before the transaction. */
    readonly preTokenBalances?: readonly TokenBalance[] | null;
    /** Token balances after the transaction. */
    readonly postTokenBalances?: readonly TokenBalance[] | null;
    /** Accounts loaded from lookup tables. */
    readonly loadedAddresses?: {
      /** Writable accounts. */
      readonly writable: readonly Exclude<AddressLike, string>[];
      /** Read-only accounts. */
      readonly readonly: readonly Exclude<AddressLike, string>[];
    };
  } | null;
}

/** A token account's balance before or after a transaction. @inline */
export interface TokenBalance {
  /** Index of the account in the transaction. */
  readonly accountIndex: number;
  /** Base58 address of the mint. */
  readonly mint: string;
  /** Base58 address of the account's owner. */
  readonly owner?: string;
  /** The balance. */
  readonly uiTokenAmount: {
    /** Balance in base units, as decimal digits. */
    readonly amount: string;
  };
}

/**
 * The methods of a `@solana/web3.js` `Connection` that sending uses. Any object with the first three works. Without the
 * optional ones, rejections are found later and the outcome of an expired transaction stays unknown.
 */
export interface SolanaConnection {
  /**
   * Sends a signed transaction and returns its signature.
   * @param transaction The signed bytes.
   * @param options Whether the node simulates first, and on which state.
   */
  sendRawTransaction(
    transaction: Uint8Array,
    options?: { skipPreflight?: boolean; preflightCommitment?: Commitment },
  ): Promise<string>;
  /**
   * Returns the statuses of transactions, with null for unknown ones.
   * @param signatures Base58 signatures.
   * @param config Whether the node searches beyond its recent blocks.
   */
  getSignatureStatuses(
    signatures: string[],
    config?: { searchTransactionHistory: boolean },
  ): Promise<InContext<readonly (SignatureStatus | null)[]>>;
  /**
   * Returns whether a transaction with this blockhash can still land.
   * @param blockhash The blockhash, base58.
   * @param config Commitment of the state to read.
   */
  isBlockhashValid(blockhash: string, config?: { commitment?: Commitment }): Promise<InContext<boolean>>;
  /** Returns the hash of the genesis block, which identifies the cluster. */
  getGenesisHash?(): Promise<string>;
  /** Returns the oldest block that the node still has. */
  getFirstAvailableBlock?(): Promise<number>;
  /**
   * Runs a transaction without sending it.
   * @param transaction An object with the methods of a `VersionedTransaction`.
   * @param config Whether signatures are checked, and the commitment of the state to run on.
   */
  simulateTransaction?(
    transaction: never,
    config?: never,
  ): Promise<InContext<{ readonly err: unknown; readonly logs?: readonly string[] | null }>>;
  /**
   * Lists the transactions that include an address, newest first.
   * @param address An object with `toBase58()`.
   * @param options The page, and the minimum slot that the node must have reached.
   * @param commitment Commitment of the state to read.
   */
  getSignaturesForAddress?(
    address: never,
    options?: { limit?: number; before?: string; minContextSlot?: number },
    commitment?: "confirmed",
  ): Promise<readonly { readonly signature: string; readonly slot: number }[]>;
  /**
   * Returns a landed transaction with its message, logs and balances.
   * @param signature Base58 signature.
   * @param config Commitment, and the newest supported version.
   */
  getTransaction?(
    signature: string,
    config: { commitment: "confirmed"; maxSupportedTransactionVersion: number },
  ): Promise<LandedRecord | null>;
  /**
   * Calls back when a transaction has reached a commitment. Used if the option `subscribe` allows it.
   * @param signature Base58 signature.
   * @param callback Called once, when the commitment is reached.
   * @param commitment The commitment to wait for.
   */
  onSignature?(signature: string, callback: () => void, commitment?: Commitment): number;
  /**
   * Removes an `onSignature` listener.
   * @param id The number returned by `onSignature`.
   */
  removeSignatureListener?(id: number): Promise<void>;
}

/** A pending request of `@solana/kit`. @inline */
export interface KitRequest {
  /**
   * Sends the request.
   * @param options A signal that aborts the request.
   */
  send(options?: { readonly abortSignal?: AbortSignal }): Promise<unknown>;
}

/** The methods of a `@solana/kit` `Rpc`, as created by `createSolanaRpc`, that sending uses. @inline */
export interface KitRpc {
  /**
   * Sends a signed transaction.
   * @param call Arguments as `@solana/kit` types them.
   */
  sendTransaction(...call: never[]): KitRequest;
  /**
   * Returns the statuses of transactions.
   * @param call Arguments as `@solana/kit` types them.
   */
  getSignatureStatuses(...call: never[]): KitRequest;
  /**
   * Returns whether a transaction with this blockhash can still land.
   * @param call Arguments as `@solana/kit` types them.
   */
  isBlockhashValid(...call: never[]): KitRequest;
}

/** The method of a `@solana/kit` `RpcSubscriptions` that confirming uses. @inline */
export interface KitSubscriptions {
  /**
   * Notifies when a transaction has reached a commitment.
   * @param call Arguments as `@solana/kit` types them.
   */
  signatureNotifications(...call: never[]): {
    /**
     * Starts the subscription.
     * @param options A signal that ends the subscription.
     */
    subscribe(options: { readonly abortSignal: AbortSignal }): Promise<AsyncIterable<unknown>>;
  };
}

/** A `@solana/kit` rpc with its subscriptions, which confirm a transaction without waiting for the next poll. */
export interface KitConnection {
  /** For requests. */
  readonly rpc: KitRpc;
  /** For notifications. */
  readonly rpcSubscriptions?: KitSubscriptions | undefined;
}

/** A cluster connection: from `@solana/web3.js`, from `@solana/kit`, or your own object with the methods of either. */
export type AnyConnection = SolanaConnection | KitRpc | KitConnection;

/**
 * The clock for waiting, such as the mock server's `server.clock`. Without `now`, `maxWait` counts the sum of the waits
 * or the machine's time, whichever is more.
 * @inline
 */
// The indexed access leaves the type without an alias, so that code with `declaration: true` can infer it.
export type SleepClock = [Pick<Clock, "sleep"> & Partial<Pick<Clock, "now">>][0];
