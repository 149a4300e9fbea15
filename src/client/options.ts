import type { RateLimit } from "../errors/api-errors.js";
import type { ApiKeyProvider } from "../keys/provider.js";
import type { RequestFacts } from "./events.js";

/** The second argument of a `fetch`, after the address. */
export interface FetchInit {
  /** HTTP method. */
  method: string;
  /** Headers, their names in lower case. */
  headers: Record<string, string>;
  /** JSON; absent where there is no body. */
  body?: string;
  /** Ends the request; heed it, so that deadlines free the connection. */
  signal: AbortSignal;
  /** Redirects are refused: the key would go elsewhere. */
  redirect: "manual";
  /** The client's option, where it is given. */
  credentials?: "omit" | "same-origin" | "include";
}

/** The members of a `Response` that the client needs. The platform's has them, and so has any library's. */
export interface FetchResponse {
  /** HTTP status. */
  readonly status: number;
  /** True for 200 to 299. */
  readonly ok: boolean;
  /** Headers of the answer. */
  readonly headers: {
    /**
     * A header's value, by its name in any case.
     *
     * @param name The header's name, in any case.
     */
    get(name: string): string | null;
  };
  /** The body as a stream or an iterable of bytes; where there is neither, `text` is asked. */
  readonly body?: unknown;
  /** The body as text. */
  text(): Promise<string>;
}

/**
 * A `fetch`: the platform's, undici's, node-fetch's, or one of your own. It is called with address and init and without
 * `this`, never with a `Request`.
 *
 * @param url The whole address.
 * @param init Method, headers, body and signal.
 */
export type FetchLike = (url: string, init: FetchInit) => Promise<FetchResponse>;

/** Drives the waits of a client: before a retry, and for a rate limit. Deadlines stay on real time. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /**
   * Resolves after `ms`, or rejects when the signal aborts.
   *
   * @param ms How long to wait, milliseconds.
   * @param signal Ends the wait.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** How the client handles a reached rate limit. */
export interface RateLimitOptions {
  /** `wait` waits as long as the service says and sends again; `throw` rejects at once. Default `wait`. */
  readonly mode?: "wait" | "throw" | undefined;
  /** Longest wait that the service may ask for, milliseconds; for a longer one the call rejects at once. Default 20,000. */
  readonly maxWaitMs?: number | undefined;
  /** Holds requests back that would be refused by what the last answer said. Default false. */
  readonly pace?: boolean | undefined;
  /** Paces by a count that other processes share, such as `RedisRateLimit` of `intent-tx/redis`. Default none. */
  readonly store?: RateLimitWindow | undefined;
}

/** An attempt that is about to be sent. */
export interface PlaceRequest {
  /** The key that will be sent: a secret. */
  readonly key: string;
  /** Address of the service. */
  readonly baseUrl: string;
  /** The client's clock, milliseconds. */
  readonly now: number;
  /** True where a place must be given: the clock stood still during the last wait. */
  readonly must: boolean;
}

/**
 * Takes what the answer said of the rate limit, once the attempt has ended; undefined when there was none.
 *
 * @param seen The rate limit that the answer told, where one came.
 */
export type PlaceTaken = (seen: RateLimit | undefined) => void;

/** Knows how many requests the service's window has left. `RedisRateLimit` of `intent-tx/redis` is one. */
export interface RateLimitWindow {
  /**
   * Asked before each attempt. It must not reject: a call never fails because its window is out of reach.
   *
   * @param request The attempt that asks for a place.
   * @returns A function to be called at the attempt's end; or how long there is no place, milliseconds: it is asked again then.
   */
  take(request: PlaceRequest): PlaceTaken | number | Promise<PlaceTaken | number>;
}

