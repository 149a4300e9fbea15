import type { Commitment } from "../../../../mock-server/src/ledger/ledger.js";

/** A JSON-RPC u64: a bigint if a number would round it. */
export type Count = number | bigint;

/** An entry of `getSignaturesForAddress`. */
export interface SignatureEntry {
  readonly signature: string;
  readonly slot: number;
  readonly err: unknown;
  readonly blockTime: number | null;
  readonly confirmationStatus: string | null;
}

/** A `jsonParsed` instruction: parsed, or with addresses and base58 data. */
export interface ParsedInstruction {
  readonly programId: string;
  readonly parsed?:
    | string
    | { readonly type?: string; readonly info?: Readonly<Record<string, unknown>> | null };
  readonly accounts?: readonly string[];
  readonly data?: string;
  readonly stackHeight?: number | null;
}

export interface TokenBalance {
  readonly accountIndex: number;
  readonly mint: string;
  readonly owner?: string;
  readonly uiTokenAmount: { readonly amount: string; readonly decimals: number };
}

/** A transaction in `getTransaction` with `jsonParsed`. */
export interface ChainTransaction {
  readonly slot: number;
  readonly blockTime: number | null;
  readonly version?: number | "legacy";
  readonly transaction: {
    readonly signatures: readonly string[];
    readonly message: {
      readonly accountKeys: readonly {
        readonly pubkey: string;
        readonly signer: boolean;
        readonly writable: boolean;
      }[];
      readonly instructions: readonly ParsedInstruction[];
      readonly recentBlockhash: string;
    };
  };
  readonly meta: {
    readonly err: unknown;
    readonly fee: Count;
    readonly computeUnitsConsumed?: Count;
    readonly logMessages?: readonly string[] | null;
    readonly innerInstructions?:
      | readonly { readonly index: number; readonly instructions: readonly ParsedInstruction[] }[]
      | null;
    readonly preBalances: readonly Count[];
    readonly postBalances: readonly Count[];
    readonly preTokenBalances?: readonly TokenBalance[] | null;
    readonly postTokenBalances?: readonly TokenBalance[] | null;
  } | null;
}

/** The result of `getSignatureStatuses`. */
export interface Statuses {
  readonly value: readonly ({
    readonly slot: number;
    readonly confirmationStatus: Commitment;
    readonly err: unknown;
  } | null)[];
}

export const TRANSACTION_FORM = {
  encoding: "jsonParsed",
  maxSupportedTransactionVersion: 0,
  commitment: "confirmed",
} as const;
