import type { Metrics, Usage } from "../contract/analytics.js";
import type { Intent } from "../contract/intents.js";
import type { ApiKey, IssuedKey } from "../contract/keys.js";
import type { Portfolio } from "../contract/portfolio.js";
import type { TokenPrice } from "../contract/prices.js";
import type { BuildTransactionRequest, ParseIntentRequest, PortfolioQuery } from "../contract/requests.js";
import type { BuiltTransaction, TransactionRecord } from "../contract/transactions.js";
import { checkRenamed } from "../errors/renamed.js";
import { type ApiPromise, loadingOf, mapped } from "../http/api-promise.js";
import { sealKey } from "../http/key-source.js";
import type {
  CreateKeyParams,
  ListTransactionsParams,
  MetricsParams,
  OperationName,
  Operations,
} from "../options/operation-types.js";
import type { RequestOptions } from "../options/options.js";
import { type Cursor, PagePromise } from "./pagination.js";

/** Commands in plain words, English or Spanish: `client.intents`. */
export interface IntentsResource {
  /**
   * Parses a command into transaction parameters. Nothing happens on chain. The intent can be built for 10 minutes.
   * @param request The wallet and the command, with slippage in basis points and priority fee in micro-lamports.
   * @param options Signal, deadlines, retries, headers or key for this call only.
   * @throws ParsingError when the command cannot be understood without guessing; `details.reason` is the reason.
   * @throws ValidationError when a field is invalid.
   * @example
   * ```ts
   * import { IntentTx } from "intent-tx";
   * const client = new IntentTx();
   * const intent = await client.intents.parse({
   *   walletAddress: "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU",
   *   command: "swap 1 SOL for USDC",
   * });
   * console.log(intent.action, intent.parameters.amount); // swap 1000000000n
   * ```
   */
  parse(request: ParseIntentRequest, options?: RequestOptions): ApiPromise<Intent>;
}

/** Unsigned transactions, and a wallet's history: `client.transactions`. */
export interface TransactionsResource {
  /**
   * Builds the unsigned transaction of an intent. Before signing, check it with `verifyTransaction`.
   * @param request The intent, the wallet that will sign, and whether to simulate first (default true).
   * @param options Signal, deadlines, retries, headers or key for this call only.
   * @throws SimulationFailedError when the simulation fails; `details.logs` contains the programs' log lines.
   * @throws NotFoundError when the intent is unknown or older than 10 minutes.
   * @example
   * ```ts
   * import { IntentTx } from "intent-tx";
   * const client = new IntentTx();
   * const walletAddress = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
   * const { intentId } = await client.intents.parse({ walletAddress, command: "send 0.1 SOL to bob.sol" });
   * const built = await client.transactions.build({ intentId, walletAddress });
   * console.log(built.transaction, built.expectedOutput.fee);
   * ```
   */
  build(request: BuildTransactionRequest, options?: RequestOptions): ApiPromise<BuiltTransaction>;
  /**
   * Lists a wallet's swaps and transfers, newest first: page by page, or record by record.
   * @param walletAddress Base58 address of the wallet.
   * @param query Page size (default 50, at most 100), kind, and `cursor`: the `nextCursor` of an earlier page.
   * @param options Signal, deadlines, retries, headers or key for this call only.
   * @throws PaginationError when the service repeats a cursor or sends none although more pages exist.
   * @example
   * ```ts
   * import { IntentTx } from "intent-tx";
   * const client = new IntentTx();
   * const walletAddress = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
   * for await (const { signature, status } of client.transactions.list(walletAddress, { type: "swap" })) {
   *   console.log(signature, status);
   * }
   * ```
   */
  list(
    walletAddress: string,
    query?: ListTransactionsParams,
    options?: RequestOptions,
  ): PagePromise<TransactionRecord>;
}

/** The holdings of a wallet: `client.portfolio`. */
export interface PortfolioResource {
  /**
   * Reads the holdings of a wallet: balances in base units (`bigint`) and in human units, values in USD.
   * @param walletAddress Base58 address of the wallet.
   * @param query Whether to list NFTs and stake accounts; neither by default.
   * @param options Signal, deadlines, retries, headers or key for this call only.
   * @throws WalletNotFoundError when the wallet does not exist or has no activity.
   * @example
   * ```ts
   * import { formatUnits, IntentTx } from "intent-tx";
   * const client = new IntentTx();
   * const portfolio = await client.portfolio.retrieve("7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU", { includeNFTs: true });
   * console.log(`${formatUnits(portfolio.solBalance, 9)} SOL`);
   * ```
   */
  retrieve(walletAddress: string, query?: PortfolioQuery, options?: RequestOptions): ApiPromise<Portfolio>;
}

/** Token prices: `client.prices`. */
export interface PricesResource {
  /**
   * Reads a token's price in USD.
   * @param token Mint address, or symbol in any case.
   * @param options Signal, deadlines, retries, headers or key for this call only.
   * @throws TokenNotFoundError when the token is unknown.
   * @example
   * ```ts
   * import { IntentTx } from "intent-tx";
   * const client = new IntentTx();
   * const { price, change24h } = await client.prices.retrieve("SOL");
   * ```
   */
  retrieve(token: string, options?: RequestOptions): ApiPromise<TokenPrice>;
}

