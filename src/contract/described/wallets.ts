import { OPERATIONS } from "../operations.js";
import {
  type NftEntry,
  NftEntrySchema,
  type Portfolio,
  type PortfolioQuery,
  PortfolioQuerySchema,
  PortfolioSchema,
  type StakedEntry,
  StakedEntrySchema,
  type TokenHolding,
  TokenHoldingSchema,
} from "../portfolio.js";
import { type TokenPrice, TokenPriceSchema } from "../prices.js";
import { type About, about, SAMPLE } from "./field.js";

/** The fields of portfolios and prices, and the parameters of paths. */
export const WALLET_FIELDS: readonly About[] = [
  about<{ walletAddress: string }>(OPERATIONS["portfolio.retrieve"].params, {
    walletAddress: ["Base58 address of the wallet.", SAMPLE.wallet],
  }),
  about<{ tokenMint: string }>(OPERATIONS["prices.retrieve"].params, {
    tokenMint: ["Mint address of the token, or its symbol in any case.", "SOL"],
  }),
  about<{ keyId: string }>(OPERATIONS["keys.revoke"].params, {
    keyId: ["Identifier of the key, not its secret.", SAMPLE.keyId],
  }),
  about<PortfolioQuery>(PortfolioQuerySchema, {
    includeNFTs: ["Whether NFTs are listed; they are not by default.", true],
    includeStaked: ["Whether stake accounts are listed; they are not by default.", true],
  }),
  about<Portfolio>(PortfolioSchema, {
    walletAddress: ["Base58 address of the wallet.", SAMPLE.wallet],
    solBalance: ["Lamports that the wallet holds.", 10_000_000_000],
    tokens: ["Its tokens, SOL not among them."],
    totalValue: ["Value of all that is listed, in USD.", 2012.3],
    lastUpdated: ["When it was read.", SAMPLE.moment],
    nfts: ["Its NFTs, if they were asked for."],
    staked: ["Its stake accounts, if they were asked for."],
  }),
  about<TokenHolding>(TokenHoldingSchema, {
    mint: ["Mint of the token.", SAMPLE.usdc],
    symbol: ["Its symbol.", "USDC"],
    balance: ["What the wallet holds.", 500_000_000],
    decimals: ["Decimals of the token: base units are 10 to this power.", 6],
    uiAmount: ["The balance in human units.", 500],
    usdValue: ["Its value in USD.", 500],
  }),
  about<NftEntry>(NftEntrySchema, {
    mint: ["Mint of the NFT.", "Fk3oQm9WnRVK2GQxQgV4c5qBTzYQxJb1uWmVf1hYw2pT"],
    name: ["Its name.", "Mock Ape #1"],
    symbol: ["Its symbol.", "MAPE"],
    collection: ["Mint of its collection, where it has one.", "BvMZqVqP8nVJ5mTzv4sD2qgYkVh6u3o2bWZr5hJb7gQd"],
    uri: ["Address of its metadata, where it has one.", "https://example.com/1.json"],
  }),
  about<StakedEntry>(StakedEntrySchema, {
    stakeAccount: ["Address of the stake account.", "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin"],
    validator: ["Vote account that it is delegated to.", "Vote111111111111111111111111111111111111111"],
    lamports: ["Lamports that are delegated.", 2_000_000_000],
    status: ["Whether the stake is active.", "active"],
  }),
  about<TokenPrice>(TokenPriceSchema, {
    mint: ["Mint of the token.", SAMPLE.sol],
    symbol: ["Its symbol.", "SOL"],
    price: ["Price in USD.", 151.4],
    change24h: ["Change in 24 hours, in percent.", -1.25],
    volume24h: ["Volume of 24 hours, in USD.", 1_250_000],
    marketCap: ["Market capitalisation, in USD.", 71_000_000_000],
    lastUpdated: ["When the price was made.", SAMPLE.moment],
  }),
];
