import * as z from "zod/mini";
import { moment } from "./primitives.js";

/** The price of a token. Response of `GET /prices/{tokenMint}`. */
export interface TokenPrice {
  /** Mint address. */
  mint: string;
  /** Symbol. */
  symbol: string;
  /** Price in USD. */
  price: number;
  /** Change over 24 hours, percent. */
  change24h: number;
  /** Volume of the last 24 hours, USD. */
  volume24h: number;
  /** Price times supply, USD. */
  marketCap: number;
  /** Time of the price, ISO 8601. */
  lastUpdated: string;
}

/** Strict schema of {@link TokenPrice}. */
export const TokenPriceSchema = z.strictObject({
  mint: z.string(),
  symbol: z.string(),
  price: z.number(),
  change24h: z.number(),
  volume24h: z.number(),
  marketCap: z.number(),
  lastUpdated: moment(),
});