/** The account's activity and usage: `client.analytics`. */
export interface AnalyticsResource {
  /**
   * Reads the account's activity in a time range: transactions, their volume in USD, intents.
   * @param params The time range, and its granularity (`day` by default).
   * @param options Signal, deadlines, retries, headers or key for this call only.
   * @throws ValidationError when the range is empty or a date is invalid.
   * @example
   * ```ts
   * import { IntentTx } from "intent-tx";
   * const client = new IntentTx();
   * const metrics = await client.analytics.metrics({ startDate: "2026-01-01", endDate: new Date(), granularity: "day" });
   * console.log(metrics.transactions.successRate);
   * ```
   */
  metrics(params: MetricsParams, options?: RequestOptions): ApiPromise<Metrics>;
  /**
   * Reads the account's usage in this billing period; `limit` is `Infinity` if unlimited.
   * @param options Signal, deadlines, retries, headers or key for this call only.
   * @throws PermissionError when the key lacks the scope `admin`.
   * @example
   * ```ts
   * import { IntentTx } from "intent-tx";
   * const client = new IntentTx();
   * const { requests, tier } = await client.analytics.usage();
   * console.log(tier, requests.used, requests.limit);
   * ```
   */
  usage(options?: RequestOptions): ApiPromise<Usage>;
}

/** API keys: `client.keys`. Requires the scope `admin`, except that every key may revoke itself. */
export interface KeysResource {
  /**
   * Creates a key for the same account and network. Its secret, `key`, is returned only once. A lost response is not
   * retried, because a retry could create a second secret that is never received.
   * @param params Name (1 to 64 characters), scopes and expiry.
   * @param options Signal, deadlines, retries, headers or key for this call only.
   * @throws PermissionError when this key lacks the scope `admin`.
   * @example
   * ```ts
   * import { IntentTx } from "intent-tx";
   * const client = new IntentTx();
   * const { keyId, key } = await client.keys.create({ name: "dashboard", scopes: ["read:prices"] });
   * ```
   */
  create(params: CreateKeyParams, options?: RequestOptions): ApiPromise<IssuedKey>;
  /**
   * Revokes a key immediately and permanently. Revoking it again has no effect.
   * @param keyId Identifier of the key, not its secret.
   * @param options Signal, deadlines, retries, headers or key for this call only.
   * @returns The key's record; undefined when the service returns none (204).
   * @throws NotFoundError when this account and network have no such key.
   * @example
   * ```ts
   * import { IntentTx } from "intent-tx";
   * const client = new IntentTx();
   * const { keyId } = await client.keys.create({ name: "leaked", scopes: ["read:prices"] });
   * await client.keys.revoke(keyId);
   * ```
   */
  revoke(keyId: string, options?: RequestOptions): ApiPromise<ApiKey | undefined>;
  /**
   * Replaces a key; the old one works for another 24 hours. `KeyRotator` also stores and checks the new key. A lost
   * response is not retried, because the service would reject a second rotation.
   * @param keyId Identifier of the key, not its secret.
   * @param options Signal, deadlines, retries, headers or key for this call only.
   * @throws ConflictError when the key is rotating, revoked or expired.
   * @example
   * ```ts
   * import { IntentTx } from "intent-tx";
   * const client = new IntentTx();
   * const old = await client.keys.create({ name: "worker", scopes: ["read:prices"] });
   * const { keyId, key, overlapEndsAt } = await client.keys.rotate(old.keyId);
   * ```
   */
  rotate(keyId: string, options?: RequestOptions): ApiPromise<IssuedKey>;
}

type Caller = <N extends OperationName>(
  operation: N,
  input: Operations[N]["input"],
  options: RequestOptions | undefined,
) => ApiPromise<Operations[N]["output"]>;

interface Resources {
  readonly intents: IntentsResource;
  readonly transactions: TransactionsResource;
  readonly portfolio: PortfolioResource;
  readonly prices: PricesResource;
  readonly analytics: AnalyticsResource;
  readonly keys: KeysResource;
}

/** A client's methods. Each passes its operation and input to `call`. */
export const resources = (call: Caller): Resources => ({
  intents: { parse: (body, options) => call("intents.parse", { body }, options) },
  transactions: {
    build: (body, options) => call("transactions.build", { body }, options),
    list(walletAddress, query, options) {
      for (const name of Object.keys(query ?? {})) checkRenamed("parameter", name, ["cursor"]);
      const { cursor: first, ...rest } = query ?? {};
      // The first response shows which parameter name the service supports. Until then both are sent (decision 3).
      const start: Cursor = first === undefined ? {} : { before: first, cursor: first };
      const sealed = options && sealKey(options);
      return new PagePromise((cursor) => {
        // Anything but an object is rejected when it is read.
        const input = {
          params: { walletAddress },
          query: query && typeof query !== "object" ? query : { ...rest, ...cursor },
        };
        const loading = call("transactions.list", input, sealed);
        // Its failure is reported by the page's promise.
        loading.catch(() => {});
        return mapped(loadingOf(loading), ({ data, pagination: { hasMore: more, before, nextCursor } }) => {
          // The next page uses the name that the service itself uses.
          const next: Cursor = before ? { before } : nextCursor ? { cursor: nextCursor } : {};
          // A service that does not say whether there is more says it with the cursor.
          return { data, hasMore: more ?? Object.keys(next).length > 0, next };
        });
      }, start);
    },
  },
  portfolio: {
    retrieve: (walletAddress, query = {}, options) =>
      call("portfolio.retrieve", { params: { walletAddress }, query }, options),
  },
  prices: {
    retrieve: (tokenMint, options) => call("prices.retrieve", { params: { tokenMint } }, options),
  },
  analytics: {
    metrics: (query, options) => call("analytics.metrics", { query }, options),
    usage: (options) => call("analytics.usage", {}, options),
  },
  keys: {
    create: (body, options) => call("keys.create", { body }, options),
    revoke: (keyId, options) => call("keys.revoke", { params: { keyId } }, options),
    rotate: (keyId, options) => call("keys.rotate", { params: { keyId } }, options),
  },
});
