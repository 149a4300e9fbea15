import type { Metrics, Usage } from "../contract/analytics.js";
import type { Granularity, Scope, TransactionType } from "../contract/constants.js";
import type { Intent } from "../contract/intents.js";
import type { ApiKey, IssuedKey } from "../contract/keys.js";
import type { RetryClass } from "../contract/operations.js";
import type { Portfolio } from "../contract/portfolio.js";
import type { TokenPrice } from "../contract/prices.js";
import type { BuildTransactionRequest, ParseIntentRequest, PortfolioQuery } from "../contract/requests.js";
import type { BuiltTransaction, TransactionList } from "../contract/transactions.js";

/** Which records of a wallet's history to list. */
export interface ListTransactionsParams {
  /** Records per page, at most 100. Default 50. */
  limit?: number | undefined;
  /** Only records older than the one with this signature: the `nextCursor` of a page. */
  cursor?: string | undefined;
  /** Only records of this kind. Default `all`. */
  type?: TransactionType | "all" | (string & {}) | undefined;
}

/** Range of {@link AnalyticsResource.metrics}. */
export interface MetricsParams {
  /** Start, inclusive: a `Date` or ISO 8601. */
  startDate: string | Date;
  /** End, exclusive: a `Date` or ISO 8601. */
  endDate: string | Date;
  /** Default `day`. */
  granularity?: Granularity | (string & {}) | undefined;
}

/** Parameters of a new key. The contract does not state which of them a service requires. */
export interface CreateKeyParams {
  /** Name of the key. */
  name?: string | undefined;
  /** Permissions of the key. */
  scopes?: readonly (Scope | (string & {}))[] | undefined;
  /** When the key expires: a `Date` or ISO 8601. Default: never. */
  expiresAt?: string | Date | undefined;
}

/** Input and output of each operation, for {@link IntentTx.request}. */
export interface Operations {
  "intents.parse": { input: { body: ParseIntentRequest }; output: Intent };
  "transactions.build": { input: { body: BuildTransactionRequest }; output: BuiltTransaction };
  "transactions.list": {
    input: {
      params: { walletAddress: string };
      query?: ListTransactionsParams & { before?: string | undefined };
    };
    output: TransactionList;
  };
  "portfolio.retrieve": {
    input: { params: { walletAddress: string }; query?: PortfolioQuery };
    output: Portfolio;
  };
  "prices.retrieve": { input: { params: { tokenMint: string } }; output: TokenPrice };
  "analytics.metrics": { input: { query: MetricsParams }; output: Metrics };
  "analytics.usage": { input: Record<never, never>; output: Usage };
  "keys.create": { input: { body: CreateKeyParams }; output: IssuedKey };
  "keys.revoke": { input: { params: { keyId: string } }; output: ApiKey | undefined };
  "keys.rotate": { input: { params: { keyId: string } }; output: IssuedKey };
}

/** Name of an operation, for example `intents.parse`. */
export type OperationName = keyof Operations;

/** An endpoint that this version of the package does not recognize. @inline */
export interface CustomOperation {
  /** HTTP method. */
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path below `baseUrl`, with `{name}` for path parameters. */
  readonly path: string;
  /** When a request may be retried. Default `safe` for GET, else `once`. */
  readonly retry?: RetryClass | undefined;
}

/** Input of a {@link CustomOperation}. @inline */
export interface CustomInput {
  /** Values of the path's parameters. */
  readonly params?: Readonly<Record<string, string>> | undefined;
  /** Query; undefined fields are omitted. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
  /** JSON body. */
  readonly body?: object | undefined;
}
