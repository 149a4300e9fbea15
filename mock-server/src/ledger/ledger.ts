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
  /** Lamports of the account, rent included. */
  readonly lamports: bigint;
  readonly isNative: boolean;
}

/** Why a transaction failed, as JSON-RPC writes it: `"BlockhashNotFound"`, `{ InstructionError: [2, { Custom: 6001 }] }`. */
export type ChainError = string | { readonly [name: string]: unknown };

/** A token balance beside a transaction. */
export interface TokenBalance {
  readonly accountIndex: number;
  readonly mint: string;
  readonly owner: string;
  readonly programId: string;
  readonly amount: bigint;
  readonly decimals: number;
}

/** An instruction that a program made. */
export interface InnerInstruction {
  /** Index of the top-level instruction. */
  readonly index: number;
  readonly programIdIndex: number;
  readonly accounts: readonly number[];
  readonly data: Uint8Array;
  readonly stackHeight: number;
}

/** Data that a program returned, and which one: the last to return anything. */
export interface ReturnData {
  readonly programId: string;
  readonly data: Uint8Array;
}

/** The result of running a transaction. */
export interface Execution {
  readonly err: ChainError | null;
  readonly logs: readonly string[];
  readonly unitsConsumed: number;
  /** Lamports; null when the transaction was refused before it ran. */
  readonly fee: bigint | null;
  /** Static keys, then those that lookup tables gave: writable, then read-only. */
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

/** The result of a simulation; the chain keeps nothing of it. */
export interface Simulated extends Execution {
  /** The accounts as they would be, in the order of `accountKeys`; undefined for one that would not exist. */
  readonly postAccounts: readonly (ChainAccount | undefined)[];
  /** The blockhash put in the place of the transaction's own, when that was asked for. */
  readonly replacementBlockhash?: { readonly blockhash: string; readonly lastValidBlockHeight: number };
}

/** Base units in a token account before and after a run; 0 where there is no token account. */
export interface TokenChange {
  readonly before: bigint;
  readonly after: bigint;
}

/** As much of a simulation as who builds a transaction asks for; to tell all of it costs half as much as the run. */
export interface Trial extends Pick<Execution, "err" | "logs" | "unitsConsumed" | "accountKeys"> {
  /** Each token account that was asked for, and its tokens before and after the run. */
  readonly changes: ReadonlyMap<string, TokenChange>;
}

/** How far a transaction's block is voted on. */
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

/** The kind of a landed transaction for one address: a swap of its own, or anything else. */
export type LandedKind = "swap" | "other";

/** A page of an address's transactions. */
export interface LandedPage {
  /** Signature of one of them: the page has older ones. */
  readonly before?: string;
  readonly limit: number;
  /** Asks for one kind; a ledger that cannot tell answers with both. */
  readonly kind?: LandedKind;
}

/** Where a transaction stands. */
export interface SignatureStatus {
  readonly slot: number;
  readonly err: ChainError | null;
  readonly commitment: Commitment;
  /** Blocks on top of it; null when finalized. */
  readonly confirmations: number | null;
}

/** A transaction that was refused before it could land. */
export class SendError extends Error {
  constructor(
    /** `malformed`: the bytes are no transaction. `signature`: a signature is missing or wrong. `preflight`: it would fail. */
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
      /** A chain fault holds it at this commitment. */
      readonly heldAt?: "processed";
      /** The slot in which the fault lets go of it; absent, it never does. */
      readonly heldUntilSlot?: number;
    }
  | { readonly kind: "replaced" };

/** How a simulation runs. */
export interface SimulateOptions {
  /** Verify signatures. Default false. */
  readonly sigVerify?: boolean;
  /** Put the latest blockhash in the place of the transaction's. Default false. */
  readonly replaceRecentBlockhash?: boolean;
  /** Tell what programs called, where the chain tells it. Default false: `innerInstructions` is empty. */
  readonly innerInstructions?: boolean;
}

/** All that services know of a chain. Everything is asynchronous, since the chain may be another process. */
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
   * Simulates an unsigned transaction with the latest blockhash in the place of its own, and tells little of it.
   *
   * @param tokenAccounts - the accounts whose tokens are told
   * @throws {SendError} of kind `malformed`
   */
  tryOut(wire: Uint8Array, tokenAccounts: readonly string[]): Promise<Trial>;
  /** A transaction as the service hands it out. Where a fault says so, its blockhash is one that has expired. */
  handedOut(wire: Uint8Array): Promise<Uint8Array>;
  /**
   * Sends a signed transaction and answers its signature.
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
   * Looks out for what a wallet sends past the service, for as long as what is built now can land. A ledger in this process
   * sees everything as it is.
   */
  watch(wallet: string): void;
  /** One landed transaction. */
  transaction(signature: string): Promise<Landed | undefined>;
  /** Transactions that name `address` (or a token account that it owns), newest first, older than `before`. */
  landed(address: string, page: LandedPage): Promise<Landed[]>;
  /**
   * Calls `listener` with what happens; returns a function that ends it. Slots are told to those alone who ask for
   * them: each one while the clock runs, and the one that was reached when it is turned by hand.
   */
  subscribe(listener: (event: LedgerEvent) => void, options?: { readonly slots?: boolean }): () => void;
}

/** Changes to the chain that only the control plane may make. */
export interface LedgerControl {
  /**
   * Adds to what a wallet holds, by real transactions: lamports, and token base units by mint. Token accounts are made as
   * needed. Answers the signatures: the one for lamports first, then one for each token.
   *
   * @param options.final - whether what it gives is there at every commitment at once, as a change by the control plane is. Default true
   * @throws {SendError} when the chain refuses it (a new wallet with less than rent); RangeError for an unknown mint
   */
  fund(
    wallet: string,
    amounts: { readonly lamports?: bigint; readonly tokens?: ReadonlyMap<string, bigint> },
    options?: { readonly final?: boolean },
  ): Promise<readonly string[]>;
  /** Lands a signed transaction of a wallet of the world and answers its signature. No chain fault touches it. @throws {SendError} */
  landOwn(wire: Uint8Array): Promise<string>;
  /** Replaces an account; undefined removes it. */
  setAccount(address: string, account: Omit<ChainAccount, "address"> | undefined): Promise<void>;
}

/** A block with what landed in it. */
export interface Block {
  readonly slot: number;
  readonly parentSlot: number;
  readonly height: number;
  readonly blockhash: string;
  readonly previousBlockhash: string;
  /** In the order in which they landed. */
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

/** Queries that JSON-RPC needs beside {@link Ledger}. Services never need them. */
export interface AccountScan {
  /** Accounts that a program owns. Looks at every account there is. */
  programAccounts(programId: string): Promise<ChainAccount[]>;
  /** The block of a slot; undefined where there is none (yet). */
  block(slot: number): Promise<Block | undefined>;
  /** The same chain as it is at a commitment. */
  at(commitment: Commitment): CommittedLedger;
  /** Changes of accounts that have not reached a commitment yet, oldest first: those of one address, where it is given. */
  unreached(commitment: Commitment, address?: string): readonly Extract<LedgerEvent, { kind: "account" }>[];
  /** Whether the chain remembers a blockhash, which it does for twice as long as one is good. */
  knowsBlockhash(blockhash: string): Promise<boolean>;
  /** The first slot of which everything is known; what landed before it was thrown away. */
  firstSlot(): Promise<number>;
  /** How many transactions landed in slots from `first` to `last`. */
  landedBetween(first: number, last: number): Promise<number>;
}

/** A transaction as faults of the chain are aimed at it. */
export interface AimedTransaction {
  /** SHA-256 of its message, base64. */
  readonly message: string;
  /** Base58; undefined before it is signed. */
  readonly signature: string | undefined;
  /** Wallets that sign it, the payer first. */
  readonly signers: readonly string[];
}

/**
 * Faults that the control plane may cause on the chain, which asks for each when it would take effect. A fault hits a transaction,
 * not a call: what it decides of one holds however often that is simulated and sent.
 */
export interface ChainFaults {
  /** Whether any is armed; while none is, none need be asked for. */
  readonly any: boolean;
  /** The fault of a sent transaction: it never lands, or it lands after so many milliseconds, counted from the first sending. */
  atSend(transaction: AimedTransaction): "drop" | { readonly lateMs: number } | undefined;
  /** True when the transaction is to count as expired. */
  expired(transaction: AimedTransaction): boolean;
  /** The same of one that is being built, which then becomes another, `expiredMessage`, on an old blockhash. */
  expiredAtBuild(transaction: AimedTransaction, expiredMessage: string): boolean;
  /** Whether the transaction that lands now is to stay `processed`: for good, or for so many milliseconds. */
  holdAtProcessed(transaction: AimedTransaction): boolean | { readonly forMs: number };
}

/** A transaction in a list of many: a hundredth of all that is known of it. */
export interface HistoryLine {
  readonly signature: string;
  readonly slot: number;
  /** When its block was made, milliseconds since 1970. */
  readonly at: number;
  readonly err: ChainError | null;
  /** Its memos, each after its length in bytes; null where it has none. */
  readonly memo: string | null;
  readonly commitment: Commitment;
}

/** Which lines are asked for. */
export interface HistoryPage {
  /** Signature of any transaction: the page has older ones. None are older than an unknown one. */
  readonly before?: string;
  /** Signature of any transaction: the page ends before it. An unknown one ends nothing. */
  readonly until?: string;
  readonly limit: number;
  /** Those that have not got so far are left out. */
  readonly reached: (commitment: Commitment) => boolean;
}

/** The list that JSON-RPC makes of an address. */
export interface HistoryScan {
  /** Transactions that name an address themselves, newest first. */
  history(address: string, page: HistoryPage): Promise<HistoryLine[]>;
}
