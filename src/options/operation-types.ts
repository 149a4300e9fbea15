import type { Metrics, MetricsQuery, Usage } from "../contract/analytics.js";
import type { Intent, ParseIntentRequest } from "../contract/intents.js";
import type { ApiKey, CreateKeyRequest, IssuedKey } from "../contract/keys.js";
import type { RetryClass } from "../contract/operations.js";
import type { Portfolio, PortfolioQuery } from "../contract/portfolio.js";
import type { TokenPrice } from "../contract/prices.js";
import type {
  BuildTransactionRequest,
  BuiltTransaction,
  ListTransactionsQuery,
  TransactionList,
} from "../contract/transactions.js";

/** Input and output of each operation, for {@link IntentTx.request}. */
export interface Operations {
  "intents.parse": { input: { body: ParseIntentRequest }; output: Intent };
  "transactions.build": { input: { body: BuildTransactionRequest }; output: BuiltTransaction };
  "transactions.list": {
    input: { params: { walletAddress: string }; query?: ListTransactionsQuery };
    output: TransactionList;
  };
  "portfolio.retrieve": {
    input: { params: { walletAddress: string }; query?: PortfolioQuery };
    output: Portfolio;
  };
  "prices.retrieve": { input: { params: { tokenMint: string } }; output: TokenPrice };
  "analytics.metrics": { input: { query: MetricsQuery }; output: Metrics };
  "analytics.usage": { input: Record<never, never>; output: Usage };
  "keys.create": { input: { body: CreateKeyRequest }; output: IssuedKey };
  "keys.revoke": { input: { params: { keyId: string } }; output: ApiKey | undefined };
  "keys.rotate": { input: { params: { keyId: string } }; output: IssuedKey };
}

/** Name of an operation, for example `intents.parse`. */
export type OperationName = keyof Operations;

/** An endpoint that this version of the package does not know. */
export interface CustomOperation {
  /** HTTP method. */
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path below `baseUrl`, with `{name}` for path parameters. */
  readonly path: string;
  /** When a request may be retried. Default `safe` for GET, else `once`. */
  readonly retry?: RetryClass | undefined;
}

/** Input of a {@link CustomOperation}. */
export interface CustomInput {
  /** Values of the path's parameters. */
  readonly params?: Readonly<Record<string, string>> | undefined;
  /** Query; undefined fields are omitted. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
  /** JSON body. */
  readonly body?: object | undefined;
}
