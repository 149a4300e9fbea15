import type * as z from "zod/mini";
import { MetricsSchema, UsageSchema } from "./analytics.js";
import type { Scope } from "./constants.js";
import { KEY_ID, unnamed, WALLET } from "./described.js";
import type { ErrorCode } from "./errors.js";
import { IntentSchema } from "./intents.js";
import { ApiKeySchema, IssuedKeySchema } from "./keys.js";
import { PortfolioSchema } from "./portfolio.js";
import { TokenPriceSchema } from "./prices.js";
import { address, nonEmpty } from "./primitives.js";
import {
  BuildTransactionRequestSchema,
  CreateKeyRequestSchema,
  ListTransactionsQuerySchema,
  MetricsQuerySchema,
  ParseIntentRequestSchema,
  PortfolioQuerySchema,
} from "./requests.js";
import { BuiltTransactionSchema, TransactionListSchema } from "./transactions.js";

/**
 * When a request may be retried.
 *
 * - `safe`: always, because repeating the request changes nothing.
 * - `once-if-lost`: when the response shows that the request was not carried out, or once when the response was lost. Each
 * success counts against a quota.
 * - `once`: only when the request provably was not sent, or was rejected before any work (429). A repeat could create a
 * second secret.
 */
export type RetryClass = "safe" | "once-if-lost" | "once";

/** One endpoint of the contract. */
export interface Operation {
  /** HTTP method. */
  readonly method: "GET" | "POST" | "DELETE";
  /** Path below `baseUrl`, with `{name}` for path parameters. */
  readonly path: string;
  /** Scope that the endpoint needs (decision 13). */
  readonly scope: Scope;
  /** When a request may be retried. */
  readonly retry: RetryClass;
  /** HTTP status of a successful response. */
  readonly status: 200 | 201;
  /** One sentence that describes the operation. */
  readonly summary: string;
  /** Schema of the path's parameters. */
  readonly params?: z.ZodMiniType;
  /** Schema of the query. */
  readonly query?: z.ZodMiniType;
  /** Schema of the body. */
  readonly body?: z.ZodMiniType;
  /** Schema of the response payload. */
  readonly response: z.ZodMiniType;
  /** Error codes specific to the endpoint, in addition to those of every endpoint. */
  readonly errors: readonly ErrorCode[];
}

const wallet = unnamed({ walletAddress: [address, "Base58 address of the wallet.", WALLET] });
const keyId = unnamed({ keyId: [nonEmpty(), "Identifier of the key, not its secret.", KEY_ID] });

/** All endpoints. The SDK's calls, the server's validation, OpenAPI and the docs are derived from this table. */
export const OPERATIONS = {
  "intents.parse": {
    method: "POST",
    path: "/intents",
    scope: "write:intents",
    retry: "safe",
    status: 200,
    summary: "Parse a natural-language command into transaction parameters.",
    body: ParseIntentRequestSchema,
    response: IntentSchema,
    errors: ["parsing_error"],
  },
  "transactions.build": {
    method: "POST",
    path: "/transactions/build",
    scope: "write:transactions",
    retry: "once-if-lost",
    status: 200,
    summary: "Build the unsigned transaction for an intent.",
    body: BuildTransactionRequestSchema,
    response: BuiltTransactionSchema,
    errors: [
      "simulation_failed",
      "intent_not_found",
      "intent_expired",
      "intent_not_buildable",
      "quota_exceeded",
    ],
  },
  "transactions.list": {
    method: "GET",
    path: "/transactions/{walletAddress}",
    scope: "read:transactions",
    retry: "safe",
    status: 200,
    summary: "List a wallet's swaps and transfers, newest first.",
    params: wallet,
    query: ListTransactionsQuerySchema,
    response: TransactionListSchema,
    errors: [],
  },
  "portfolio.retrieve": {
    method: "GET",
    path: "/portfolio/{walletAddress}",
    scope: "read:portfolio",
    retry: "safe",
    status: 200,
    summary: "Read a wallet's holdings.",
    params: wallet,
    query: PortfolioQuerySchema,
    response: PortfolioSchema,
    errors: ["wallet_not_found"],
  },
  "prices.retrieve": {
    method: "GET",
    path: "/prices/{tokenMint}",
    scope: "read:prices",
    retry: "safe",
    status: 200,
    summary: "Read a token's price by mint or symbol.",
    params: unnamed({
      tokenMint: [nonEmpty(), "Mint address of the token, or its case-insensitive symbol.", "SOL"],
    }),
    response: TokenPriceSchema,
    errors: ["token_not_found"],
  },
  "analytics.metrics": {
    method: "GET",
    path: "/analytics/metrics",
    scope: "admin",
    retry: "safe",
    status: 200,
    summary: "Count the account's activity in a period.",
    query: MetricsQuerySchema,
    response: MetricsSchema,
    errors: [],
  },
  "analytics.usage": {
    method: "GET",
    path: "/analytics/usage",
    scope: "admin",
    retry: "safe",
    status: 200,
    summary: "Read the account's usage in this billing period.",
    response: UsageSchema,
    errors: [],
  },
  "keys.create": {
    method: "POST",
    path: "/keys",
    scope: "admin",
    retry: "once",
    status: 201,
    summary: "Create an API key. Its secret is returned only once.",
    body: CreateKeyRequestSchema,
    response: IssuedKeySchema,
    errors: [],
  },
  "keys.revoke": {
    method: "DELETE",
    path: "/keys/{keyId}",
    scope: "admin",
    retry: "safe",
    status: 200,
    summary: "Revoke an API key. Every key can revoke itself.",
    params: keyId,
    response: ApiKeySchema,
    errors: ["key_not_found"],
  },
  "keys.rotate": {
    method: "POST",
    path: "/keys/{keyId}/rotate",
    scope: "admin",
    retry: "once",
    status: 201,
    summary: "Replace an API key. The old key works for 24 more hours.",
    params: keyId,
    response: IssuedKeySchema,
    errors: ["key_not_found", "key_not_rotatable"],
  },
} as const satisfies Record<string, Operation>;

/** Name of an operation, for example `intents.parse`. */
export type OperationName = keyof typeof OPERATIONS;

type Table = typeof OPERATIONS;
type Input<T> = T extends z.ZodMiniType ? z.input<T> : never;

/** The result of an operation, as the SDK returns it (base units as `bigint`). */
export type OperationOutput<N extends OperationName> = z.output<Table[N]["response"]>;

/** The payload of an operation before the mock server serialises it to JSON. */
export type OperationPayload<N extends OperationName> = z.input<Table[N]["response"]>;

/** Path parameters, query and body of an operation, if it has them. */
export type OperationInput<N extends OperationName> = {
  [P in "params" | "query" | "body" as P extends keyof Table[N] ? P : never]: P extends keyof Table[N]
    ? Input<Table[N][P]>
    : never;
};

/** Error codes that every endpoint can return. */
export const COMMON_ERRORS = [
  "validation_error",
  "unauthorized",
  "insufficient_scope",
  "rate_limit_exceeded",
  "quota_exceeded",
  "internal_error",
  "service_unavailable",
] as const satisfies readonly ErrorCode[];
