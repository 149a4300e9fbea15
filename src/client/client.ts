import type { RateLimit } from "../errors/api-errors.js";
import { ApiPromise, type CallMode } from "../http/api-promise.js";
import { call } from "../http/call.js";
import { configure, type Settings, type Shared } from "../http/config.js";
import { ON_ROTATION, type RotationSource, sealKey } from "../http/key-source.js";
import { Pacer } from "../http/rate-limit.js";
import { checkName, checkOptions } from "../options/checks.js";
import { type ClientEvents, type ClientListener, Events } from "../options/events.js";
import { EVENT_NAMES } from "../options/logging.js";
import type { CustomInput, CustomOperation, OperationName, Operations } from "../options/operation-types.js";
import type { ClientOptions, RequestOptions } from "../options/options.js";
import type { OperationParts, WireOperation } from "../wire/shape.js";
import { WIRE } from "../wire/table.js";
import {
  type AnalyticsResource,
  type IntentsResource,
  type KeysResource,
  type PortfolioResource,
  type PricesResource,
  resources,
  type TransactionsResource,
} from "./resources.js";

/**
 * The interface of a client, for code that accepts a client and for classes that implement one. Instead of an
 * `ApiPromise`, they may return any promise with `withResponse` and `asResponse`. `createFakeClient` of
 * `@intent-tx/mock-server/testing` creates a complete fake.
 * @example
 * ```ts
 * import { IntentTx, type IntentTxClient } from "intent-tx";
 * class Quotes {
 *   constructor(private readonly client: Pick<IntentTxClient, "prices">) {}
 *   async usd(symbol: string) {
 *     return (await this.client.prices.retrieve(symbol)).price;
 *   }
 * }
 * const quotes = new Quotes(new IntentTx());
 * ```
 */
export interface IntentTxClient
  extends Pick<
    IntentTx,
    | "intents"
    | "transactions"
    | "portfolio"
    | "prices"
    | "analytics"
    | "keys"
    | "baseUrl"
    | "rateLimit"
    | "request"
    | "on"
  > {
  /**
   * Returns a client with some options changed. Undefined options keep their values. The new client shares the
   * listeners. It also shares the rate limit, unless `apiKey` or `baseUrl` is passed.
   * @param options The options to change.
   * @throws ConfigurationError when an option is invalid.
   * @example
   * ```ts
   * import { IntentTx, type IntentTxClient } from "intent-tx";
   * const patient = (client: IntentTxClient) => client.withOptions({ totalTimeout: 180_000 });
   * const slow = patient(new IntentTx());
   * ```
   */
  withOptions(options: ClientOptions): IntentTxClient;
}

// Passes shared state to the client that `withOptions` creates.
const SHARED = Symbol("shared");

/** Checks an endpoint outside the contract. Copies only these fields, because a `body` would be read as a schema. */
function customOperation(operation: CustomOperation): WireOperation {
  checkOptions(operation, { method: true, path: true, retry: true }, "{ method, path }");
  const { method, path, retry = method === "GET" ? "safe" : "once" } = operation;
  // An unknown retry class would be treated as always safe to retry.
  checkName("retry class", `${retry}`, ["safe", "once-if-lost", "once"]);
  return { method, path, retry };
}

/**
 * Calls a service of this contract with an API key. Each call waits for the rate limit, retries where that is safe, checks the
 * response, and rejects with an {@link IntentTxError}. It holds no wallet: `execute` of `intent-tx/solana` signs and sends.
 * @example
 * ```ts
 * import { IntentTx } from "intent-tx";
 * const client = new IntentTx(); // INTENT_TX_API_KEY, INTENT_TX_BASE_URL
 * const walletAddress = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
 * const intent = await client.intents.parse({ walletAddress, command: "swap 1 SOL for USDC" });
 * const built = await client.transactions.build({ intentId: intent.intentId, walletAddress });
 * ```
 */
export class IntentTx implements IntentTxClient {
  /** Commands in plain words, English or Spanish. */
  declare readonly intents: IntentsResource;
  /** Unsigned transactions, and a wallet's history. */
  declare readonly transactions: TransactionsResource;
  /** The holdings of a wallet. */
  declare readonly portfolio: PortfolioResource;
  /** Token prices. */
  declare readonly prices: PricesResource;
  /** The account's activity and usage. */
  declare readonly analytics: AnalyticsResource;
  /** API keys. */
  declare readonly keys: KeysResource;
  readonly #options: ClientOptions;
  readonly #client: Settings;

