import type * as z from "zod/mini";
import { MetricsQuerySchema, MetricsSchema, type UsageCount, UsageSchema } from "./analytics.js";
import { ErrorBodySchema, MetaSchema } from "./errors.js";
import {
  MarketInfoSchema,
  ParseIntentRequestSchema,
  QueryIntentSchema,
  RouteSchema,
  SwapIntentSchema,
  TransferIntentSchema,
} from "./intents.js";
import { type ApiKey, ApiKeySchema, CreateKeyRequestSchema, IssuedKeySchema } from "./keys.js";
import { OPERATIONS } from "./operations.js";
import {
  NftEntrySchema,
  PortfolioQuerySchema,
  PortfolioSchema,
  StakedEntrySchema,
  TokenHoldingSchema,
} from "./portfolio.js";
import { TokenPriceSchema } from "./prices.js";
import {
  BuildTransactionRequestSchema,
  BuiltTransactionSchema,
  ListTransactionsQuerySchema,
  SwapDetailsSchema,
  TransactionListSchema,
  TransactionRecordSchema,
  TransferDetailsSchema,
} from "./transactions.js";

/**
 * Description (omitted if the schema has one) and example of a field in the OpenAPI document. The example of an object
 * or a list is built from its parts.
 */
type Field = readonly [description: string | undefined, example?: unknown];

/** The fields of an object, by name. */
export type Fields = Readonly<Record<string, Field>>;

/** Describes every field of an object; a missing field is a type error. */
const about = <S extends z.ZodMiniType>(
  schema: S,
  fields: { readonly [K in keyof z.output<S>]-?: Field },
): readonly [unknown, Fields] => [schema, fields as Fields];

/**
 * Values shared by the examples. The wallet is alice of the mock server with seed 1, so that requests sent from `/docs`
 * find it.
 */
const SAMPLE = {
  wallet: "6Px1aSgHPb5dJ8pyyWVYabEbmcXWU6LZuVcqhD3XPrXj",
  sol: "So11111111111111111111111111111111111111112",
  usdc: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
  intentId: "intent_Zk3vQ9yT1bRw6XcA",
  keyId: "key_h2Vn8LqM4sXd0PfE",
  pool: "8sLbNZoA1cfnvMJLPfp98ZLAnFSYCFApfJKMbiXNLwxj",
  signature: "5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW",
  moment: "2026-01-01T00:00:00.000Z",
} as const;

const intentId: Field = ["Identifier of the intent, to build it by.", SAMPLE.intentId];
const confidence: Field = ["How sure the parser is, 0 to 1.", 0.98];
const inputToken: Field = ["Mint of the token that leaves the wallet.", SAMPLE.sol];
const amount: Field = ["Amount of the input token.", 1_000_000_000];
const key: { readonly [K in keyof ApiKey]-?: Field } = {
  keyId: ["Identifier of the key; not its secret.", SAMPLE.keyId],
  name: ["The name that it was given.", "worker"],
  scopes: ["Everything that it may do.", ["read:portfolio", "read:prices"]],
  environment: ["The network that it belongs to.", "live"],
  status: ["Whether it works.", "active"],
  createdAt: ["When it was made.", SAMPLE.moment],
  expiresAt: ["When it ends, where it does.", "2027-01-01T00:00:00.000Z"],
  lastUsedAt: ["When it was last used, where it was.", SAMPLE.moment],
  rotatedFrom: ["The key that it replaced, where it did.", SAMPLE.keyId],
  overlapEndsAt: ["Until when the replaced key works beside its successor.", "2026-01-02T00:00:00.000Z"],
};
const used: { readonly [K in keyof UsageCount]-?: Field } = {
  used: ["How many were used.", 120],
  limit: ["How many the period allows.", 5000],
  percentage: ["The used part of the limit, in percent; 0 without a limit.", 2.4],
};
const from: Field = ["Start, inclusive.", SAMPLE.moment];
const to: Field = ["End, exclusive.", "2026-02-01T00:00:00.000Z"];

