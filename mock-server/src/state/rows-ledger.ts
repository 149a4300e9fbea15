/** The current state of an account. */
export interface LedgerAccountRow {
  readonly lamports: string;
  readonly owner: string;
  readonly executable: boolean;
  /** Base64. */
  readonly data: string;
}

/** A token balance before or after a transaction. */
export interface TokenBalanceRow {
  readonly accountIndex: number;
  readonly mint: string;
  readonly owner: string;
  readonly programId: string;
  readonly amount: string;
  readonly decimals: number;
}

/** An inner instruction of a program. */
export interface InnerInstructionRow {
  /** Index of the top-level instruction. */
  readonly index: number;
  readonly programIdIndex: number;
  readonly accounts: readonly number[];
  /** Base64. */
  readonly data: string;
  readonly stackHeight: number;
}

/** A landed transaction. Balances are decimal strings of lamports. */
export interface LedgerTransactionRow {
  readonly signature: string;
  readonly slot: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** True for seeded history: its times move with the world's start. */
  readonly beforeStart?: boolean;
  /** Base64 of the signed transaction. */
  readonly wire: string;
  /** Static keys, then keys from lookup tables: writable, then read-only. */
  readonly accountKeys: readonly string[];
  readonly loadedWritable: number;
  readonly loadedReadonly: number;
  /** JSON of the chain's error, or null. */
  readonly err: unknown;
  readonly fee: string;
  readonly unitsConsumed: number;
  readonly logs: readonly string[];
  /** Total size of the loaded accounts and programs, bytes. */
  readonly loadedAccountsDataSize?: number;
  readonly preBalances: readonly string[];
  readonly postBalances: readonly string[];
  readonly preTokenBalances: readonly TokenBalanceRow[];
  readonly postTokenBalances: readonly TokenBalanceRow[];
  readonly innerInstructions: readonly InnerInstructionRow[];
  readonly returnData?: { readonly programId: string; readonly data: string };
  /** The commitment at which a chain fault holds it. */
  readonly heldAt?: "processed";
  /** The slot in which the fault releases it; absent for never. */
  readonly heldUntilSlot?: number;
}

/** An account before a change that is not final yet. */
export interface UnfinalizedRow extends Pick<LedgerTransactionRow, "slot" | "heldAt" | "heldUntilSlot"> {
  readonly address: string;
  /** Absent for an account that was unchanged since the world's start. */
  readonly before?: LedgerAccountRow;
}

/** Transactions of a slot whose rows were dropped. */
export interface PastStatusesRow {
  /** Number of transactions in the slot. */
  readonly landed: number;
  /**
   * Base64 of 32 bytes per transaction, in the order in which they landed: 16 of its signature, 16 of its message's
   * hash. Absent once their blockhashes are too old.
   */
  readonly digests?: string;
  /** Transactions that failed, or that a fault holds. */
  readonly others?: readonly (Pick<LedgerTransactionRow, "err" | "heldAt" | "heldUntilSlot"> & {
    /** Its index in the slot. */
    readonly index: number;
  })[];
}

/** A transaction that a fault delays. */
export interface LateTransactionRow {
  /** When it lands. */
  readonly at: number;
  /** Base64 of the signed transaction. */
  readonly wire: string;
}
