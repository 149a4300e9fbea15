import type { Environment } from "intent-tx/contract";
import type { ChainAccount } from "../formats/accounts.js";

export type { ChainAccount } from "../formats/accounts.js";

export interface TokenAccount {
  readonly address: string;
  readonly mint: string;
  readonly owner: string;
  /** Base units. */
  readonly amount: bigint;
}

/**
 * A failed transaction's error as in JSON-RPC: `"BlockhashNotFound"`, `{ InstructionError: [2, { Custom: 6001 }] }`.
 */
export type ChainError = string | { readonly [name: string]: unknown };

export interface TokenBalance {
  readonly accountIndex: number;
  readonly mint: string;
  readonly owner: string;
  readonly programId: string;
  readonly amount: bigint;
  readonly decimals: number;
}

/** An instruction that a program invoked. */
export interface InnerInstruction {
  /** Index of the top-level instruction. */
  readonly index: number;
  readonly programIdIndex: number;
  readonly accounts: readonly number[];
  readonly data: Uint8Array;
  readonly stackHeight: number;
}

export interface ReturnData {
  readonly programId: string;
  readonly data: Uint8Array;
}

/** A transaction's account keys, in the order to which the indexes in instructions refer. */
export interface LoadedKeys {
  /** Static keys, then keys from lookup tables: writable, then read-only. */
  readonly accountKeys: readonly string[];
  readonly loadedWritable: number;
  readonly loadedReadonly: number;
}

/** The result of a run. */
export interface Execution extends Pick<LoadedKeys, "accountKeys"> {
  readonly err: ChainError | null;
  readonly logs: readonly string[];
  readonly unitsConsumed: number;
  readonly preTokenBalances: readonly TokenBalance[];
  readonly postTokenBalances: readonly TokenBalance[];
  readonly loadedAccountsDataSize?: number;
}

/** The result of a run on an in-process chain, with all that JSON-RPC reports. */
export interface LocalExecution extends Execution, LoadedKeys {
  /** Lamports; null if the transaction was rejected before it ran. */
  readonly fee: bigint | null;
  readonly preBalances: readonly bigint[];
  readonly postBalances: readonly bigint[];
  readonly innerInstructions: readonly InnerInstruction[];
  readonly returnData?: ReturnData;
}

export interface Simulated extends LocalExecution {
  /** Accounts after the simulation in the order of `accountKeys`; undefined for a missing account. */
  readonly postAccounts: readonly (ChainAccount | undefined)[];
  /** The latest blockhash, if the simulation replaced the transaction's own. */
  readonly replacementBlockhash?: { readonly blockhash: string; readonly lastValidBlockHeight: number };
}

/** A token account's base units before and after a run; 0 if the account does not exist. */
export interface TokenChange {
  readonly before: bigint;
  readonly after: bigint;
}

/** From the first to the last. */
export const COMMITMENTS = ["processed", "confirmed", "finalized"] as const;
export type Commitment = (typeof COMMITMENTS)[number];

/** The slot of a change, and how long a fault keeps it from passing a commitment. */
export interface Place {
  readonly slot: number;
  /** The commitment that the change does not pass. */
  readonly heldAt?: "processed";
  /** The slot in which the fault releases the change; absent if the fault holds it forever. */
  readonly heldUntilSlot?: number;
}

export interface Landed extends Execution, Place {
  readonly signature: string;
  /** Block time in milliseconds since 1970. */
  readonly at: number;
  readonly commitment: Commitment;
  /** The signed transaction. */
  readonly wire: Uint8Array;
  readonly fee: bigint;
  readonly preBalances: readonly bigint[];
  readonly postBalances: readonly bigint[];
}

export interface LocalLanded extends Landed, LocalExecution {
  readonly fee: bigint;
}

export interface LandedPage {
  /** The page contains only transactions older than the one with this signature. */
  readonly before?: string;
  readonly limit: number;
}

export interface SignatureStatus {
  readonly slot: number;
  readonly err: ChainError | null;
  readonly commitment: Commitment;
  /** Blocks on top of the transaction's block; null if finalized. */
  readonly confirmations: number | null;
}

export class SendError extends Error {
  constructor(
    /** `malformed`: not a transaction. `signature`: missing or invalid signature. `preflight`: failed simulation. */
    readonly kind: "malformed" | "signature" | "preflight",
    message: string,
    /** Present for `preflight` on an in-process chain. */
    readonly simulated?: Simulated,
  ) {
    super(message);
    this.name = "SendError";
  }
}

