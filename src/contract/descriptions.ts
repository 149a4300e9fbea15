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

/** Description (unless the schema has one) and examples; an object's example is built from its parts. */
type Field = readonly [description: string | undefined, ...examples: unknown[]];

/** The fields of an object, by name. */
export type Fields = Readonly<Record<string, Field>>;

/** Describes every field of an object; a missing field is a type error. */
const about = <S extends z.ZodMiniType>(
  schema: S,
  fields: { readonly [K in keyof z.output<S>]-?: Field },
): readonly [unknown, Fields] => [schema, fields as Fields];

/** Values shared by the examples. The wallet is the mock server's alice with seed 1, so `/docs` finds it. */
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

const intentId: Field = ["Identifier of the intent; pass it to build the transaction.", SAMPLE.intentId];
const confidence: Field = ["How sure the parser is, 0 to 1.", 0.98];
const inputToken: Field = ["Mint of the token that leaves the wallet.", SAMPLE.sol];
const amount: Field = ["Amount of the input token.", 1_000_000_000];
const key: { readonly [K in keyof ApiKey]-?: Field } = {
  keyId: ["Identifier of the key; not its secret.", SAMPLE.keyId],
  name: ["Name of the key.", "worker"],
  scopes: ["Scopes of the key.", ["read:portfolio", "read:prices"]],
  environment: ["Network of the key.", "live"],
  status: ["Whether it works.", "active"],
  createdAt: ["Time of creation.", SAMPLE.moment],
  expiresAt: ["Time of expiry; absent if it never expires.", "2027-01-01T00:00:00.000Z"],
  lastUsedAt: ["Time of last use; absent if never used.", SAMPLE.moment],
  rotatedFrom: ["Identifier of the key that it replaced, if any.", SAMPLE.keyId],
  overlapEndsAt: ["Time until which the replaced key also works.", "2026-01-02T00:00:00.000Z"],
};
const used: { readonly [K in keyof UsageCount]-?: Field } = {
  used: ["Number used.", 120],
  limit: ["Number allowed in the period.", 5000],
  percentage: ["Used share of the limit, in percent; 0 if unlimited.", 2.4],
};
const from: Field = ["Start, inclusive.", SAMPLE.moment];
const to: Field = ["End, exclusive.", "2026-02-01T00:00:00.000Z"];

