import * as z from "zod/mini";
import { MOMENT, object, SOL } from "./described.js";
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
export const TokenPriceSchema = object("TokenPrice", {
  mint: [z.string(), "Mint of the token.", SOL],
  symbol: [z.string(), "Symbol of the token.", "SOL"],
  price: [z.number(), "Price in USD.", 151.4],
  change24h: [z.number(), "Price change in the last 24 hours, as a percentage.", -1.25],
  volume24h: [z.number(), "Trading volume in the last 24 hours, in USD.", 1_250_000],
  marketCap: [z.number(), "Market capitalization, in USD.", 71_000_000_000],
  lastUpdated: [moment(), "Time of the price.", MOMENT],
});