export type LedgerEvent =
  | { readonly kind: "landed"; readonly transaction: Landed }
  | { readonly kind: "slot"; readonly slot: number; readonly root: number }
  | AccountChange
  | { readonly kind: "replaced" };

export interface AccountChange extends Place {
  readonly kind: "account";
  readonly address: string;
  readonly account: ChainAccount | undefined;
}

export interface SimulateOptions {
  /** Default false. */
  readonly sigVerify?: boolean;
  /** Replaces the transaction's blockhash with the latest. Default false. */
  readonly replaceRecentBlockhash?: boolean;
  /** Reports instructions that programs invoke, if supported. Default false: `innerInstructions` is empty. */
  readonly innerInstructions?: boolean;
}

/** The chain's interface for services. All methods are asynchronous, because the chain can be another process. */
export interface Ledger {
  readonly environment: Environment;
  /** Latest blockhash at a commitment. Default: a confirmed block's hash, which clients should use. */
  latestBlockhash(commitment?: Commitment): Promise<{
    readonly blockhash: string;
    readonly lastValidBlockHeight: number;
    readonly slot: number;
  }>;
  slot(): Promise<number>;
  /** In the order of `addresses`; undefined for missing accounts. */
  accounts(addresses: readonly string[]): Promise<(ChainAccount | undefined)[]>;
  /** A wallet's token accounts of both token programs. */
  tokenAccounts(owner: string): Promise<TokenAccount[]>;
  /** @throws {SendError} of kind `malformed` (or `signature`, with `sigVerify`) */
  simulate(wire: Uint8Array, options?: SimulateOptions): Promise<Execution>;
  /** The transaction as the API returns it. A fault can replace its blockhash with an expired one. */
  applyBuildFaults(wire: Uint8Array): Promise<Uint8Array>;
  /** Sends a signed transaction and returns its signature. @throws {SendError} */
  send(wire: Uint8Array): Promise<string>;
  /** In the order of `signatures`; undefined for unknown ones. */
  statuses(signatures: readonly string[]): Promise<(SignatureStatus | undefined)[]>;
  /**
   * Watches for transactions that the wallet sends directly to the validator, until its builds expire. Does nothing for
   * an in-process chain.
   */
  watch(wallet: string): void;
  transaction(signature: string): Promise<Landed | undefined>;
  /** Transactions that name `address` or one of its token accounts, newest first, older than `before`. */
  landed(address: string, page: LandedPage): Promise<Landed[]>;
  /**
   * Adds a listener and returns a function that removes it. Slot events require `slots`. They are sent for each slot
   * while the clock runs, but only for the last slot after a manual change.
   */
  subscribe(listener: (event: LedgerEvent) => void, options?: { readonly slots?: boolean }): () => void;
}

export interface FundAmounts {
  readonly lamports?: bigint;
  /** Base units by mint. */
  readonly tokens?: ReadonlyMap<string, bigint>;
}

/** Opens each network's ledger on first use. */
export interface LedgerSource {
  get(environment: Environment): Promise<Ledger>;
}

/** A ledger with the operations of the control plane. */
export interface ControlledLedger extends Ledger {
  /**
   * Funds a wallet with real transactions: lamports, and token base units by mint. Creates missing token accounts.
   * Returns the signatures: first the one for lamports, then one per token.
   *
   * @param options.final - makes the funds visible at every commitment immediately, like other changes by the control
   * plane. Default true
   * @throws {SendError} if the chain rejects it, for example because a new wallet would hold less than the rent-exempt
   * minimum; RangeError for an unknown
   * mint
   */
  fund(
    wallet: string,
    amounts: FundAmounts,
    options?: { readonly final?: boolean },
  ): Promise<readonly string[]>;
  /** Lands a signed transaction of a world wallet and returns its signature. Chain faults do not apply. */
  landWithoutFaults(wire: Uint8Array): Promise<string>;
  /** Replaces an account; undefined removes it. */
  setAccount(address: string, account: Omit<ChainAccount, "address"> | undefined): Promise<void>;
}

/** A block. Every slot has one, so its slot is also its height. */
export interface Block {
  readonly slot: number;
  readonly parentSlot: number;
  readonly blockhash: string;
  readonly previousBlockhash: string;
  /** In landing order. */
  readonly transactions: readonly LocalLanded[];
}

/** Accounts, blockhashes and simulations at one commitment. */
export type CommittedLedger = Pick<
  LocalLedger,
  | "accounts"
  | "tokenAccounts"
  | "programAccounts"
  | "slot"
  | "slotMs"
  | "latestBlockhash"
  | "isBlockhashValid"
  | "simulate"
  | "knowsBlockhash"
>;

