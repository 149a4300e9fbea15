import * as z from "zod/mini";
import { MOMENT, object, SOL } from "./described.js";
import { display, moment } from "./primitives.js";

/** The price of a token. Response of `GET /prices/{tokenMint}`. */
export interface TokenPrice {
  /** Mint address. */
  mint: string;
  /** Symbol. Null if the service sends none. */
  symbol: string | null;
  /** Price in USD. */
  price: number;
  /** Change over 24 hours, percent. Null if the service sends none. */
  change24h: number | null;
  /** Volume of the last 24 hours, USD. Null if the service sends none. */
  volume24h: number | null;
  /** Price times supply, USD. Null if the service sends none. */
  marketCap: number | null;
  /** Time of the price, ISO 8601. Null if the service sends none. */
  lastUpdated: string | null;
}

/** Strict schema of {@link TokenPrice}. */
export const TokenPriceSchema = object("TokenPrice", {
  mint: [z.string(), "Mint of the token.", SOL],
  symbol: [display(z.string()), "Symbol of the token.", "SOL"],
  price: [z.number(), "Price in USD.", 151.4],
  change24h: [display(z.number()), "Price change in the last 24 hours, as a percentage.", -1.25],
  volume24h: [display(z.number()), "Trading volume in the last 24 hours, in USD.", 1_250_000],
  marketCap: [display(z.number()), "Market capitalization, in USD.", 71_000_000_000],
  lastUpdated: [display(moment()), "Time of the price.", MOMENT],
});