/** All objects of the contract with their fields. */
export const DESCRIPTIONS: ReadonlyMap<unknown, Fields> = /* @__PURE__ */ new Map([
  about(ParseIntentRequestSchema, {
    walletAddress: [undefined, SAMPLE.wallet],
    command: [undefined, "swap 1 SOL for USDC", "send 25 USDC to bob.sol", "how much USDC do I have?"],
    slippage: [undefined, 50],
    priorityFee: [undefined, 1000],
  }),
  about(SwapIntentSchema, {
    intentId,
    action: ["Kind of the intent.", "swap"],
    parameters: ["The tokens and the amount to swap."],
    route: ["Pools of the swap, as quoted now."],
    confidence,
  }),
  about(SwapIntentSchema.shape.parameters, {
    inputToken,
    outputToken: ["Mint of the token that the wallet receives.", SAMPLE.usdc],
    amount,
  }),
  about(TransferIntentSchema, {
    intentId,
    action: ["Kind of the intent.", "transfer"],
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
    action: ["Kind of the intent.", "query"],
    parameters: ["The subject of the question."],
    confidence,
  }),
  about(QueryIntentSchema.shape.parameters, {
    inputToken: ["Mint of the token in the question, if it names one.", SAMPLE.sol],
  }),
  about(RouteSchema, {
    inAmount: ["Amount of the input token.", "1000000000"],
    outAmount: ["Quoted amount of the output token.", "151230000"],
    priceImpact: ["Price impact of the swap in percent: 1.5 is 1.5 %.", 0.12],
    marketInfos: ["The pools in order, one or two."],
  }),
  about(MarketInfoSchema, {
    id: ["Address of the pool.", SAMPLE.pool],
    label: ["Name of the venue and pair.", "Mock AMM SOL-USDC"],
    inputMint: ["Mint that goes into the pool.", SAMPLE.sol],
    outputMint: ["Mint that comes out of it.", SAMPLE.usdc],
    inAmount: ["Input amount, in base units of `inputMint`.", "1000000000"],
    outAmount: ["Output amount, in base units of `outputMint`.", "151230000"],
    fee: ["The pool's fee, in base units of `inputMint`.", 3_000_000],
  }),
  about(BuildTransactionRequestSchema, {
    intentId: [undefined, SAMPLE.intentId],
    walletAddress: [undefined, SAMPLE.wallet],
    simulate: [undefined, true],
  }),
  about(BuiltTransactionSchema, {
    transaction: ["The unsigned transaction in base64.", "AQAAAAAAAAAAAAAAAAAAAA=="],
    simulation: ["Result of the simulation; absent if not simulated."],
    expectedOutput: ["Expected output and cost of the transaction."],
  }),
  about(BuiltTransactionSchema.shape.simulation._zod.def.innerType, {
    success: ["Whether it would succeed.", true],
    computeUnits: ["Compute units used.", 48_211],
    logs: ["Log lines of the programs.", ["Program 11111111111111111111111111111111 invoke [1]"]],
  }),
  about(BuiltTransactionSchema.shape.expectedOutput, {
    outputAmount: [
      "Expected amount that arrives: of the output token of a swap, or of the token of a transfer.",
      "151230000",
    ],
    priceImpact: ["Price impact of the swap in percent; 0 for a transfer.", 0.12],
    fee: ["Lamports for signatures and priority, without rent.", 5_050],
  }),
  about(ListTransactionsQuerySchema, {
    limit: [undefined, 20],
    before: ["Only records before this signature: `pagination.before` of the page before.", SAMPLE.signature],
    cursor: ["Another name of `before` (decision 3).", SAMPLE.signature],
    type: ["Only records of this kind; `all` by default.", "swap"],
  }),
  about(SwapDetailsSchema, {
    inputToken: ["Symbol of the input token.", "SOL"],
    outputToken: ["Symbol of the output token.", "USDC"],
    inputAmount: ["Input amount, in human units.", 1],
    outputAmount: ["Output amount, in human units.", 151.23],
    priceImpact: ["Price impact of the swap in percent.", 0.12],
  }),
  about(TransferDetailsSchema, {
    token: ["Symbol of the token that was sent.", "USDC"],
    amount: ["Amount sent, in human units.", 25],
    recipient: ["The receiving wallet: an address or a name.", SAMPLE.wallet],
  }),
  about(TransactionRecordSchema, {
    signature: ["Base58 signature.", SAMPLE.signature],
    type: ["The kind of transaction.", "swap"],
    timestamp: ["When it landed.", SAMPLE.moment],
    status: ["Status; `failed` is final.", "confirmed"],
    details: ["Details; their fields depend on `type`."],
  }),
  about(TransactionListSchema, {
    data: ["The records, newest first."],
    pagination: ["Cursor of the next page."],
  }),
  about(TransactionListSchema.shape.pagination, {
    hasMore: ["Whether there are older records.", true],
    before: ["Signature to pass as `before` for the next page; absent on the last page.", SAMPLE.signature],
    nextCursor: ["The same cursor under another name (decision 3).", SAMPLE.signature],
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
    includeNFTs: ["Whether to list NFTs; false by default.", true],
    includeStaked: ["Whether to list stake accounts; false by default.", true],
  }),
  about(PortfolioSchema, {
    walletAddress: ["Base58 address of the wallet.", SAMPLE.wallet],
    solBalance: ["SOL balance in lamports.", 10_000_000_000],
    tokens: ["Token holdings, without SOL."],
    totalValue: ["Total value of the listed holdings in USD.", 2012.3],
    lastUpdated: ["Time of the reading.", SAMPLE.moment],
    nfts: ["NFTs, if requested."],
    staked: ["Stake accounts, if requested."],
  }),
  about(TokenHoldingSchema, {
    mint: ["Mint of the token.", SAMPLE.usdc],
    symbol: ["Its symbol.", "USDC"],
    balance: ["Balance.", 500_000_000],
    decimals: ["Decimals of the token: base units are 10 to this power.", 6],
    uiAmount: ["The balance in human units.", 500],
    usdValue: ["Its value in USD.", 500],
  }),
  about(NftEntrySchema, {
    mint: ["Mint of the NFT.", "Fk3oQm9WnRVK2GQxQgV4c5qBTzYQxJb1uWmVf1hYw2pT"],
    name: ["Its name.", "Mock Ape #1"],
    symbol: ["Its symbol.", "MAPE"],
    collection: ["Mint of its collection, if any.", "BvMZqVqP8nVJ5mTzv4sD2qgYkVh6u3o2bWZr5hJb7gQd"],
    uri: ["URL of its metadata, if any.", "https://example.com/1.json"],
  }),
  about(StakedEntrySchema, {
    stakeAccount: ["Address of the stake account.", "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin"],
    validator: ["Vote account of the validator.", "Vote111111111111111111111111111111111111111"],
    lamports: ["Delegated lamports.", 2_000_000_000],
    status: ["Whether the stake is active.", "active"],
  }),
  about(TokenPriceSchema, {
    mint: ["Mint of the token.", SAMPLE.sol],
    symbol: ["Its symbol.", "SOL"],
    price: ["Price in USD.", 151.4],
    change24h: ["Change in 24 hours, in percent.", -1.25],
    volume24h: ["Volume of 24 hours, in USD.", 1_250_000],
    marketCap: ["Market capitalisation, in USD.", 71_000_000_000],
    lastUpdated: ["Time of the price.", SAMPLE.moment],
  }),
  about(MetricsQuerySchema, {
    startDate: ["Start, inclusive.", "2026-01-01"],
    endDate: ["End, exclusive, after `startDate`.", "2026-02-01"],
    granularity: ["Returned in `period`; changes nothing else. `day` by default.", "day"],
  }),
  about(MetricsSchema, {
    period: ["The counted time range."],
    transactions: ["Transactions that the service built for the account and that landed."],
    volume: ["Value of these transactions when they landed."],
    intents: ["Commands."],
  }),
  about(MetricsSchema.shape.period, {
    start: from,
    end: to,
    granularity: ["The requested granularity.", "day"],
  }),
  about(MetricsSchema.shape.transactions, {
    total: ["All of them.", 42],
    swaps: ["Swaps among them.", 30],
    transfers: ["Transfers among them.", 12],
    successRate: ["Share that succeeded, in percent; 0 if none landed.", 95],
  }),
  about(MetricsSchema.shape.volume, {
    totalUSD: ["Total value in USD.", 12_345.67],
    averagePerTransaction: ["Average value in USD.", 293.94],
  }),
  about(MetricsSchema.shape.intents, {
    total: ["Commands that were understood.", 60],
    averageConfidence: ["Average confidence of these, 0 to 1; 0 if there are none.", 0.97],
    parseErrors: ["Commands rejected with 422.", 4],
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
    name: ["Display name of the key.", "worker"],
    scopes: ["Scopes of the key: at least one, without duplicates.", ["read:portfolio", "read:prices"]],
    expiresAt: ["Time of expiry, in the future. Default never.", "2027-01-01"],
  }),
  about(ApiKeySchema, key),
  about(IssuedKeySchema, {
    ...key,
    key: ["The secret; returned only once.", "svc_live_EXAMPLE0000000000000000"],
  }),
  about(ErrorBodySchema, {
    error: ["What is wrong."],
    meta: ["Metadata of the request."],
  }),
  about(ErrorBodySchema.shape.error, {
    code: ["Stable error code; services may add codes.", "validation_error"],
    message: ["Human-readable message.", "slippage must be an integer from 1 to 1000"],
    details: [
      "Details; their fields depend on the code.",
      { field: "slippage", reason: "must be an integer from 1 to 1000" },
    ],
    field: ["Dotted path of the invalid field, if any.", "slippage"],
  }),
  about(MetaSchema, {
    requestId: ["Identifier of the request.", "req_9fPz2LmQ"],
    timestamp: ["Time of the response.", SAMPLE.moment],
  }),
]);
