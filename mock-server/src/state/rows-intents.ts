import type { Environment } from "intent-tx/contract";

/** A pool in a stored quote. Amounts are decimal strings. */
export interface MarketInfoRow {
  readonly id: string;
  readonly label: string;
  readonly inputMint: string;
  readonly outputMint: string;
  readonly inAmount: string;
  readonly outAmount: string;
  readonly fee: string;
}

/** A parsed intent. Amounts are decimal strings in base units. */
export interface IntentRow {
  readonly intentId: string;
  readonly account: string;
  readonly environment: Environment;
  readonly walletAddress: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly action: "swap" | "transfer" | "query";
  /** The fixed side of a swap. */
  readonly side?: "exact-in" | "exact-out";
  readonly inputMint?: string;
  readonly outputMint?: string;
  readonly amount?: string;
  readonly recipient?: string;
  /** The applied slippage in basis points. */
  readonly slippageBps: number;
  /** Micro-lamports per compute unit. */
  readonly priorityFee: number;
  readonly route?: {
    readonly inAmount: string;
    readonly outAmount: string;
    readonly priceImpact: number;
    readonly marketInfos: readonly MarketInfoRow[];
  };
  readonly confidence: number;
  readonly command: string;
}

/** The stored part of an expired intent, so that the API can respond with 410 to callers with access to it. */
export interface ExpiredIntentRow {
  readonly account: string;
  readonly environment: Environment;
  readonly walletAddress: string;
  readonly expiresAt: number;
}

/** A transaction that the service built. It is recognized by its message when it lands. */
export interface BuiltRow {
  readonly account: string;
  /** Other accounts for which the service built the same bytes. */
  readonly others?: readonly string[];
  readonly environment: Environment;
  readonly intentId: string;
  readonly walletAddress: string;
  readonly action: "swap" | "transfer";
  readonly at: number;
}
