import * as z from "zod/mini";
import { anyObject, count, moment, tolerate, unitsNumber } from "./primitives.js";

/** Query of `GET /portfolio/{walletAddress}`. */
export interface PortfolioQuery {
  /** Whether NFTs are listed. Default false. */
  includeNFTs?: boolean | undefined;
  /** Whether stake accounts are listed and valued. Default false. */
  includeStaked?: boolean | undefined;
}

/** A wallet's balance of one token. */
export interface TokenHolding {
  /** Mint address. */
  mint: string;
  /** Symbol. */
  symbol: string;
  /** Balance in base units. */
  balance: bigint;
  /** Decimals of the mint. */
  decimals: number;
  /** Balance in human units. */
  uiAmount: number;
  /** Value in USD. */
  usdValue: number;
}

/** An NFT, as the mock server returns it (decision 28); other services may return other fields. */
export interface NftEntry {
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
export interface StakedEntry {
  /** Address of the stake account. */
  stakeAccount: string;
  /** Vote account of the validator. */
  validator: string;
  /** Staked lamports. */
  lamports: bigint;
  /** State of the stake. */
  status: string;
}

/** The holdings of a wallet. Response of `GET /portfolio/{walletAddress}`. */
export interface Portfolio {
  /** The wallet. */
  walletAddress: string;
  /** SOL in lamports. */
  solBalance: bigint;
  /** The wallet's tokens. */
  tokens: TokenHolding[];
  /** Total value in USD. */
  totalValue: number;
  /** When the holdings were read, ISO 8601. */
  lastUpdated: string;
  /** Present when `includeNFTs` was true. */
  nfts?: (NftEntry | Record<string, unknown>)[] | undefined;
  /** Present when `includeStaked` was true. */
  staked?: (StakedEntry | Record<string, unknown>)[] | undefined;
}

/** Strict schema of {@link PortfolioQuery}. */
export const PortfolioQuerySchema = z.strictObject({
  includeNFTs: z.optional(z.boolean("must be true or false")),
  includeStaked: z.optional(z.boolean("must be true or false")),
});

/** Strict schema of {@link TokenHolding}. */
export const TokenHoldingSchema = z.strictObject({
  mint: z.string(),
  symbol: z.string(),
  balance: unitsNumber,
  decimals: count(),
  uiAmount: z.number(),
  usdValue: z.number(),
});

/** Strict schema of {@link NftEntry}. */
export const NftEntrySchema = z.strictObject({
  mint: z.string(),
  name: z.string(),
  symbol: z.string(),
  collection: z.optional(z.string()),
  uri: z.optional(z.string()),
});

/** Strict schema of {@link StakedEntry}. */
export const StakedEntrySchema = z.strictObject({
  stakeAccount: z.string(),
  validator: z.string(),
  lamports: unitsNumber,
  status: z.string(),
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
export const PortfolioSchema = z.strictObject({
  walletAddress: z.string(),
  solBalance: unitsNumber,
  tokens: z.array(TokenHoldingSchema),
  totalValue: z.number(),
  lastUpdated: moment(),
  nfts: z.optional(entries(NftEntrySchema)),
  staked: z.optional(entries(StakedEntrySchema)),
});
