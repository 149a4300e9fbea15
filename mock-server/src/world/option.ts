import type { Tier } from "intent-tx/contract";
import type { AccountFile } from "./account-file.js";

/** An NFT of a wallet of the `world` option: what `nfts` of a portfolio shows of it. */
export interface NftOption {
  /** Base58 mint address. Default: one from the seed. */
  readonly mint?: string;
  /** Name, at most 32 bytes. */
  readonly name: string;
  /** Symbol, at most 10 bytes. */
  readonly symbol: string;
  /** Mint of its verified collection. Default none. */
  readonly collection?: string;
  /** Where its metadata is, at most 200 bytes. Default none. */
  readonly uri?: string;
}

/** A stake account of a wallet of the `world` option: what `staked` of a portfolio shows of it. */
export interface StakeOption {
  /** All that the account holds, in SOL. */
  readonly SOL: string | number;
  /** Base58 vote account of the validator. Default: one from the seed. */
  readonly validator?: string;
  /** Base58 address of the stake account. Default: one from the seed. */
  readonly stakeAccount?: string;
  /** Default `active`. */
  readonly status?: "active" | "inactive";
}

/** A wallet of the `world` option: amounts in human units by symbol, and how many transactions it made before. */
export interface WalletOption {
  /** Past transactions, oldest first in time; default 0. */
  readonly history?: number;
  /** NFTs that it holds, for `includeNFTs`. Default none. */
  readonly nfts?: readonly NftOption[];
  /** Stake accounts that it owns, for `includeStaked`. Default none. */
  readonly staked?: readonly StakeOption[];
  /** Human units by symbol: `SOL: "10"`. */
  readonly [symbol: string]: string | number | readonly NftOption[] | readonly StakeOption[] | undefined;
}

/** An account of the `world` option; an admin key of it appears in `server.keys` under its name. */
export interface AccountOption {
  /** Its tier. Default `free`. */
  readonly tier?: Tier;
  /** Network of its key. Default `live`. */
  readonly environment?: "live" | "test";
  /** Requests already used in the minute window, and in the day's for a test key. Default 0. */
  readonly requestsUsed?: number;
}

/** A token of the `world` option. */
export interface TokenOption {
  /** Symbol by which commands name it. */
  readonly symbol: string;
  /** Full name. Default the symbol. */
  readonly name?: string;
  /** Base58 mint address. Default: one from the seed. */
  readonly mint?: string;
  /** Decimals, 0 to 18. */
  readonly decimals: number;
  /** Default `spl-token`. */
  readonly program?: "spl-token" | "token-2022";
  /** Opening price in USD, a decimal string; the seed does not move it. */
  readonly priceUsd: string;
  /** Whole tokens in circulation, a decimal string. Default `"1000000000"`. */
  readonly supply?: string;
}

/** A pool of the `world` option, beside the pool with USDC that every token has. */
export interface PoolOption {
  /** Symbols of the pair. */
  readonly pair: readonly [string, string];
  /** Whole US dollars on each side. Default 1,000,000. */
  readonly sideUsd?: number;
  /** Fee in basis points. */
  readonly feeBps?: number;
}

/** A program of the `world` option. */
export interface ProgramOption {
  /** Base58 address at which it is called. */
  readonly address: string;
  /** Path of the compiled program (`.so`), as `solana program dump` and `cargo build-sbf` write it. */
  readonly file?: string;
  /** The same as bytes, in the place of `file`. */
  readonly bytes?: Uint8Array;
  /** Who may upgrade and close it: `true` is alice, else an address or the name of a wallet of the world. Default: nobody. */
  readonly upgradeable?: boolean | string;
}

/** Features of the chain that are to be other than mainnet's. */
export interface FeaturesOption {
  /** Base58 addresses of features to activate. A validator has all of its own active. */
  readonly activate?: readonly string[];
  /** Base58 addresses of features to leave inactive. */
  readonly deactivate?: readonly string[];
}

/** Additions to the server's own world at the start. */
export interface WorldOption {
  /** Wallets by name; they appear in `server.wallets`. */
  readonly wallets?: Readonly<Record<string, WalletOption>>;
  /** Accounts by name; an admin key of each appears in `server.keys`. */
  readonly accounts?: Readonly<Record<string, AccountOption>>;
  /** `.sol` names and the addresses, or the names of wallets, that they stand for. */
  readonly names?: Readonly<Record<string, string>>;
  /** Tokens beside the world's own. */
  readonly tokens?: readonly TokenOption[];
  /** Pools beside the world's own. */
  readonly pools?: readonly PoolOption[];
  /** Programs beside those that every ledger has. */
  readonly programs?: readonly ProgramOption[];
  /** Accounts as `solana account --output json` writes them: the objects, or paths of the files. */
  readonly chainAccounts?: readonly (string | AccountFile)[];
  /** Features of the chain. Default: those that were active on mainnet when this version was made. */
  readonly features?: FeaturesOption;
  /**
   * Whether a wallet of the world keeps pools in line with each other: in the slot after a trade it swaps until prices and small
   * quotes agree within the pools' fees. Over a validator pools stay where trades leave them. Default true.
   */
  readonly arbitrage?: boolean;
}