/** An in-process ledger, with the data that JSON-RPC needs. A validator has its own JSON-RPC. */
export interface LocalLedger extends ControlledLedger {
  readonly slotMs: number;
  isBlockhashValid(blockhash: string): Promise<boolean>;
  simulate(wire: Uint8Array, options?: SimulateOptions): Promise<Simulated>;
  /**
   * @param options.preflightCommitment - commitment at which the preflight runs. Default: as for {@link simulate}
   * @throws {SendError}
   */
  send(
    wire: Uint8Array,
    options?: { readonly skipPreflight?: boolean; readonly preflightCommitment?: Commitment },
  ): Promise<string>;
  transaction(signature: string): Promise<LocalLanded | undefined>;
  /** The accounts that a program owns and that pass a filter. Default: all. */
  programAccounts(programId: string, passes?: (account: ChainAccount) => boolean): Promise<ChainAccount[]>;
  /** Undefined for a future or incomplete block. */
  block(slot: number): Promise<Block | undefined>;
  at(commitment: Commitment): CommittedLedger;
  /** Account changes that have not reached a commitment, oldest first; with `address`, only those of this account. */
  pending(commitment: Commitment, address?: string): readonly AccountChange[];
  /** True if the chain still remembers the blockhash. A blockhash is remembered twice as long as it is valid. */
  knowsBlockhash(blockhash: string): Promise<boolean>;
  /** The first slot with complete data; earlier transactions were pruned. */
  firstSlot(): Promise<number>;
  /**
   * Runs transactions in the current block, each on the result of those before. Ends with the first that fails.
   *
   * @param options.land - keeps the result if all succeed, as one change. Default false: keeps nothing
   * @throws {SendError} `malformed`, or `signature` with `sigVerify`
   */
  bundle(
    wires: readonly Uint8Array[],
    options: Omit<SimulateOptions, "innerInstructions"> & { readonly land?: boolean },
  ): Promise<Simulated[]>;
  /** An account as it was at the World's start. */
  original(address: string): Promise<ChainAccount | undefined>;
  /** Transactions since the World's start, newest first. */
  newest(limit: number): Promise<LocalLanded[]>;
  /** Counts the transactions from slot `first` to `last`, inclusive. */
  landedBetween(first: number, last: number): Promise<number>;
  /** Transactions that name an address directly, newest first. */
  history(address: string, page: HistoryPage): Promise<HistoryLine[]>;
}

/** The parts of a transaction by which chain faults match it. */
export interface FaultTarget {
  /** SHA-256 of the message, base64. */
  readonly message: string;
  /** Base58; undefined before signing. */
  readonly signature: string | undefined;
  /** Signing wallets, the payer first. */
  readonly signers: readonly string[];
}

/**
 * Faults that the control plane injects into the chain. A fault applies to a transaction, not to a call: simulating or
 * sending it always has the same result.
 */
export interface ChainFaults {
  /** False if no fault is armed; the other methods then need not be called. */
  readonly any: boolean;
  /**
   * How a fault affects a sent transaction: it never lands, or lands `lateMs` milliseconds after it was first sent. An
   * expired transaction is only counted.
   */
  atSend(transaction: FaultTarget, isExpired?: boolean): "drop" | { readonly lateMs: number } | undefined;
  /** True if the transaction must be treated as expired. */
  expired(transaction: FaultTarget): boolean;
  /** Like `expired`, for a transaction being built. `expiredMessage` is the message with an expired blockhash. */
  expiredAtBuild(transaction: FaultTarget, expiredMessage: string): boolean;
  /** True if a transaction without valid signatures must be treated as signed. */
  unsigned(transaction: FaultTarget): boolean;
  /** True if the landing transaction stays `processed` forever; an object if it does so for `forMs` milliseconds. */
  holdAtProcessed(transaction: FaultTarget): boolean | { readonly forMs: number };
}

/** A transaction's entry in a history, about a hundredth as large as the full transaction. */
export interface HistoryLine {
  readonly signature: string;
  readonly slot: number;
  /** Block time in milliseconds since 1970. */
  readonly at: number;
  readonly err: ChainError | null;
  /** All memos, each prefixed with its length in bytes; null without memos. */
  readonly memo: string | null;
  readonly commitment: Commitment;
}

export interface HistoryPage {
  /** The page contains only transactions older than this signature. It is empty if the signature is unknown. */
  readonly before?: string;
  /** The page contains only transactions newer than this signature. An unknown signature has no effect. */
  readonly until?: string;
  readonly limit: number;
  /** Returns false for a commitment below the required one. The page omits transactions at such a commitment. */
  readonly reached: (commitment: Commitment) => boolean;
}