/** All objects of the contract with their fields. */
export const DESCRIPTIONS: ReadonlyMap<unknown, Fields> = /* @__PURE__ */ new Map([
  about(ParseIntentRequestSchema, {
    walletAddress: [undefined, SAMPLE.wallet],
    command: [undefined, "swap 1 SOL for USDC"],
    slippage: [undefined, 50],
    priorityFee: [undefined, 1000],
  }),
  about(SwapIntentSchema, {
    intentId,
    action: ["Tells the kinds of intents apart.", "swap"],
    parameters: ["The tokens and the amount to swap."],
    route: ["The pools that the swap goes through, as quoted now."],
    confidence,
  }),
  about(SwapIntentSchema.shape.parameters, {
    inputToken,
    outputToken: ["Mint of the token that is bought.", SAMPLE.usdc],
    amount,
  }),
  about(TransferIntentSchema, {
    intentId,
    action: ["Tells the kinds of intents apart.", "transfer"],
    parameters: ["The token to send, the amount and the recipient."],
    confidence,
  }),
  about(TransferIntentSchema.shape.parameters, {
    inputToken,
    amount,
    recipient: ["Base58 address of the receiving wallet.", SAMPLE.wallet],
  }),
  about(QueryIntentSchema, {
    intentId,
    action: ["Tells the kinds of intents apart.", "query"],
    parameters: ["The subject of the question."],
    confidence,
  }),
  about(QueryIntentSchema.shape.parameters, {
    inputToken: ["Mint of the token that is asked about, where one is named.", SAMPLE.sol],
  }),
  about(RouteSchema, {
    inAmount: ["What goes in, of the input token.", "1000000000"],
    outAmount: ["What the quote promises, of the output token.", "151230000"],
    priceImpact: ["How much the swap moves the price, in percent: 1.5 is 1.5 %.", 0.12],
    marketInfos: ["The pools in order, one or two."],
  }),
  about(MarketInfoSchema, {
    id: ["Address of the pool.", SAMPLE.pool],
    label: ["Name of the venue and pair.", "Mock AMM SOL-USDC"],
    inputMint: ["Mint that goes into the pool.", SAMPLE.sol],
    outputMint: ["Mint that comes out of it.", SAMPLE.usdc],
    inAmount: ["What goes in, of `inputMint`.", "1000000000"],
    outAmount: ["What comes out, of `outputMint`.", "151230000"],
    fee: ["The pool's fee, of `inputMint`.", 3_000_000],
  }),
  about(BuildTransactionRequestSchema, {
    intentId: [undefined, SAMPLE.intentId],
    walletAddress: [undefined, SAMPLE.wallet],
    simulate: [undefined, true],
  }),
  about(BuiltTransactionSchema, {
    transaction: ["The unsigned transaction in base64.", "AQAAAAAAAAAAAAAAAAAAAA=="],
    simulation: ["Outcome of the simulation; absent without one."],
    expectedOutput: ["What the transaction is expected to do."],
  }),
  about(BuiltTransactionSchema.shape.simulation._zod.def.innerType, {
    success: ["Whether it would succeed.", true],
    computeUnits: ["Compute units that it took.", 48_211],
    logs: ["The programs' own log lines.", ["Program 11111111111111111111111111111111 invoke [1]"]],
  }),
  about(BuiltTransactionSchema.shape.expectedOutput, {
    outputAmount: ["What arrives, of the output token of a swap or the token of a transfer.", "151230000"],
    priceImpact: ["How much the swap moves the price, in percent; 0 for a transfer.", 0.12],
    fee: ["Lamports for signatures and priority, without rent.", 5_050],
  }),
  about(ListTransactionsQuerySchema, {
    limit: [undefined, 20],
    before: ["Only records before this signature: `pagination.before` of the page before.", SAMPLE.signature],
    cursor: ["Another name of `before` (decision 3).", SAMPLE.signature],
    type: ["Only records of this kind; `all` by default.", "swap"],
  }),
  about(SwapDetailsSchema, {
    inputToken: ["Symbol of the token that was given.", "SOL"],
    outputToken: ["Symbol of the token that was received.", "USDC"],
    inputAmount: ["What was given, in human units.", 1],
    outputAmount: ["What was received, in human units.", 151.23],
    priceImpact: ["How much the swap moved the price, in percent.", 0.12],
  }),
  about(TransferDetailsSchema, {
    token: ["Symbol of the token that was sent.", "USDC"],
    amount: ["What was sent, in human units.", 25],
    recipient: ["The receiving wallet: an address or a name.", SAMPLE.wallet],
  }),
  about(TransactionRecordSchema, {
    signature: ["Base58 signature.", SAMPLE.signature],
    type: ["The kind of transaction.", "swap"],
    timestamp: ["When it landed.", SAMPLE.moment],
    status: ["How far it has come; `failed` is final.", "confirmed"],
    details: ["What it did, by its kind."],
  }),
  about(TransactionListSchema, {
    data: ["The records, newest first."],
    pagination: ["Where the list goes on."],
  }),
  about(TransactionListSchema.shape.pagination, {
    hasMore: ["Whether there are older records.", true],
    before: ["Cursor of the next page, where there is one.", SAMPLE.signature],
    nextCursor: ["The same under another name (decision 3).", SAMPLE.signature],
  }),
  about(OPERATIONS["portfolio.retrieve"].params, {
    walletAddress: ["Base58 address of the wallet.", SAMPLE.wallet],
  }),
  about(OPERATIONS["prices.retrieve"].params, {
    tokenMint: ["Mint address of the token, or its symbol in any case.", "SOL"],
  }),
  about(OPERATIONS["keys.revoke"].params, {
    keyId: ["Identifier of the key, not its secret.", SAMPLE.keyId],
  }),
  about(PortfolioQuerySchema, {
    includeNFTs: ["Whether NFTs are listed; they are not by default.", true],
    includeStaked: ["Whether stake accounts are listed; they are not by default.", true],
  }),
  about(PortfolioSchema, {
    walletAddress: ["Base58 address of the wallet.", SAMPLE.wallet],
    solBalance: ["Lamports that the wallet holds.", 10_000_000_000],
    tokens: ["Its tokens, SOL not among them."],
    totalValue: ["Value of all that is listed, in USD.", 2012.3],
    lastUpdated: ["When it was read.", SAMPLE.moment],
    nfts: ["Its NFTs, if they were asked for."],
    staked: ["Its stake accounts, if they were asked for."],
  }),
  about(TokenHoldingSchema, {
    mint: ["Mint of the token.", SAMPLE.usdc],
    symbol: ["Its symbol.", "USDC"],
    balance: ["What the wallet holds.", 500_000_000],
    decimals: ["Decimals of the token: base units are 10 to this power.", 6],
    uiAmount: ["The balance in human units.", 500],
    usdValue: ["Its value in USD.", 500],
  }),
  about(NftEntrySchema, {
    mint: ["Mint of the NFT.", "Fk3oQm9WnRVK2GQxQgV4c5qBTzYQxJb1uWmVf1hYw2pT"],
    name: ["Its name.", "Mock Ape #1"],
    symbol: ["Its symbol.", "MAPE"],
    collection: ["Mint of its collection, where it has one.", "BvMZqVqP8nVJ5mTzv4sD2qgYkVh6u3o2bWZr5hJb7gQd"],
    uri: ["Address of its metadata, where it has one.", "https://example.com/1.json"],
  }),
  about(StakedEntrySchema, {
    stakeAccount: ["Address of the stake account.", "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin"],
    validator: ["Vote account that it is delegated to.", "Vote111111111111111111111111111111111111111"],
    lamports: ["Lamports that are delegated.", 2_000_000_000],
    status: ["Whether the stake is active.", "active"],
  }),
  about(TokenPriceSchema, {
    mint: ["Mint of the token.", SAMPLE.sol],
    symbol: ["Its symbol.", "SOL"],
    price: ["Price in USD.", 151.4],
    change24h: ["Change in 24 hours, in percent.", -1.25],
    volume24h: ["Volume of 24 hours, in USD.", 1_250_000],
    marketCap: ["Market capitalisation, in USD.", 71_000_000_000],
    lastUpdated: ["When the price was made.", SAMPLE.moment],
  }),
  about(MetricsQuerySchema, {
    startDate: ["Start, inclusive.", "2026-01-01"],
    endDate: ["End, exclusive, after `startDate`.", "2026-02-01"],
    granularity: ["Comes back in `period` and changes nothing else; `day` by default.", "day"],
  }),
  about(MetricsSchema, {
    period: ["The range that was counted."],
    transactions: ["Transactions that the service built for the account and that landed."],
    volume: ["Their value when each landed."],
    intents: ["Commands."],
  }),
  about(MetricsSchema.shape.period, {
    start: from,
    end: to,
    granularity: ["The granularity that was asked for.", "day"],
  }),
  about(MetricsSchema.shape.transactions, {
    total: ["All of them.", 42],
    swaps: ["Swaps among them.", 30],
    transfers: ["Transfers among them.", 12],
    successRate: ["The part that succeeded, in percent; 0 when none landed.", 95],
  }),
  about(MetricsSchema.shape.volume, {
    totalUSD: ["Value of all, in USD.", 12_345.67],
    averagePerTransaction: ["Value of one on average, in USD.", 293.94],
  }),
  about(MetricsSchema.shape.intents, {
    total: ["Commands that were understood.", 60],
    averageConfidence: ["Their confidence on average, 0 to 1; 0 when there are none.", 0.97],
    parseErrors: ["Commands that were refused with 422.", 4],
  }),
  about(UsageSchema, {
    billingPeriod: ["The calendar month."],
    requests: ["Requests in it."],
    transactions: ["Executed transactions in it."],
    tier: ["The account's price plan.", "pro"],
  }),
  about(UsageSchema.shape.billingPeriod, { start: from, end: to }),
  about(UsageSchema.shape.requests, used),
  about(CreateKeyRequestSchema, {
    name: ["A name for people.", "worker"],
    scopes: ["Everything that the key may do, at least one, none twice.", ["read:portfolio", "read:prices"]],
    expiresAt: ["When it ends, in the future; never, if left out.", "2027-01-01"],
  }),
  about(ApiKeySchema, key),
  about(IssuedKeySchema, {
    ...key,
    key: ["The secret, shown this once.", "svc_live_EXAMPLE0000000000000000"],
  }),
  about(ErrorBodySchema, {
    error: ["What is wrong."],
    meta: ["Facts about the request."],
  }),
  about(ErrorBodySchema.shape.error, {
    code: ["Stable code; a service may add some.", "validation_error"],
    message: ["A sentence for people.", "slippage must be an integer from 1 to 1000"],
    details: [
      "Facts that depend on the code.",
      { field: "slippage", reason: "must be an integer from 1 to 1000" },
    ],
    field: ["Dotted path of the field that is wrong, where one is.", "slippage"],
  }),
  about(MetaSchema, {
    requestId: ["Identifier of the request.", "req_9fPz2LmQ"],
    timestamp: ["When it was answered.", SAMPLE.moment],
  }),
]);
