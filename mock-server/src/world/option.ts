import type { Tier } from "intent-tx/contract";
import type { Duration } from "../kernel/time.js";
import type { AccountFile } from "./account-file.js";

/** An NFT in a wallet of the `world` option, as in a portfolio's `nfts`. */
export interface NftOption {
  /** Base58 mint address. Default: derived from the seed. */
  readonly mint?: string;
  /** Name, at most 32 bytes. */
  readonly name: string;
  /** Symbol, at most 10 bytes. */
  readonly symbol: string;
  /** Mint of the NFT's verified collection. Default: no collection. */
  readonly collection?: string;
  /** Metadata URI, at most 200 bytes. Default: empty. */
  readonly uri?: string;
}

/** A stake account of a wallet of the `world` option, as in a portfolio's `staked`. */
export interface StakeOption {
  /** The account's whole balance in SOL. */
  readonly SOL: string | number;
  /** Base58 vote account of the validator. Default: derived from the seed. */
  readonly validator?: string;
  /** Base58 address of the stake account. Default: derived from the seed. */
  readonly stakeAccount?: string;
  /** Default `active`. */
  readonly status?: "active" | "inactive";
}

/** A wallet of the `world` option: balances by symbol, and optionally a history, NFTs and stake accounts. */
export interface WalletOption {
  /** Number of past transactions; default 0. */
  readonly history?: number;
  /** NFTs in the wallet, for `includeNFTs`. Default: none. */
  readonly nfts?: readonly NftOption[];
  /** Stake accounts of the wallet, for `includeStaked`. Default: none. */
  readonly staked?: readonly StakeOption[];
  /** Balance of the token with this symbol, in human units: `SOL: "10"`. */
  readonly [symbol: string]: string | number | readonly NftOption[] | readonly StakeOption[] | undefined;
}

/** An account of the `world` option. Its admin key is in `server.keys` under the account's name. */
export interface AccountOption {
  /** The account's tier. Default `free`. */
  readonly tier?: Tier;
  /** Network of the account's key. Default `live`. */
  readonly environment?: "live" | "test";
  /** Requests already used in the minute window, and in a test key's day window. Default 0. */
  readonly requestsUsed?: number;
}

/** A token of the `world` option. */
export interface TokenOption {
  /** Symbol, by which commands name the token. */
  readonly symbol: string;
  /** Full name. Default: the symbol. */
  readonly name?: string;
  /** Base58 mint address. Default: derived from the seed. */
  readonly mint?: string;
  /** Decimals, 0 to 18. */
  readonly decimals: number;
  /** Default `spl-token`. */
  readonly program?: "spl-token" | "token-2022";
  /** Opening price in USD, a decimal string. It does not depend on the seed. */
  readonly priceUsd: string;
  /** Whole tokens in circulation, a decimal string. Default `"1000000000"`. */
  readonly supply?: string;
}

/** A pool of the `world` option, in addition to every token's pool with USDC. */
export interface PoolOption {
  /** Symbols of the pair. */
  readonly pair: readonly [string, string];
  /** Whole US dollars on each side. Default 1,000,000. */
  readonly sideUsd?: number;
  /** Fee in basis points. */
  readonly feeBps?: number;
}

/** A price on a token's path. */
export interface MarketPoint {
  /** Time since the world's start: milliseconds, or a duration such as `"1h"`. */
  readonly at: Duration;
  /** Price in USD. */
  readonly usd: number;
}

/** How a token's price moves as time passes: along a path, or at random from the seed. */
export interface MarketOption {
  /**
   * Prices in order of time, interpolated linearly from the opening price. After the last point, the price stays the
   * same.
   */
  readonly path?: readonly MarketPoint[];
  /** Standard deviation of the daily change, in percent. Default 0. */
  readonly volatility?: number;
  /** Daily change without volatility, in percent. Default 0. */
  readonly drift?: number;
  /** Time between two price changes, at least a second. Default `"10m"`. */
  readonly every?: Duration;
}

/** A program of the `world` option. */
export interface ProgramOption {
  /** Base58 address of the program. */
  readonly address: string;
  /** Path of the compiled program (`.so`), from `solana program dump` or `cargo build-sbf`. */
  readonly file?: string;
  /** The compiled program as bytes, instead of `file`. */
  readonly bytes?: Uint8Array;
  /** The upgrade authority: `true` for alice, or an address, or the name of a world wallet. Default: no authority. */
  readonly upgradeable?: boolean | string;
}

/** Chain features that differ from mainnet. */
export interface FeaturesOption {
  /** Base58 addresses of features to activate. A validator always activates all of its features. */
  readonly activate?: readonly string[];
  /** Base58 addresses of features to leave inactive. */
  readonly deactivate?: readonly string[];
}

/** Initial additions to the server's own world. */
export interface WorldOption {
  /** Wallets by name; they appear in `server.wallets`. */
  readonly wallets?: Readonly<Record<string, WalletOption>>;
  /** Accounts by name; each has an admin key in `server.keys`. */
  readonly accounts?: Readonly<Record<string, AccountOption>>;
  /** `.sol` names. Each value is an address or the name of a world wallet. */
  readonly names?: Readonly<Record<string, string>>;
  /** Tokens in addition to the world's own. */
  readonly tokens?: readonly TokenOption[];
  /** Pools in addition to the world's own. */
  readonly pools?: readonly PoolOption[];
  /** Programs in addition to those of every ledger. */
  readonly programs?: readonly ProgramOption[];
  /** Accounts in the format of `solana account --output json`, as objects or file paths. */
  readonly chainAccounts?: readonly (string | AccountFile)[];
  /** Chain features. Default: those active on mainnet when this version was released. */
  readonly features?: FeaturesOption;
  /**
   * Enables the arbitrage bot. In the slot after a trade, the bot swaps until prices and small quotes agree within the
   * pools' fees. Always disabled on a validator. Default true.
   */
  readonly arbitrage?: boolean;
  /** Price models by symbol. Not possible on a validator. Default: only trades move prices. */
  readonly market?: Readonly<Record<string, MarketOption>>;
}
