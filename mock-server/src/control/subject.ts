import type { ApiKey, Environment, IssuedKey, Scope, Tier } from "intent-tx/contract";
import type { Duration } from "../kernel/time.js";

/** The clock as the control plane shows it. */
export interface ClockView {
  /** ISO 8601. */
  readonly now: string;
  /** Whether it advances with wall time. */
  readonly running: boolean;
}

/** A time for the clock, or the start of a slot or an epoch of the chain. */
export type ClockTarget =
  | string
  | number
  | Date
  | { readonly now: string | number | Date }
  | { readonly slot: number }
  | { readonly epoch: number };

/** A clock target as the control plane takes it. */
export const clockBody = (target: ClockTarget) =>
  typeof target === "object" && !(target instanceof Date) ? target : { now: target };

/** Options of a key that is issued without a permission check. */
export interface IssueKeyRequest {
  /** Tier of the account. */
  readonly tier: Tier;
  /** Default `live`. */
  readonly environment?: Environment | undefined;
  /** Default `["admin"]`. */
  readonly scopes?: readonly Scope[] | undefined;
  /** Default `"control"`. */
  readonly name?: string | undefined;
  /** ISO 8601; default never. */
  readonly expiresAt?: string | undefined;
  /** A new name creates an account, a known one adds a key to it. Default: a new account for each call. */
  readonly account?: string | undefined;
}

/** A key issued by the control plane: the contract's record with its secret and its account. */
export type IssuedControlKey = IssuedKey & { readonly account: string; readonly tier: Tier };

/** Amounts to add to a wallet, in human units by symbol, or by the mint of any token on the chain. */
export type FundTokens = Readonly<Record<string, string | number>>;

/** A wallet and its balances after funding. */
export interface FundedWallet {
  /** The network of the funding. */
  readonly environment: Environment;
  /** Base58 address. */
  readonly walletAddress: string;
  /** Exact human units by symbol. */
  readonly balances: Readonly<Record<string, string>>;
}

/** An account written to a chain. */
export interface PlacedAccount {
  /** The network of the chain. */
  readonly environment: Environment;
  /** Base58 address. */
  readonly pubkey: string;
  /** A decimal string; `"0"` if it was removed. */
  readonly lamports: string;
}

/** The control plane's target: a World with its clock. The server has the same methods. */
export interface ControlSubject {
  health(): Promise<Record<string, unknown>>;
  clockView(): ClockView;
  advanceClock(by: Duration): Promise<void>;
  setClock(target: ClockTarget): Promise<void>;
  /** Freezes the clock. */
  pauseClock(): Promise<void>;
  resumeClock(): void;
  issueKey(request: IssueKeyRequest): IssuedControlKey;
  fund(
    walletAddress: string,
    tokens: FundTokens,
    options: { readonly environment: Environment },
  ): Promise<FundedWallet>;
  setChainAccount(
    address: string,
    account: object | null,
    options: { readonly environment: Environment },
  ): Promise<PlacedAccount>;
  clone(
    addresses: readonly string[],
    options: { readonly url: string; readonly environment: Environment },
  ): Promise<PlacedAccount[]>;
  putName(name: string, address: string): void;
  contract(): Promise<unknown>;
  explain(command: string): Promise<unknown>;
  /** The whole state as JSON, in chunks. */
  snapshotText(): string;
  /** Restores the output of {@link snapshotText}. */
  restoreText(bytes: Uint8Array): Promise<void>;
  reset(): Promise<void>;
}

/** A token of a world. */
export interface TokenView {
  /** Symbol as its issuer spells it. */
  readonly symbol: string;
  /** Full name. */
  readonly name: string;
  /** Base58 address of the mint. */
  readonly mint: string;
  /** One whole token is 10^decimals base units. */
  readonly decimals: number;
}

/** Everything needed to use a world: addresses, keys and wallets as in the ready line, and its tokens. */
export interface WorldView {
  /** The seed that determines everything random. */
  readonly seed: string;
  /** Base URL of the API, with `/v1`. */
  readonly baseUrl: string;
  /** URL of the control plane. */
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
  /** Every token of the world, SOL first. */
  readonly tokens: readonly TokenView[];
}

/** One rate limit window of an account. */
export interface WindowView {
  /** The window's limit. */
  readonly name: "requests-minute" | "test-requests-day" | "builds-day";
  /** Counted so far in this window. */
  readonly used: number;
  /** -1: unlimited. */
  readonly limit: number;
  /** ISO 8601: when the next window begins. */
  readonly resetAt: string;
}

/** An account's tier, windows, usage and keys, without secrets. */
export interface AccountView {
  /** Identifier of the account. */
  readonly account: string;
  /** Tier that determines its limits. */
  readonly tier: Tier;
  /** Current state of its windows. */
  readonly windows: readonly WindowView[];
  /** Requests and executed transactions of the billing period, as `GET /analytics/usage` counts them. */
  readonly usage: { readonly requests: number; readonly transactions: number };
  /** Its keys, oldest first. */
  readonly keys: readonly ApiKey[];
}

/** A pool with its current reserves. */
export interface PoolView {
  /** Base58 address of the pool. */
  readonly address: string;
  /** The pair as usually written: `SOL-USDC`. */
  readonly label: string;
  /** The pool's fee, in basis points of the input. */
  readonly feeBps: number;
  /** The mint that sorts first by bytes. */
  readonly mintA: string;
  /** The other mint. */
  readonly mintB: string;
  /** The pool's token account of `mintA`. */
  readonly vaultA: string;
  /** The pool's token account of `mintB`. */
  readonly vaultB: string;
  /** Base units of `mintA`, a decimal string. */
  readonly reserveA: string;
  /** Base units of `mintB`, a decimal string. */
  readonly reserveB: string;
}

/** Prices of a token over time. */
export interface PriceHistoryView {
  /** Network of the market. */
  readonly environment: Environment;
  /** Base58 address of the mint. */
  readonly mint: string;
  /** Symbol of the token. */
  readonly symbol: string;
  /** Prices in USD, oldest first. */
  readonly data: readonly { readonly at: string; readonly usd: number }[];
}

/** An account's activity on one UTC day, as counted by `GET /analytics/metrics`. Reading it is not billed. */
export interface DayView {
  /** ISO 8601: the day's first instant. */
  readonly day: string;
  /** Swaps that landed. */
  readonly swaps: number;
  /** Transfers that landed. */
  readonly transfers: number;
  /** Sentences rejected with 422. */
  readonly parseErrors: number;
  /** USD at the time when each transaction landed. */
  readonly volumeUsd: number;
}

/** Shows a world to people and tools. */
export interface WorldViews {
  world(): WorldView;
  accounts(): Promise<readonly AccountView[]>;
  /** @throws ServiceError 404 for an unknown account */
  days(account: string, days: number): Promise<readonly DayView[]>;
  pools(environment: Environment): Promise<readonly PoolView[]>;
  /** From and to are milliseconds since 1970. @throws ServiceError 404 for an unknown token, 400 for an invalid span */
  prices(request: {
    readonly token: string;
    readonly environment: Environment;
    readonly from?: number | undefined;
    readonly to?: number | undefined;
    readonly points: number;
  }): PriceHistoryView;
}

/** A call of the control plane that conflicts with the current state (409 `conflict`). */
export class ConflictError extends Error {
  /** @param message - for people: the existing state, and the remedy */
  constructor(message: string) {
    super(message);
    this.name = "ConflictError";
  }
}
