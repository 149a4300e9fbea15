import type * as z from "zod/mini";
import { MetricsQuerySchema, MetricsSchema, type UsageCount, UsageSchema } from "./analytics.js";
import { ErrorBodySchema, MetaSchema } from "./errors.js";
import {
  IntentSchema,
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

/** Description (unless the schema has one) and examples; an object's example is built from its parts. */
type Field = readonly [description: string | undefined, ...examples: unknown[]];

type Fields = Readonly<Record<string, Field>>;

/**
 * Describes every field of an object; a missing field is a type error. The OpenAPI document refers to a schema with a
 * name, so that generated clients have types with the names of this package's types.
 */
const about = <S extends z.ZodMiniType>(
  name: string,
  schema: S,
  fields: { readonly [K in keyof z.output<S>]-?: Field },
) => ({ name, schema: schema as z.ZodMiniType, fields: fields as Fields });

/** Values shared by the examples. The wallet is the mock server's alice with seed 1, so requests from `/docs` work. */
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

const intentId: Field = ["Identifier of the intent. Pass it to build the transaction.", SAMPLE.intentId];
const confidence: Field = ["The parser's confidence in its reading.", 0.98];
const inputToken: Field = ["Mint of the token that leaves the wallet.", SAMPLE.sol];
const amount: Field = ["Amount of the input token.", 1_000_000_000];
const key: { readonly [K in keyof ApiKey]-?: Field } = {
  keyId: ["Identifier of the key, not its secret.", SAMPLE.keyId],
  name: ["Name of the key.", "worker"],
  scopes: ["Scopes of the key.", ["read:portfolio", "read:prices"]],
  environment: ["Network of the key.", "live"],
  status: ["State of the key.", "active"],
  createdAt: ["Time of creation.", SAMPLE.moment],
  expiresAt: ["Expiry time; absent if the key never expires.", "2027-01-01T00:00:00.000Z"],
  lastUsedAt: ["Time of last use; absent if the key was never used.", SAMPLE.moment],
  rotatedFrom: ["Identifier of the key that this key replaced, if any.", SAMPLE.keyId],
  overlapEndsAt: ["Time at which the replaced key stops working.", "2026-01-02T00:00:00.000Z"],
};
const used: { readonly [K in keyof UsageCount]-?: Field } = {
  used: ["Number used in the period.", 120],
  limit: ["Number allowed in the period.", 5000],
  percentage: ["Percentage of the limit that is used; 0 if unlimited.", 2.4],
};
const from: Field = ["Start of the period, inclusive.", SAMPLE.moment];
const to: Field = ["End of the period, exclusive.", "2026-02-01T00:00:00.000Z"];

export const DESCRIPTIONS = /* @__PURE__ */ (() => [
  { name: "Intent", schema: IntentSchema, fields: {} as Fields },
  about("ParseIntentRequest", ParseIntentRequestSchema, {
    walletAddress: [undefined, SAMPLE.wallet],
    command: [undefined, "swap 1 SOL for USDC", "send 25 USDC to bob.sol", "how much USDC do I have?"],
    slippage: [undefined, 50],
    priorityFee: [undefined, 1000],
  }),
  about("SwapIntent", SwapIntentSchema, {
    intentId,
    action: ["Kind of intent.", "swap"],
    parameters: ["In a swap: the two tokens and the input amount."],
    route: ["The quoted route of the swap."],
    confidence,
  }),
  about("SwapParameters", SwapIntentSchema.shape.parameters, {
    inputToken,
    outputToken: ["Mint of the token that the wallet receives.", SAMPLE.usdc],
    amount,
  }),
  about("TransferIntent", TransferIntentSchema, {
    intentId,
    action: ["Kind of intent.", "transfer"],
    parameters: ["In a transfer: the token, the amount and the recipient."],
    confidence,
  }),
  about("TransferParameters", TransferIntentSchema.shape.parameters, {
    inputToken,
    amount,
    recipient: ["Base58 address of the receiving wallet.", SAMPLE.wallet],
  }),
  about("QueryIntent", QueryIntentSchema, {
    intentId,
    action: ["Kind of intent.", "query"],
    parameters: ["In a query: the subject of the question."],
    confidence,
  }),
  about("QueryParameters", QueryIntentSchema.shape.parameters, {
    inputToken: ["In a query: mint of the token in the question, if any.", SAMPLE.sol],
  }),
  about("Route", RouteSchema, {
    inAmount: ["Amount of the input token.", "1000000000"],
    outAmount: ["Quoted amount of the output token.", "151230000"],
    priceImpact: ["Price impact of the swap, as a percentage: 1.5 means 1.5%.", 0.12],
    marketInfos: ["The one or two pools of the route, in order."],
  }),
  about("MarketInfo", MarketInfoSchema, {
    id: ["Address of the pool.", SAMPLE.pool],
    label: ["Name of the venue and pair.", "Mock AMM SOL-USDC"],
    inputMint: ["Mint of the token that enters the pool.", SAMPLE.sol],
    outputMint: ["Mint of the token that leaves the pool.", SAMPLE.usdc],
    inAmount: ["Amount of `inputMint`.", "1000000000"],
    outAmount: ["Amount of `outputMint`.", "151230000"],
    fee: ["The pool's fee, charged in `inputMint`.", 3_000_000],
  }),
  about("BuildTransactionRequest", BuildTransactionRequestSchema, {
    intentId: [undefined, SAMPLE.intentId],
    walletAddress: [undefined, SAMPLE.wallet],
    simulate: [undefined, true],
  }),
  about("BuiltTransaction", BuiltTransactionSchema, {
    transaction: ["The unsigned transaction in base64.", "AQAAAAAAAAAAAAAAAAAAAA=="],
    simulation: ["Simulation result; absent if the transaction was not simulated."],
    expectedOutput: ["Expected output and cost of the transaction."],
  }),
  about("Simulation", BuiltTransactionSchema.shape.simulation._zod.def.innerType, {
    success: ["Whether the transaction would succeed.", true],
    computeUnits: ["Compute units used.", 48_211],
    logs: ["Program log lines.", ["Program 11111111111111111111111111111111 invoke [1]"]],
  }),
  about("ExpectedOutput", BuiltTransactionSchema.shape.expectedOutput, {
    outputAmount: [
      "Amount expected to arrive: the output token of a swap, or the sent token of a transfer.",
      "151230000",
    ],
    priceImpact: ["Price impact of the swap, as a percentage; 0 for a transfer.", 0.12],
    fee: ["Signature and priority fees in lamports, without rent.", 5_050],
  }),
  about("", ListTransactionsQuerySchema, {
    limit: [undefined, 20],
    before: [
      "List only records older than this signature: `pagination.before` of the previous page.",
      SAMPLE.signature,
    ],
    cursor: ["Alias of `before` (decision 3).", SAMPLE.signature],
    type: ["List only this kind of record; `all` by default.", "swap"],
  }),
  about("SwapDetails", SwapDetailsSchema, {
    inputToken: ["Symbol of the input token.", "SOL"],
    outputToken: ["Symbol of the output token.", "USDC"],
    inputAmount: ["Input amount in tokens, not base units.", 1],
    outputAmount: ["Output amount in tokens, not base units.", 151.23],
    priceImpact: ["Price impact of the swap, as a percentage.", 0.12],
  }),
  about("TransferDetails", TransferDetailsSchema, {
    token: ["Symbol of the sent token.", "USDC"],
    amount: ["Amount sent, in tokens, not base units.", 25],
    recipient: ["The receiving wallet: an address or a name.", SAMPLE.wallet],
  }),
  about("TransactionRecord", TransactionRecordSchema, {
    signature: ["Base58 signature of the transaction.", SAMPLE.signature],
    type: ["Kind of transaction.", "swap"],
    timestamp: ["Time at which the transaction landed.", SAMPLE.moment],
    status: ["Status of the transaction; `failed` is final.", "confirmed"],
    details: ["The fields depend on `type`."],
  }),
  about("TransactionList", TransactionListSchema, {
    data: ["The records, newest first."],
    pagination: ["Cursor of the next page."],
  }),
  about("Pagination", TransactionListSchema.shape.pagination, {
    hasMore: ["Whether there are older records.", true],
    before: ["Signature to pass as `before` for the next page; absent on the last page.", SAMPLE.signature],
    nextCursor: ["`before` under its other name (decision 3).", SAMPLE.signature],
  }),
  about("", OPERATIONS["portfolio.retrieve"].params, {
    walletAddress: ["Base58 address of the wallet.", SAMPLE.wallet],
  }),
  about("", OPERATIONS["prices.retrieve"].params, {
    tokenMint: ["Mint address of the token, or its case-insensitive symbol.", "SOL"],
  }),
  about("", OPERATIONS["keys.revoke"].params, {
    keyId: ["Identifier of the key, not its secret.", SAMPLE.keyId],
  }),
  about("", PortfolioQuerySchema, {
    includeNFTs: ["Whether to include NFTs; `false` by default.", true],
    includeStaked: ["Whether to include stake accounts; `false` by default.", true],
  }),
  about("Portfolio", PortfolioSchema, {
    walletAddress: ["Base58 address of the wallet.", SAMPLE.wallet],
    solBalance: ["SOL balance in lamports.", 10_000_000_000],
    tokens: ["Token holdings, without SOL."],
    totalValue: ["Total value of the listed holdings in USD.", 2012.3],
    lastUpdated: ["Time at which the balances were read.", SAMPLE.moment],
    nfts: ["NFTs, if requested."],
    staked: ["Stake accounts, if requested."],
  }),
  about("TokenHolding", TokenHoldingSchema, {
    mint: ["Mint of the token.", SAMPLE.usdc],
    symbol: ["Symbol of the token.", "USDC"],
    balance: ["Token balance.", 500_000_000],
    decimals: ["Decimals of the token: one token is 10^`decimals` base units.", 6],
    uiAmount: ["The balance in tokens, not base units.", 500],
    usdValue: ["Value of the balance in USD.", 500],
  }),
  about("NftEntry", NftEntrySchema, {
    mint: ["Mint of the NFT.", "Fk3oQm9WnRVK2GQxQgV4c5qBTzYQxJb1uWmVf1hYw2pT"],
    name: ["Name of the NFT.", "Mock Ape #1"],
    symbol: ["Symbol of the NFT.", "MAPE"],
    collection: ["Mint of the NFT's collection, if any.", "BvMZqVqP8nVJ5mTzv4sD2qgYkVh6u3o2bWZr5hJb7gQd"],
    uri: ["URL of the NFT's metadata, if any.", "https://example.com/1.json"],
  }),
  about("StakedEntry", StakedEntrySchema, {
    stakeAccount: ["Address of the stake account.", "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin"],
    validator: ["Vote account of the validator.", "Vote111111111111111111111111111111111111111"],
    lamports: ["Delegated lamports.", 2_000_000_000],
    status: ["Activation status of the stake.", "active"],
  }),
  about("TokenPrice", TokenPriceSchema, {
    mint: ["Mint of the token.", SAMPLE.sol],
    symbol: ["Symbol of the token.", "SOL"],
    price: ["Price in USD.", 151.4],
    change24h: ["Price change in the last 24 hours, as a percentage.", -1.25],
    volume24h: ["Trading volume in the last 24 hours, in USD.", 1_250_000],
    marketCap: ["Market capitalization, in USD.", 71_000_000_000],
    lastUpdated: ["Time of the price.", SAMPLE.moment],
  }),
  about("", MetricsQuerySchema, {
    startDate: ["Start of the period, inclusive.", "2026-01-01"],
    endDate: ["End of the period, exclusive; must be after `startDate`.", "2026-02-01"],
    granularity: ["Only returned in `period`; has no other effect. Default: `day`.", "day"],
  }),
  about("Metrics", MetricsSchema, {
    period: ["The period that the counts cover."],
    transactions: ["Transactions that the service built for the account and that landed."],
    volume: ["Value of these transactions at the time they landed."],
    intents: ["The account's commands."],
  }),
  about("", MetricsSchema.shape.period, {
    start: from,
    end: to,
    granularity: ["The requested granularity.", "day"],
  }),
  about("", MetricsSchema.shape.transactions, {
    total: ["Number of transactions.", 42],
    swaps: ["Number of swaps.", 30],
    transfers: ["Number of transfers.", 12],
    successRate: ["Percentage of successful transactions; 0 if none landed.", 95],
  }),
  about("", MetricsSchema.shape.volume, {
    totalUSD: ["Total value in USD.", 12_345.67],
    averagePerTransaction: ["Average value per transaction in USD.", 293.94],
  }),
  about("", MetricsSchema.shape.intents, {
    total: ["Number of successfully parsed commands.", 60],
    averageConfidence: ["Average confidence of the parsed commands, 0 to 1, or 0 without commands.", 0.97],
    parseErrors: ["Number of commands rejected with 422.", 4],
  }),
  about("Usage", UsageSchema, {
    billingPeriod: ["The billing period, a calendar month."],
    requests: ["Requests in the billing period."],
    transactions: ["Executed transactions in the billing period."],
    tier: ["The account's tier.", "pro"],
  }),
  about("", UsageSchema.shape.billingPeriod, { start: from, end: to }),
  about("", UsageSchema.shape.requests, used),
  about("CreateKeyRequest", CreateKeyRequestSchema, {
    name: ["Display name of the key.", "worker"],
    scopes: ["Scopes of the key: at least one, without duplicates.", ["read:portfolio", "read:prices"]],
    expiresAt: ["Expiry time, in the future; by default the key never expires.", "2027-01-01"],
  }),
  about("ApiKey", ApiKeySchema, key),
  about("IssuedKey", IssuedKeySchema, {
    ...key,
    key: ["The secret; returned only once.", "svc_live_EXAMPLE0000000000000000"],
  }),
  about("Error", ErrorBodySchema, {
    error: ["The error."],
    meta: ["Request metadata."],
  }),
  about("", ErrorBodySchema.shape.error, {
    code: ["Stable error code; services may add codes.", "validation_error"],
    message: ["Human-readable message.", "slippage must be an integer from 1 to 1000"],
    details: [
      "The fields depend on `code`.",
      { field: "slippage", reason: "must be an integer from 1 to 1000" },
    ],
    field: ["Dotted path of the invalid field, if any.", "slippage"],
  }),
  about("Meta", MetaSchema, {
    requestId: ["Identifier of the request.", "req_9fPz2LmQ"],
    timestamp: ["Time of the response.", SAMPLE.moment],
  }),
])();
