import type { RateLimit } from "../errors/api-errors.js";
import type { AnalyticsResource } from "../resources/analytics.js";
import type { IntentsResource } from "../resources/intents.js";
import type { KeysResource } from "../resources/keys.js";
import type { PortfolioResource } from "../resources/portfolio.js";
import type { PricesResource } from "../resources/prices.js";
import type { TransactionsResource } from "../resources/transactions.js";
import type { ApiPromise } from "./api-promise.js";
import type { ClientEvents, ClientListener } from "./events.js";
import type { CustomInput, CustomOperation, OperationName, Operations } from "./operation-types.js";
import type { ClientOptions, RequestOptions } from "./options.js";

/**
 * The interface of a client, for code that takes one and for classes and fakes that replace one. Where a
 * method returns an `ApiPromise`, any promise with `withResponse` will do. `createFakeClient` of
 * `@intent-tx/mock-server/testing` makes a complete client.
 *
 * @example
 * ```ts
 * import { IntentTx, type IntentTxClient } from "intent-tx";
 *
 * class Quotes {
 *   constructor(private readonly client: Pick<IntentTxClient, "prices">) {}
 *   async usd(symbol: string) {
 *     return (await this.client.prices.retrieve(symbol)).price;
 *   }
 * }
 * const quotes = new Quotes(new IntentTx());
 * ```
 */
export interface IntentTxClient {
  /** Commands in plain English. */
  readonly intents: Pick<IntentsResource, "parse">;
  /** Unsigned transactions, and a wallet's history. */
  readonly transactions: Pick<TransactionsResource, "build" | "list">;
  /** The holdings of a wallet. */
  readonly portfolio: Pick<PortfolioResource, "retrieve">;
  /** Token prices. */
  readonly prices: Pick<PricesResource, "retrieve">;
  /** The account's activity and usage. */
  readonly analytics: Pick<AnalyticsResource, "metrics" | "usage">;
  /** API keys. */
  readonly keys: Pick<KeysResource, "create" | "revoke" | "rotate">;
  /** The address of the service. */
  readonly baseUrl: string;
  /** The rate limit as last seen. */
  readonly rateLimit: RateLimit | undefined;
  /**
   * Carries out an operation by its name.
   *
   * @param operation Name of the operation.
   * @param input Its `params`, `query` and `body`, where it has them.
   * @param options Signal, deadlines, retries, headers or key of this call.
   * @throws the errors of the operation, as its method does.
   * @example
   * ```ts
   * import { IntentTx, type IntentTxClient } from "intent-tx";
   *
   * const priceOf = (client: IntentTxClient, tokenMint: string) => client.request("prices.retrieve", { params: { tokenMint } });
   * const { price } = await priceOf(new IntentTx(), "SOL");
   * ```
   */
  request<N extends OperationName>(
    operation: N,
    input: Operations[N]["input"],
    options?: RequestOptions,
  ): ApiPromise<Operations[N]["output"]>;
  /**
   * Calls an endpoint that this version does not know.
   *
   * @param operation Method and path below `baseUrl`.
   * @param input Its `params`, `query` and `body`, where it has them.
   * @param options Signal, deadlines, retries, headers or key of this call.
   */
  request(operation: CustomOperation, input: CustomInput, options?: RequestOptions): ApiPromise<unknown>;
  /**
   * Listens to an event; the returned function ends it.
   *
   * @param event Name of the event, such as `retry`.
   * @param listener Called with the facts of each.
   * @example
   * ```ts
   * import { IntentTx, type IntentTxClient } from "intent-tx";
   *
   * const watch = (client: IntentTxClient) => client.on("retry", ({ operation, delayMs }) => console.log(operation, delayMs));
   * const stop = watch(new IntentTx());
   * stop();
   * ```
   */
  on<N extends keyof ClientEvents>(event: N, listener: ClientListener<N>): () => void;
  /**
   * A client with some options changed.
   *
   * @param options The options to change.
   * @example
   * ```ts
   * import { IntentTx, type IntentTxClient } from "intent-tx";
   *
   * const patient = (client: IntentTxClient) => client.withOptions({ totalTimeout: 180_000 });
   * const slow = patient(new IntentTx());
   * ```
   */
  withOptions(options: ClientOptions): IntentTxClient;
}
