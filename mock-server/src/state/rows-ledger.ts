/** An account as it stands. */
export interface LedgerAccountRow {
  readonly lamports: string;
  readonly owner: string;
  readonly executable: boolean;
  /** Base64. */
  readonly data: string;
}

/** A token balance beside a transaction. */
export interface TokenBalanceRow {
  readonly accountIndex: number;
  readonly mint: string;
  readonly owner: string;
  readonly programId: string;
  readonly amount: string;
  readonly decimals: number;
}

/** An instruction that a program made. */
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
  /** True for the history that the world was given at its start: its moments move with the start. */
  readonly beforeStart?: boolean;
  /** Base64 of the signed transaction. */
  readonly wire: string;
  /** Static keys, then those that lookup tables gave: writable, then read-only. */
  readonly accountKeys: readonly string[];
  readonly loadedWritable: number;
  readonly loadedReadonly: number;
  /** JSON of the chain's error, or null. */
  readonly err: unknown;
  readonly fee: string;
  readonly unitsConsumed: number;
  readonly logs: readonly string[];
  /** Bytes of the accounts and programs that it loaded. */
  readonly loadedAccountsDataSize?: number;
  readonly preBalances: readonly string[];
  readonly postBalances: readonly string[];
  readonly preTokenBalances: readonly TokenBalanceRow[];
  readonly postTokenBalances: readonly TokenBalanceRow[];
  readonly innerInstructions: readonly InnerInstructionRow[];
  readonly returnData?: { readonly programId: string; readonly data: string };
  /** A chain fault holds it at this commitment. */
  readonly heldAt?: "processed";
  /** The slot in which the fault lets go of it; absent, it never does. */
  readonly heldUntilSlot?: number;
}

/** An account before a change that was not final yet. */
export interface UnfinalizedRow extends Pick<LedgerTransactionRow, "slot" | "heldAt" | "heldUntilSlot"> {
  readonly address: string;
  /** Absent for an account as it was at the world's start. */
  readonly before?: LedgerAccountRow;
}

/** Transactions of a slot whose rows were let go. */
export interface PastStatusesRow {
  /** How many landed in the slot. */
  readonly landed: number;
  /**
   * Base64 of 32 bytes a transaction, in the order in which they landed: 16 of its signature, 16 of its message's hash. Absent
   * once their blockhashes are too old.
   */
  readonly digests?: string;
  /** Those that failed, or that a fault holds. */
  readonly others?: readonly (Pick<LedgerTransactionRow, "err" | "heldAt" | "heldUntilSlot"> & {
    /** Its number among those of the slot. */
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
