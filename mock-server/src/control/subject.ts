import type { ApiKey, Environment, IssuedKey, Scope, Tier } from "intent-tx/contract";
import type { Duration } from "../kernel/time.js";

/** The clock as the control plane shows it. */
export interface ClockView {
  /** ISO 8601. */
  readonly now: string;
  /** Whether it goes on with wall time. */
  readonly running: boolean;
}

/** A key to issue without asking for anybody's rights. */
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
  /** A new name makes an account, a known one adds a key to it; without it each call makes one. */
  readonly account?: string | undefined;
}

/** A key issued by the control plane: the contract's record with its secret, and whose it is. */
export type IssuedControlKey = IssuedKey & { readonly account: string; readonly tier: Tier };

/** Amounts to add to a wallet, in human units by symbol, or by the mint of any token on the chain. */
export type FundTokens = Readonly<Record<string, string | number>>;

/** A wallet and its balances after it was funded. */
export interface FundedWallet {
  /** The network on which it was funded. */
  readonly environment: Environment;
  /** Base58 address. */
  readonly walletAddress: string;
  /** Human units by symbol, exact. */
  readonly balances: Readonly<Record<string, string>>;
}

/** An account that was put on a chain. */
export interface PlacedAccount {
  /** The network of the chain. */
  readonly environment: Environment;
  /** Base58 address. */
  readonly pubkey: string;
  /** A decimal string; `"0"` for one that was removed. */
  readonly lamports: string;
}

/** The object that the control plane acts on: a World with its clock. The server has the same methods. */
export interface ControlSubject {
  health(): Promise<Record<string, unknown>>;
  clockView(): ClockView;
  advanceClock(by: Duration): Promise<void>;
  setClock(now: string | number): Promise<void>;
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
  putName(name: string, address: string): void;
  contract(): Promise<unknown>;
  explain(command: string): Promise<unknown>;
  /** Everything as JSON, in parts. */
  snapshotText(): string;
  /** Restores what {@link snapshotText} gave. */
  restoreText(bytes: Uint8Array): Promise<void>;
  reset(): Promise<void>;
}

/** A token of a world. */
export interface TokenView {
  /** Symbol as its issuer writes it. */
  readonly symbol: string;
  /** Full name. */
  readonly name: string;
  /** Base58 address of the mint. */
  readonly mint: string;
  /** One whole token is 10^decimals base units. */
  readonly decimals: number;
}

/** All that is needed to use a world: addresses, keys and wallets as in the ready line, and its tokens. */
export interface WorldView {
  /** The seed that gives everything random. */
  readonly seed: string;
  /** Where the API is, with `/v1`. */
  readonly baseUrl: string;
  /** Where the control plane is. */
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
  /** Every token that the world knows, SOL first. */
  readonly tokens: readonly TokenView[];
}

/** One window of an account. */
export interface WindowView {
  /** Limit that the window counts for. */
  readonly name: "requests-minute" | "test-requests-day" | "builds-day";
  /** Counted so far in this window. */
  readonly used: number;
  /** -1: there is none. */
  readonly limit: number;
  /** ISO 8601: when the window begins anew. */
  readonly resetAt: string;
}

/** An account's tier, windows, usage and keys. No secret is in it. */
export interface AccountView {
  /** Identifier of the account. */
  readonly account: string;
  /** Tier that gives its limits. */
  readonly tier: Tier;
  /** How its windows stand now. */
  readonly windows: readonly WindowView[];
  /** Requests and executed transactions of the billing period, as `GET /analytics/usage` counts them. */
  readonly usage: { readonly requests: number; readonly transactions: number };
  /** Its keys, oldest first. */
  readonly keys: readonly ApiKey[];
}

/** A pool with what it holds now. */
export interface PoolView {
  /** Base58 address of the pool. */
  readonly address: string;
  /** The pair as people write it: `SOL-USDC`. */
  readonly label: string;
  /** Basis points of the input that stay in the pool. */
  readonly feeBps: number;
  /** Mint whose bytes sort first. */
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
  /** Network whose market it is. */
  readonly environment: Environment;
  /** Base58 address of the mint. */
  readonly mint: string;
  /** Symbol of the token. */
  readonly symbol: string;
  /** Prices in USD, oldest first. */
  readonly data: readonly { readonly at: string; readonly usd: number }[];
}

/** An account's activity on one UTC day, as `GET /analytics/metrics` counts it. Reading it costs nothing. */
export interface DayView {
  /** ISO 8601: the day's first instant. */
  readonly day: string;
  /** Swaps that landed. */
  readonly swaps: number;
  /** Transfers that landed. */
  readonly transfers: number;
  /** Sentences that were refused with 422. */
  readonly parseErrors: number;
  /** USD at the time that each transaction landed. */
  readonly volumeUsd: number;
}

/** Shows a world to people and tools that watch it. */
export interface WorldViews {
  world(): WorldView;
  accounts(): Promise<readonly AccountView[]>;
  /** @throws ServiceError 404 for an unknown account */
  days(account: string, days: number): Promise<readonly DayView[]>;
  pools(environment: Environment): Promise<readonly PoolView[]>;
  /** From and to are milliseconds since 1970. @throws ServiceError 404 for an unknown token, 400 for a span that is none */
  prices(request: {
    readonly token: string;
    readonly environment: Environment;
    readonly from?: number | undefined;
    readonly to?: number | undefined;
    readonly points: number;
  }): PriceHistoryView;
}

/** A call of the control plane that does not fit what is there (409 `conflict`). */
export class ConflictError extends Error {
  /** @param message - for people: what is there already, and what to do */
  constructor(message: string) {
    super(message);
    this.name = "ConflictError";
  }
}