/** Takes log lines. `console` fits, and so does winston. A logger of pino, known by its `bindings()`, gets the facts first. */
export interface Logger {
  /**
   * A request or an answer.
   *
   * @param message The line.
   * @param facts Values that belong to it.
   */
  debug(message: string, ...facts: unknown[]): void;
  /**
   * A retry, a call that failed, a rotation.
   *
   * @param message The line.
   * @param facts Values that belong to it.
   */
  info(message: string, ...facts: unknown[]): void;
  /**
   * A rate limit, a rotation by age that failed, or an answer that breaks the contract while `validateResponses` is off.
   *
   * @param message The line.
   * @param facts Values that belong to it.
   */
  warn(message: string, ...facts: unknown[]): void;
  /**
   * Not used at present: what fails rejects.
   *
   * @param message The line.
   * @param facts Values that belong to it.
   */
  error(message: string, ...facts: unknown[]): void;
}

/** Least severe line that is logged. */
export type LogLevel = keyof Logger | "off";

/** Headers to send; `undefined` leaves one out that the client would send. */
export type HeaderValues = Readonly<Record<string, string | undefined>>;

/** Options of {@link IntentTx}. */
export interface ClientOptions {
  /**
   * The API key, or a function (it may be async) that answers it before each attempt. Default `INTENT_TX_API_KEY`. In a page
   * it may be left out: a server of your own adds it. A session token of that server is one too.
   */
  readonly apiKey?: string | ApiKeyProvider | undefined;
  /**
   * Address of the service with its version, `https://…/v1`; in a page also a path of its own server, `/api`. Default
   * `INTENT_TX_BASE_URL`.
   */
  readonly baseUrl?: string | undefined;
  /** Sends the requests. Default the global `fetch`. */
  readonly fetch?: FetchLike | undefined;
  /**
   * Whether a browser sends cookies: for a server of your own that adds the key. Default the browser's (`same-origin`).
   */
  readonly credentials?: "omit" | "same-origin" | "include" | undefined;
  /** Deadline of one attempt, its body included, in milliseconds. Default 30,000. */
  readonly timeout?: number | undefined;
  /** Deadline of a call with all its attempts and waits, in milliseconds. Default 60,000. */
  readonly totalTimeout?: number | undefined;
  /** How often a failed request is sent again, where that is safe. Default 2. */
  readonly maxRetries?: number | undefined;
  /** How the client handles a reached rate limit. Default `wait`. */
  readonly rateLimit?: "wait" | "throw" | RateLimitOptions | undefined;
  /** Headers for every request. `Authorization` cannot be set here. */
  readonly headers?: HeaderValues | undefined;
  /** Takes log lines; they never hold a key or a body. Default none, or `console` when `logLevel` or `INTENT_TX_LOG` is given. */
  readonly logger?: Logger | undefined;
  /** Least severe line that is logged. Default `INTENT_TX_LOG`, else `warn`. */
  readonly logLevel?: LogLevel | undefined;
  /** Allows test keys in a browser, where everybody can read them. Live keys stay refused. Default false. */
  readonly dangerouslyAllowBrowser?: boolean | undefined;
  /** Whether an answer that breaks the contract rejects; if false it is handed out as it is. Default true. */
  readonly validateResponses?: boolean | undefined;
  /** Drives waits. Default real time. */
  readonly clock?: Clock | undefined;
  /**
   * Answers the W3C `traceparent` to send with an attempt, right after its `request` event: the span that a listener began for
   * it. Default none is sent.
   *
   * @param facts The attempt that is about to be sent.
   */
  readonly traceparent?: ((facts: RequestFacts) => string | undefined) | undefined;
}

/** Options of one call: the last argument of every method. */
export interface RequestOptions {
  /** Ends the call, whatever it is doing, with `AbortedError`. */
  readonly signal?: AbortSignal | undefined;
  /** Deadline of one attempt, milliseconds. */
  readonly timeout?: number | undefined;
  /** Deadline of the call, milliseconds. */
  readonly totalTimeout?: number | undefined;
  /** How often a failed request is sent again. */
  readonly maxRetries?: number | undefined;
  /** Headers for this call, over the client's. */
  readonly headers?: HeaderValues | undefined;
  /** Sent as `Idempotency-Key`, for services that know it; retries never rely on it. */
  readonly idempotencyKey?: string | undefined;
  /** Another key for this call. */
  readonly apiKey?: string | ApiKeyProvider | undefined;
}