  /**
   * Creates a client. Sends no request, so a wrong key causes an error at the first call. Create one client for each key
   * and share it, because it counts the requests of the rate limit.
   * @param options See {@link ClientOptions}; `apiKey` and `baseUrl` are required, here or in the environment.
   * @throws ConfigurationError when an option is missing or invalid.
   */
  constructor(options: ClientOptions = {}) {
    // Overwrites the parameter, so that the frame no longer holds the key as text if this constructor throws.
    options = sealKey(options);
    const { [SHARED]: inherited } = Object(options) as { [SHARED]?: Shared };
    let calls = 0;
    const shared = inherited ?? {
      events: new Events<ClientEvents>(),
      subscribed: new Set(),
      advised: new Set(),
      pacer: new Pacer(),
      nextCall: () => ++calls,
      rateLimit: undefined,
    };
    this.#options = options;
    this.#client = configure(options, shared);
    const subscribe = (options.apiKey as RotationSource | undefined)?.[ON_ROTATION];
    if (subscribe && !shared.subscribed.has(subscribe)) {
      shared.subscribed.add(subscribe);
      subscribe(this.#client.emit);
    }
    // Not a method, because a computed method name would keep bundlers from dropping the unused class.
    Object.defineProperty(this, Symbol.for("nodejs.util.inspect.custom"), {
      value: () => `IntentTx { baseUrl: '${this.baseUrl}' }`,
    });
    Object.assign(
      this,
      resources((name, input, requestOptions) => this.request(name, input, requestOptions)),
    );
  }

  /** The base URL of the service. */
  get baseUrl(): string {
    return this.#client.baseUrl;
  }

  /** The rate limit from the last response; undefined before the first response, or if the service sends none. */
  get rateLimit(): RateLimit | undefined {
    return this.#client.shared.rateLimit;
  }

  /**
   * Calls an operation by its name in the contract. The other overload calls any other endpoint.
   * @param operation Name of the operation.
   * @param input The `params`, `query` and `body` that the operation needs.
   * @param options Signal, deadlines, retries, headers or key of this call.
   * @throws ConfigurationError when the operation does not exist.
   * @throws ValidationError when the input breaks the contract; nothing is sent.
   * @example
   * ```ts
   * import { IntentTx } from "intent-tx";
   * const client = new IntentTx();
   * const price = await client.request("prices.retrieve", { params: { tokenMint: "SOL" } });
   * ```
   */
  request<N extends OperationName>(
    operation: N,
    input: Operations[N]["input"],
    options?: RequestOptions,
  ): ApiPromise<Operations[N]["output"]>;
  /**
   * Calls an endpoint that this version does not recognize. Its response is not validated.
   * @param operation Method and path below `baseUrl`.
   * @param input The `params`, `query` and `body` that the endpoint needs.
   * @param options Signal, deadlines, retries, headers or key of this call.
   * @throws ConfigurationError when the operation has an unknown field or an unknown retry class.
   * @throws ApiError when the service rejects the request.
   * @example
   * ```ts
   * import { IntentTx } from "intent-tx";
   * const client = new IntentTx();
   * const listed: unknown = await client.request({ method: "GET", path: "/prices/SOL" }, {});
   * ```
   */
  request(operation: CustomOperation, input: CustomInput, options?: RequestOptions): ApiPromise<unknown>;
  request(operation: OperationName | CustomOperation, input: OperationParts, options: RequestOptions = {}) {
    options = sealKey(options);
    const known = typeof operation === "string";
    if (known)
      checkName("operation", operation, Object.keys(WIRE), "pass { method, path } for another endpoint.");
    const wire: WireOperation = known ? WIRE[operation] : customOperation(operation);
    const name = known ? operation : `${wire.method} ${wire.path}`;
    const mode: CallMode = {};
    return new ApiPromise(call(this.#client, name, wire, input, options, mode), mode);
  }

  /**
   * Listens to an event of this client and of the clients derived from it.
   * @param event Name of the event, such as `retry`.
   * @param listener Called for each event; its errors are ignored, including those of an async listener.
   * @returns A function that removes the listener.
   * @throws ConfigurationError when the event does not exist.
   * @example
   * ```ts
   * import { IntentTx } from "intent-tx";
   * const client = new IntentTx();
   * const stop = client.on("retry", ({ operation, delayMs }) => console.log(operation, delayMs));
   * stop();
   * ```
   */
  on<N extends keyof ClientEvents>(event: N, listener: ClientListener<N>): () => void {
    checkName("event", event, EVENT_NAMES);
    return this.#client.shared.events.on(event, listener);
  }

  withOptions(options: ClientOptions): IntentTx {
    options = sealKey(options ?? {});
    // Such as a key instead of options.
    if (typeof options !== "object") return new IntentTx(options);
    const { shared } = this.#client;
    const overrides = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
    const inherited =
      "apiKey" in overrides || "baseUrl" in overrides
        ? { ...shared, pacer: new Pacer(), rateLimit: undefined }
        : shared;
    return new IntentTx({ ...this.#options, ...overrides, [SHARED]: inherited } as ClientOptions);
  }

  /**
   * The client as plain data, without its key.
   * @example
   * ```ts
   * import { IntentTx } from "intent-tx";
   * const client = new IntentTx();
   * console.log(JSON.stringify(client));
   * ```
   */
  toJSON(): { baseUrl: string } {
    return { baseUrl: this.baseUrl };
  }
}
