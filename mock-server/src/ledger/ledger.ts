import type { Environment } from "intent-tx/contract";

import type { ChainAccount } from "../chain/accounts.js";

export type { ChainAccount } from "../chain/accounts.js";

/** A token account of an owner. */
export interface TokenAccount {
  readonly address: string;
  readonly mint: string;
  readonly owner: string;
  /** Program of the mint: SPL Token or Token-2022. */
  readonly programId: string;
  /** Base units. */
  readonly amount: bigint;
  /** Lamports of the account, including rent. */
  readonly lamports: bigint;
  readonly isNative: boolean;
}

/**
 * The error of a failed transaction, as JSON-RPC writes it: `"BlockhashNotFound"`, `{ InstructionError: [2, { Custom:
 * 6001 }] }`.
 */
export type ChainError = string | { readonly [name: string]: unknown };

/** A token balance before or after a transaction. */
export interface TokenBalance {
  readonly accountIndex: number;
  readonly mint: string;
  readonly owner: string;
  readonly programId: string;
  readonly amount: bigint;
  readonly decimals: number;
}

/** An instruction called by a program. */
export interface InnerInstruction {
  /** Index of the top-level instruction. */
  readonly index: number;
  readonly programIdIndex: number;
  readonly accounts: readonly number[];
  readonly data: Uint8Array;
  readonly stackHeight: number;
}

/** The last return data of a transaction, and the program that returned it. */
export interface ReturnData {
  readonly programId: string;
  readonly data: Uint8Array;
}

/** The result of running a transaction. */
export interface Execution {
  readonly err: ChainError | null;
  readonly logs: readonly string[];
  readonly unitsConsumed: number;
  /** Lamports; null if the transaction was rejected before it ran. */
  readonly fee: bigint | null;
  /** Static keys, then those from lookup tables: writable, then read-only. */
  readonly accountKeys: readonly string[];
  readonly loadedWritable: number;
  readonly loadedReadonly: number;
  readonly preBalances: readonly bigint[];
  readonly postBalances: readonly bigint[];
  readonly preTokenBalances: readonly TokenBalance[];
  readonly postTokenBalances: readonly TokenBalance[];
  readonly innerInstructions: readonly InnerInstruction[];
  readonly returnData?: ReturnData;
  readonly loadedAccountsDataSize?: number;
}

/** The result of a simulation, which does not change the chain. */
export interface Simulated extends Execution {
  /** The accounts after the simulation, in the order of `accountKeys`; undefined for one that would not exist. */
  readonly postAccounts: readonly (ChainAccount | undefined)[];
  /** The blockhash that replaced the transaction's, if requested. */
  readonly replacementBlockhash?: { readonly blockhash: string; readonly lastValidBlockHeight: number };
}

/** Base units in a token account before and after a run; 0 if the token account does not exist. */
export interface TokenChange {
  readonly before: bigint;
  readonly after: bigint;
}

/** The part of a simulation that a build needs; a full report costs half as much as the run. */
export interface Trial extends Pick<Execution, "err" | "logs" | "unitsConsumed" | "accountKeys"> {
  /** Each requested token account, with its tokens before and after the run. */
  readonly changes: ReadonlyMap<string, TokenChange>;
}

/** Commitment of a transaction's block. */
export type Commitment = "processed" | "confirmed" | "finalized";

/** A transaction that landed. */
export interface Landed extends Execution {
  readonly signature: string;
  readonly slot: number;
  /** When its block was made, milliseconds since 1970. */
  readonly at: number;
  readonly commitment: Commitment;
  /** The signed transaction. */
  readonly wire: Uint8Array;
  readonly fee: bigint;
}

/** The kind of a landed transaction for one address: a swap by it, or anything else. */
export type LandedKind = "swap" | "other";

/** A page of an address's transactions. */
export interface LandedPage {
  /** Signature of one of them: the page contains older ones. */
  readonly before?: string;
  readonly limit: number;
  /** Filters by kind; a ledger that cannot distinguish kinds returns both. */
  readonly kind?: LandedKind;
}

/** Status of a transaction. */
export interface SignatureStatus {
  readonly slot: number;
  readonly err: ChainError | null;
  readonly commitment: Commitment;
  /** Blocks on top of it; null if finalized. */
  readonly confirmations: number | null;
}

