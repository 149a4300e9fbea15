export interface LedgerAccountRow {
  readonly lamports: string;
  readonly owner: string;
  readonly executable: boolean;
  /** Base64. */
  readonly data: string;
}

export interface TokenBalanceRow {
  readonly accountIndex: number;
  readonly mint: string;
  readonly owner: string;
  readonly programId: string;
  readonly amount: string;
  readonly decimals: number;
}

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
  /** True for generated history, whose times move with the world's start. */
  readonly beforeStart?: boolean;
  /** Base64 of the signed transaction. */
  readonly wire: string;
  /** Static keys, then keys from lookup tables: writable, then read-only. */
  readonly accountKeys: readonly string[];
  readonly loadedWritable: number;
  readonly loadedReadonly: number;
  /** The chain's error as JSON, or null. */
  readonly err: unknown;
  readonly fee: string;
  readonly unitsConsumed: number;
  readonly logs: readonly string[];
  /** Total size of the loaded accounts and programs in bytes. */
  readonly loadedAccountsDataSize?: number;
  readonly preBalances: readonly string[];
  readonly postBalances: readonly string[];
  readonly preTokenBalances: readonly TokenBalanceRow[];
  readonly postTokenBalances: readonly TokenBalanceRow[];
  readonly innerInstructions: readonly InnerInstructionRow[];
  readonly returnData?: { readonly programId: string; readonly data: string };
  /** The commitment at which a chain fault holds the transaction. */
  readonly heldAt?: "processed";
  /** The slot in which the fault releases the transaction; absent if the fault holds it forever. */
  readonly heldUntilSlot?: number;
}

/** An account before an unfinalized change. */
export interface UnfinalizedRow extends Pick<LedgerTransactionRow, "slot" | "heldAt" | "heldUntilSlot"> {
  readonly address: string;
  /** Absent if the account had not changed since the world's start. */
  readonly before?: LedgerAccountRow;
}

/** The pruned transactions of a slot. */
export interface PastStatusesRow {
  readonly landed: number;
  /** Base64: digests of each signature and message in landing order, 16 bytes each. Absent for old slots. */
  readonly digests?: string;
  /** Transactions that failed or that a fault holds. */
  readonly others?: readonly (Pick<LedgerTransactionRow, "err" | "heldAt" | "heldUntilSlot"> & {
    readonly index: number;
  })[];
}

export interface LateTransactionRow {
  /** When the transaction lands. */
  readonly at: number;
  /** Base64 of the signed transaction. */
  readonly wire: string;
}
