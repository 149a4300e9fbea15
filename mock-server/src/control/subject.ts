import type { ApiKey, Environment, IssuedKey, Scope, Tier } from "intent-tx/contract";
import type { Duration } from "../kernel/time.js";
import type { ClockTarget } from "../world/server-clock.js";

/** The control plane's view of the clock. */
export interface ClockView {
  /** ISO 8601. */
  readonly now: string;
  /** True while the clock follows wall time. */
  readonly running: boolean;
}

/** Options of a key that is issued without a permission check. */
export interface IssueKeyRequest {
  /** Tier of the account. */
  readonly tier: Tier;
  /** Network of the key. Default `live`. */
  readonly environment?: Environment | undefined;
  /** Default `["admin"]`. */
  readonly scopes?: readonly Scope[] | undefined;
  /** Default `"control"`. */
  readonly name?: string | undefined;
  /** Expiry, ISO 8601. Default: never. */
  readonly expiresAt?: string | undefined;
  /** Account of the key. It is created if it does not exist. Default: a new account per call. */
  readonly account?: string | undefined;
}

/** A key issued by the control plane: the contract's record, with the secret and the account. */
export type IssuedControlKey = IssuedKey & { readonly account: string; readonly tier: Tier };

/** Amounts to add to a wallet, in human units by symbol, or by the mint of any token on the chain. */
export type FundTokens = Readonly<Record<string, string | number>>;

/** A wallet and its balances after funding. */
export interface FundedWallet {
  /** The network on which the wallet was funded. */
  readonly environment: Environment;
  /** Base58 address. */
  readonly walletAddress: string;
  /** Balances in exact human units by symbol. */
  readonly balances: Readonly<Record<string, string>>;
}

/** A token's new price. */
export interface SetPrice {
  /** The market's network. */
  readonly environment: Environment;
  /** Base58 address of the mint. */
  readonly mint: string;
  /** Symbol of the token. */
  readonly symbol: string;
  /** The new price in USD: the requested price, up to the rounding of base units. */
  readonly usd: number;
}

/** Sets the prices of a mock server. */
export interface PriceControl {
  /**
   * Moves a token's price by real swaps of the world's arbitrage bot. A price model of `world.market` continues from
   * the new price, and staked SOL follows SOL.
   *
   * @param token Symbol in any case, or mint.
   * @param usd USD per token.
   * @param options The network; `live` by default.
   * @throws {@link ServiceError} 400 with the invalid `field`; {@link NotOnValidatorError} or {@link
   * ConflictError} on a network that runs on a validator.
   * @example
   * ```ts
   * import { createMockServer } from "@intent-tx/mock-server";
   *
   * await using server = await createMockServer({ seed: 1 });
   * const { symbol, usd } = await server.prices.set("SOL", 150);
   * console.log(symbol, usd.toFixed(2)); // SOL 150.00
   * ```
   */
  set(token: string, usd: number, options?: { readonly environment?: Environment }): Promise<SetPrice>;
}

/** An account written to a chain. */
export interface PlacedAccount {
  /** The chain's network. */
  readonly environment: Environment;
  /** Base58 address. */
  readonly pubkey: string;
  /** A decimal string; `"0"` if the account was removed. */
  readonly lamports: string;
}

/** The methods that control a World and its clock. The control plane calls them; the server has the same methods. */
export interface ControlSubject {
  health(): Promise<Record<string, unknown>>;
  clockView(): ClockView;
  advanceClock(by: Duration): Promise<void>;
  setClock(target: ClockTarget): Promise<void>;
  pauseClock(): Promise<void>;
  resumeClock(): void;
  issueKey(request: IssueKeyRequest): IssuedControlKey;
  fund(
    walletAddress: string,
    tokens: FundTokens,
    options: { readonly environment: Environment },
  ): Promise<FundedWallet>;
  setPrice(token: string, usd: number, environment: Environment): Promise<SetPrice>;
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
  /** The complete state as JSON, in chunks. */
  snapshotText(): string;
  /** Restores the output of {@link snapshotText}. */
  restoreText(bytes: Uint8Array): Promise<void>;
  reset(): Promise<void>;
}

/** A token of a world. */
export interface TokenView {
  /** Symbol as its issuer writes it. */
  readonly symbol: string;
  /** Full name. */
  readonly name: string;
  /** Base58 mint address. */
  readonly mint: string;
  /** Mint decimals: one token is 10^decimals base units. */
  readonly decimals: number;
}