/** A transaction that was rejected before it could land. */
export class SendError extends Error {
  constructor(
    /**
     * `malformed`: the bytes are not a transaction. `signature`: a signature is missing or invalid. `preflight`: it
     * would fail.
     */
    readonly kind: "malformed" | "signature" | "preflight",
    message: string,
    /** The result of the simulation, for `preflight`. */
    readonly simulated?: Simulated,
  ) {
    super(message);
    this.name = "SendError";
  }
}

/** An event on chain. */
export type LedgerEvent =
  | { readonly kind: "landed"; readonly transaction: Landed }
  | { readonly kind: "slot"; readonly slot: number; readonly parent: number; readonly root: number }
  | {
      readonly kind: "account";
      readonly address: string;
      readonly account: ChainAccount | undefined;
      readonly slot: number;
      /** Commitment at which a chain fault holds it. */
      readonly heldAt?: "processed";
      /** The slot in which the fault releases it; absent: never. */
      readonly heldUntilSlot?: number;
    }
  | { readonly kind: "replaced" };

/** Options of a simulation. */
export interface SimulateOptions {
  /** Verify signatures. Default false. */
  readonly sigVerify?: boolean;
  /** Replace the transaction's blockhash with the latest. Default false. */
  readonly replaceRecentBlockhash?: boolean;
  /** Report instructions called by programs, if the chain supports it. Default false: `innerInstructions` is empty. */
  readonly innerInstructions?: boolean;
}

/** The chain as services see it. Everything is asynchronous, since the chain may be another process. */
export interface Ledger {
  readonly environment: Environment;
  /** The newest blockhash at a commitment. Default: the newest that a client should use, of a confirmed block. */
  latestBlockhash(commitment?: Commitment): Promise<{
    readonly blockhash: string;
    readonly lastValidBlockHeight: number;
    readonly slot: number;
  }>;
  isBlockhashValid(blockhash: string): Promise<boolean>;
  slot(): Promise<number>;
  blockHeight(): Promise<number>;
  /** Accounts in the order of `addresses`; undefined for one that does not exist. */
  accounts(addresses: readonly string[]): Promise<(ChainAccount | undefined)[]>;
  /** Token accounts of both token programs. */
  tokenAccounts(owner: string): Promise<TokenAccount[]>;
  /** @throws {SendError} of kind `malformed` (or `signature`, with `sigVerify`) */
  simulate(wire: Uint8Array, options?: SimulateOptions): Promise<Simulated>;
  /**
   * Simulates an unsigned transaction with the latest blockhash instead of its own, and returns a short result.
   *
   * @param tokenAccounts - the accounts whose token balances are returned
   * @throws {SendError} of kind `malformed`
   */
  tryOut(wire: Uint8Array, tokenAccounts: readonly string[]): Promise<Trial>;
  /** A transaction as the service returns it. If a fault requires it, its blockhash is an expired one. */
  handedOut(wire: Uint8Array): Promise<Uint8Array>;
  /**
   * Sends a signed transaction and returns its signature.
   *
   * @param options.preflightCommitment - the commitment at which the preflight runs. Default: that of {@link simulate}
   * @throws {SendError}
   */
  send(
    wire: Uint8Array,
    options?: { readonly skipPreflight?: boolean; readonly preflightCommitment?: Commitment },
  ): Promise<string>;
  /** Statuses in the order of `signatures`; undefined for an unknown one. */
  statuses(signatures: readonly string[]): Promise<(SignatureStatus | undefined)[]>;
  /**
   * Watches for transactions that a wallet sends without the service, until those built now expire. An in-process
   * ledger sees everything anyway.
   */
  watch(wallet: string): void;
  /** One landed transaction. */
  transaction(signature: string): Promise<Landed | undefined>;
  /** Transactions that name `address` (or one of its token accounts), newest first, older than `before`. */
  landed(address: string, page: LandedPage): Promise<Landed[]>;
  /**
   * Calls `listener` with events; returns a function that unsubscribes it. Slot events go only to listeners that ask
   * for them: one per slot while the clock runs, only the last one after a manual change.
   */
  subscribe(listener: (event: LedgerEvent) => void, options?: { readonly slots?: boolean }): () => void;
}

