import type { ApiKey, Environment, Tier } from "intent-tx/contract";

/** A token of a world. */
export interface TokenView {
  readonly symbol: string;
  readonly name: string;
  /** Base58 address of the mint. */
  readonly mint: string;
  /** One whole token is 10^decimals base units. */
  readonly decimals: number;
}

/** All that is needed to use a world: addresses, keys and wallets as in the ready line, and its tokens. */
export interface WorldView {
  readonly seed: string;
  /** Where the API is, with `/v1`. */
  readonly baseUrl: string;
  readonly controlUrl: string;
  /** Solana JSON-RPC over HTTP, by network. */
  readonly rpc: { readonly live: string; readonly test: string };
  /** Solana JSON-RPC over WebSocket, by network. */
  readonly ws: { readonly live: string; readonly test: string };
  /** Secrets of the world's keys by name. */
  readonly keys: Readonly<Record<string, string>>;
  /** Identifiers of the same keys. */
  readonly keyIds: Readonly<Record<string, string>>;
  /** The world's wallets by name; secrets are base58 of 64 bytes. */
  readonly wallets: Readonly<Record<string, { readonly address: string; readonly secretKey: string }>>;
  readonly tokens: readonly TokenView[];
}

/** One window of an account. */
export interface WindowView {
  readonly name: "requests-minute" | "test-requests-day" | "builds-day";
  readonly used: number;
  /** -1: there is none. */
  readonly limit: number;
  /** ISO 8601: when the window begins anew. */
  readonly resetAt: string;
}

/** What an account has, may do, and has done. No secret is in it. */
export interface AccountView {
  readonly account: string;
  readonly tier: Tier;
  readonly windows: readonly WindowView[];
  /** Requests and executed transactions of the billing period, as `GET /analytics/usage` counts them. */
  readonly usage: { readonly requests: number; readonly transactions: number };
  readonly keys: readonly ApiKey[];
}

/** A pool with what it holds now. */
export interface PoolView {
  readonly address: string;
  /** The pair as people write it: `SOL-USDC`. */
  readonly label: string;
  /** Basis points of the input that stay in the pool. */
  readonly feeBps: number;
  readonly mintA: string;
  readonly mintB: string;
  readonly vaultA: string;
  readonly vaultB: string;
  /** Base units as decimal strings. */
  readonly reserveA: string;
  readonly reserveB: string;
}

/** What a token cost over time. */
export interface PriceHistoryView {
  readonly environment: Environment;
  readonly mint: string;
  readonly symbol: string;
  readonly data: readonly { readonly at: string; readonly usd: number }[];
}

/** What an account did on one UTC day, as `GET /analytics/metrics` counts it; asking costs the account nothing. */
export interface DayView {
  /** ISO 8601: the day's first instant. */
  readonly day: string;
  readonly swaps: number;
  readonly transfers: number;
  /** Sentences that were refused with 422. */
  readonly parseErrors: number;
  readonly volumeUsd: number;
}

/** Shows a world to people and tools that watch it. */
export interface WorldViews {
  world(): WorldView;
  accounts(): readonly AccountView[];
  /** @throws ServiceError 404 for an unknown account, 400 for a number of days that is none */
  days(account: string, days: string): readonly DayView[];
  pools(environment: Environment): Promise<readonly PoolView[]>;
  /** @throws ServiceError 404 for an unknown token, 400 for a span that is none */
  prices(request: {
    readonly token: string;
    readonly environment: Environment;
    readonly from?: string | undefined;
    readonly to?: string | undefined;
    readonly points?: string | undefined;
  }): PriceHistoryView;
}
