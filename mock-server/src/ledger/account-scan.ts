import type { ChainAccount, Commitment, Landed, Ledger, LedgerEvent } from "./ledger.js";

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

/** Reads of accounts, at one commitment. */
export type AccountReads = Pick<
  Ledger & AccountScan,
  "accounts" | "tokenAccounts" | "programAccounts" | "slot"
>;

/** Queries that JSON-RPC needs beside {@link Ledger}. Services never need them. */
export interface AccountScan {
  /** Accounts that a program owns. Looks at every account there is. */
  programAccounts(programId: string): Promise<ChainAccount[]>;
  /** The block of a slot; undefined where there is none (yet). */
  block(slot: number): Promise<Block | undefined>;
  /** The same accounts as they are at a commitment. */
  at(commitment: Commitment): AccountReads;
  /** Changes of accounts that have not reached a commitment yet, oldest first: those of one address, where it is given. */
  unreached(commitment: Commitment, address?: string): readonly Extract<LedgerEvent, { kind: "account" }>[];
  /** Whether the chain remembers a blockhash, which it does for twice as long as one is good. */
  knowsBlockhash(blockhash: string): Promise<boolean>;
  /** The first slot of which everything is known; what landed before it was thrown away. */
  firstSlot(): Promise<number>;
  /** How many transactions landed in slots from `first` to `last`. */
  landedBetween(first: number, last: number): Promise<number>;
}