/** Changes that only the control plane may make. */
export interface LedgerControl {
  /**
   * Adds to a wallet's balances by real transactions: lamports, and token base units by mint. Creates token accounts as
   * needed. Returns the signatures: the one for lamports first, then one for each token.
   *
   * @param options.final - whether the funds are visible at every commitment at once, like other changes by the control
   * plane. Default true
   * @throws {SendError} if the chain rejects it (a new wallet with less than rent); RangeError for an unknown mint
   */
  fund(
    wallet: string,
    amounts: { readonly lamports?: bigint; readonly tokens?: ReadonlyMap<string, bigint> },
    options?: { readonly final?: boolean },
  ): Promise<readonly string[]>;
  /**
   * Lands a signed transaction of a world wallet and returns its signature. Chain faults do not apply. @throws
   * {SendError}
   */
  landOwn(wire: Uint8Array): Promise<string>;
  /** Replaces an account; undefined removes it. */
  setAccount(address: string, account: Omit<ChainAccount, "address"> | undefined): Promise<void>;
}

/** A block with its transactions. */
export interface Block {
  readonly slot: number;
  readonly parentSlot: number;
  readonly height: number;
  readonly blockhash: string;
  readonly previousBlockhash: string;
  /** In landing order. */
  readonly transactions: readonly Landed[];
}

/** Accounts, blockhashes and simulations, at one commitment. */
export type CommittedLedger = Pick<
  Ledger & AccountScan,
  | "accounts"
  | "tokenAccounts"
  | "programAccounts"
  | "slot"
  | "latestBlockhash"
  | "isBlockhashValid"
  | "simulate"
  | "knowsBlockhash"
>;

/** Queries for JSON-RPC in addition to {@link Ledger}. Services do not use them. */
export interface AccountScan {
  /** Accounts that a program owns. Scans every account. */
  programAccounts(programId: string): Promise<ChainAccount[]>;
  /** The block of a slot; undefined if there is none (yet). */
  block(slot: number): Promise<Block | undefined>;
  /** The same chain at a commitment. */
  at(commitment: Commitment): CommittedLedger;
  /** Account changes that have not reached a commitment yet, oldest first; of one address, if given. */
  unreached(commitment: Commitment, address?: string): readonly Extract<LedgerEvent, { kind: "account" }>[];
  /** Whether the chain remembers a blockhash: for twice as long as it is valid. */
  knowsBlockhash(blockhash: string): Promise<boolean>;
  /** The first slot with complete data; transactions before it were pruned. */
  firstSlot(): Promise<number>;
  /** Number of transactions in slots from `first` to `last`. */
  landedBetween(first: number, last: number): Promise<number>;
}

/** A transaction as matched by chain faults. */
export interface AimedTransaction {
  /** SHA-256 of its message, base64. */
  readonly message: string;
  /** Base58; undefined before it is signed. */
  readonly signature: string | undefined;
  /** Signing wallets, the payer first. */
  readonly signers: readonly string[];
}

/**
 * Faults that the control plane can cause on the chain, which queries each one at the moment of its effect. A fault
 * hits a transaction, not a call: its decision applies to every simulation and sending of that transaction.
 */
export interface ChainFaults {
  /** Whether any is armed; if none is, the others need no query. */
  readonly any: boolean;
  /**
   * The fault of a sent transaction: it never lands, or it lands after this many milliseconds from its first sending.
   */
  atSend(transaction: AimedTransaction): "drop" | { readonly lateMs: number } | undefined;
  /** True if the transaction must count as expired. */
  expired(transaction: AimedTransaction): boolean;
  /** The same for one that is being built, which then becomes another, `expiredMessage`, on an old blockhash. */
  expiredAtBuild(transaction: AimedTransaction, expiredMessage: string): boolean;
  /** Whether the landing transaction must stay `processed`: permanently, or for this many milliseconds. */
  holdAtProcessed(transaction: AimedTransaction): boolean | { readonly forMs: number };
}

/** A transaction in a long list: a hundredth of the full data. */
export interface HistoryLine {
  readonly signature: string;
  readonly slot: number;
  /** When its block was made, milliseconds since 1970. */
  readonly at: number;
  readonly err: ChainError | null;
  /** Its memos, each after its length in bytes; null if it has none. */
  readonly memo: string | null;
  readonly commitment: Commitment;
}

/** Selects lines. */
export interface HistoryPage {
  /** Signature of any transaction: the page contains older ones. Nothing is older than an unknown one. */
  readonly before?: string;
  /** Signature of any transaction: the page ends before it. An unknown one has no effect. */
  readonly until?: string;
  readonly limit: number;
  /** Leaves out those below this commitment. */
  readonly reached: (commitment: Commitment) => boolean;
}

/** JSON-RPC's list of transactions of an address. */
export interface HistoryScan {
  /** Transactions that directly name an address, newest first. */
  history(address: string, page: HistoryPage): Promise<HistoryLine[]>;
}