/** Everything needed to use a world: addresses, keys and wallets as in the output of `serve --json`, and the tokens. */
export interface WorldView {
  /** The seed that determines everything random. */
  readonly seed: string;
  /** Base URL of the API, including `/v1`. */
  readonly baseUrl: string;
  /** URL of the control plane. */
  readonly controlUrl: string;
  /** Solana JSON-RPC over HTTP, by network. */
  readonly rpc: { readonly live: string; readonly test: string };
  /** Solana JSON-RPC over WebSocket, by network. */
  readonly ws: { readonly live: string; readonly test: string };
  /** API keys of the world by name. */
  readonly keys: Readonly<Record<string, string>>;
  /** Key ids by name. */
  readonly keyIds: Readonly<Record<string, string>>;
  /** The world's wallets by name; secrets are base58 of 64 bytes. */
  readonly wallets: Readonly<Record<string, { readonly address: string; readonly secretKey: string }>>;
  /** All tokens of the world, SOL first. */
  readonly tokens: readonly TokenView[];
}

/** Usage of one of an account's rate-limit windows. */
export interface WindowView {
  /** The limit to which the window belongs. */
  readonly name: "requests-minute" | "test-requests-day" | "builds-day";
  /** Usage in the current window. */
  readonly used: number;
  /** The limit; -1 for unlimited. */
  readonly limit: number;
  /** Start of the next window, ISO 8601. */
  readonly resetAt: string;
}

/** An account's tier, windows, usage and keys, without secrets. */
export interface AccountView {
  /** Identifier of the account. */
  readonly account: string;
  /** Tier that determines its limits. */
  readonly tier: Tier;
  /** The current rate-limit windows. */
  readonly windows: readonly WindowView[];
  /** Requests and executed transactions in the billing period, as `GET /analytics/usage` counts them. */
  readonly usage: { readonly requests: number; readonly transactions: number };
  /** The account's keys, oldest first. */
  readonly keys: readonly ApiKey[];
}

/** A pool with its current reserves. */
export interface PoolView {
  /** Base58 address of the pool. */
  readonly address: string;
  /** The pair's usual name: `SOL-USDC`. */
  readonly label: string;
  /** Fee in basis points of the input. */
  readonly feeBps: number;
  /** The mint that sorts first by bytes. */
  readonly mintA: string;
  /** The other mint. */
  readonly mintB: string;
  /** The pool's token account for `mintA`. */
  readonly vaultA: string;
  /** The pool's token account for `mintB`. */
  readonly vaultB: string;
  /** Reserve of `mintA` in base units, a decimal string. */
  readonly reserveA: string;
  /** Reserve of `mintB` in base units, a decimal string. */
  readonly reserveB: string;
}

/** A token's prices over time. */
export interface PriceHistoryView {
  /** Network of the market. */
  readonly environment: Environment;
  /** Base58 mint address. */
  readonly mint: string;
  /** Symbol of the token. */
  readonly symbol: string;
  /** Prices in USD, oldest first. */
  readonly data: readonly { readonly at: string; readonly usd: number }[];
}

/** An account's activity on a UTC day, as `GET /analytics/metrics` counts it. Reading it is not counted. */
export interface DayView {
  /** The day's start, ISO 8601. */
  readonly day: string;
  /** Swaps that landed. */
  readonly swaps: number;
  /** Transfers that landed. */
  readonly transfers: number;
  /** Commands refused with 422. */
  readonly parseErrors: number;
  /** Total value in USD, each transaction's at the time when it landed. */
  readonly volumeUsd: number;
}

/** Read-only views of a world. */
export interface WorldViews {
  world(): WorldView;
  accounts(): Promise<readonly AccountView[]>;
  /** @throws ServiceError 404 for an unknown account */
  days(account: string, days: number): Promise<readonly DayView[]>;
  pools(environment: Environment): Promise<readonly PoolView[]>;
  /**
   * `from` and `to`: milliseconds since 1970. @throws ServiceError 404 for an unknown token, 400 for an invalid range
   */
  prices(request: {
    readonly token: string;
    readonly environment: Environment;
    readonly from?: number | undefined;
    readonly to?: number | undefined;
    readonly points: number;
  }): PriceHistoryView;
}
