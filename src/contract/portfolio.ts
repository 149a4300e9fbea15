import * as z from "zod/mini";
import { MOMENT, object, USDC, WALLET } from "./described.js";
import { anyObject, count, display, moment, tolerate, unitsNumber } from "./primitives.js";

/** A wallet's balance of one token. */
export interface TokenHolding {
  /** Mint address. */
  mint: string;
  /** Symbol. Null if the service sends none. */
  symbol: string | null;
  /** Balance in base units. */
  balance: bigint;
  /** Decimals of the mint. */
  decimals: number;
  /** Balance in human units. Null if the service sends none. */
  uiAmount: number | null;
  /** Value in USD. Null if the service sends none. */
  usdValue: number | null;
}

/** The holdings of a wallet. Response of `GET /portfolio/{walletAddress}`. */
export interface Portfolio {
  /** The wallet. */
  walletAddress: string;
  /** SOL in lamports. */
  solBalance: bigint;
  /** The wallet's tokens. */
  tokens: TokenHolding[];
  /** Total value in USD. Null if the service sends none. */
  totalValue: number | null;
  /** When the holdings were read, ISO 8601. Null if the service sends none. */
  lastUpdated: string | null;
  /** Present when `includeNFTs` was true. */
  nfts?: (Portfolio.NftEntry | Record<string, unknown>)[] | undefined;
  /** Present when `includeStaked` was true. */
  staked?: (Portfolio.StakedEntry | Record<string, unknown>)[] | undefined;
}

/** Parts of a {@link Portfolio}. */
export declare namespace Portfolio {
  /** An NFT, as the mock server returns it (decision 28); other services may return other fields. */
  interface NftEntry {
    /** Mint address. */
    mint: string;
    /** Name. */
    name: string;
    /** Symbol. */
    symbol: string;
    /** Mint of the NFT's collection. */
    collection?: string | undefined;
    /** URL of the NFT's metadata. */
    uri?: string | undefined;
  }

  /** A stake account, as the mock server returns it (decision 29); other services may return other fields. */
  interface StakedEntry {
    /** Address of the stake account. */
    stakeAccount: string;
    /** Vote account of the validator. */
    validator: string;
    /** Staked lamports. The client returns entries as the service sent them: a `number`, or a `bigint` above 2^53. */
    lamports: bigint;
    /** State of the stake. */
    status: string;
  }
}

/** Strict schema of {@link TokenHolding}. */
export const TokenHoldingSchema = object("TokenHolding", {
  mint: [z.string(), "Mint of the token.", USDC],
  symbol: [display(z.string()), "Symbol of the token.", "USDC"],
  balance: [unitsNumber, "Token balance.", 500_000_000],
  decimals: [count(), "Decimals of the token: one token is 10^`decimals` base units.", 6],
  uiAmount: [display(z.number()), "The balance in tokens, not base units.", 500],
  usdValue: [display(z.number()), "Value of the balance in USD.", 500],
});

/** Strict schema of {@link Portfolio.NftEntry}. */
export const NftEntrySchema = object("NftEntry", {
  mint: [z.string(), "Mint of the NFT.", "Fk3oQm9WnRVK2GQxQgV4c5qBTzYQxJb1uWmVf1hYw2pT"],
  name: [z.string(), "Name of the NFT.", "Mock Ape #1"],
  symbol: [z.string(), "Symbol of the NFT.", "MAPE"],
  collection: [
    z.optional(z.string()),
    "Mint of the NFT's collection, if any.",
    "BvMZqVqP8nVJ5mTzv4sD2qgYkVh6u3o2bWZr5hJb7gQd",
  ],
  uri: [z.optional(z.string()), "URL of the NFT's metadata, if any.", "https://example.com/1.json"],
});

/** Strict schema of {@link Portfolio.StakedEntry}. */
export const StakedEntrySchema = object("StakedEntry", {
  stakeAccount: [z.string(), "Address of the stake account.", "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin"],
  validator: [z.string(), "Vote account of the validator.", "Vote111111111111111111111111111111111111111"],
  lamports: [unitsNumber, "Delegated lamports.", 2_000_000_000],
  status: [z.string(), "Activation status of the stake.", "active"],
});

/** A list whose entries may have other fields in other services (decisions 28 and 29). */
const entries = <S extends z.ZodMiniType>(schema: S) =>
  z.array(
    tolerate(
      schema as unknown as z.ZodMiniType<z.output<S> | Record<string, unknown>, z.input<S>>,
      () => anyObject,
    ),
  );

/** Strict schema of {@link Portfolio}. */
export const PortfolioSchema = object("Portfolio", {
  walletAddress: [z.string(), "Base58 address of the wallet.", WALLET],
  solBalance: [unitsNumber, "SOL balance in lamports.", 10_000_000_000],
  tokens: [z.array(TokenHoldingSchema), "Token holdings, without SOL."],
  totalValue: [display(z.number()), "Total value of the listed holdings in USD.", 2012.3],
  lastUpdated: [display(moment()), "Time at which the balances were read.", MOMENT],
  nfts: [z.optional(entries(NftEntrySchema)), "NFTs, if requested."],
  staked: [z.optional(entries(StakedEntrySchema)), "Stake accounts, if requested."],
});
