import type { RateLimit } from "../errors/api-errors.js";
import type { RequestFacts } from "./events.js";

/** Context of a call to an {@link ApiKeyProvider}. @inline */
export interface ApiKeyRequest {
  /** The key that the service has just rejected with 401. If the provider returns another one, it is tried once. */
  readonly rejected?: string;
}

/**
 * Returns the API key to use. Called before each attempt; concurrent attempts share one pending call.
 * @param request The rejected key, after a 401.
 */
export type ApiKeyProvider = (request?: ApiKeyRequest) => string | Promise<string>;

/** The second argument to a `fetch` function, after the URL. @inline */
export interface FetchInit {
  /** HTTP method. */
  method: string;
  /** Headers with lower-case names. */
  headers: Record<string, string>;
  /** JSON body; absent for requests without one. */
  body?: string;
  /** Aborts the request. Pass it to your HTTP library, so that a deadline frees the connection. */
  signal: AbortSignal;
  /** Redirects are not followed: they would send the key to another server. */
  redirect: "manual";
  /** The client's and the call's `fetchOptions`. */
  [option: string]: unknown;
}

/** Further options for `fetch`. `method`, `headers`, `body`, `signal` and `redirect` are the client's. */
export interface FetchOptions {
  /** Overrides the client's `credentials`. */
  readonly credentials?: "omit" | "same-origin" | "include" | undefined;
  /** How a browser, or a framework such as Next.js, caches the response. */
  readonly cache?:
    | "default"
    | "no-store"
    | "reload"
    | "no-cache"
    | "force-cache"
    | "only-if-cached"
    | undefined;
  /** Node: the undici `Agent` or `ProxyAgent` that sends the request, of the same undici as `fetch`. */
  readonly dispatcher?: unknown;
  /** Set by the client. */
  readonly method?: never;
  /** Set by the client: see its option `headers`. */
  readonly headers?: never;
  /** Set by the client. */
  readonly body?: never;
  /** Set by the client: see `signal` of a call's options. */
  readonly signal?: never;
  /** Set by the client, which follows no redirects. */
  readonly redirect?: never;
  /** Any other option of your `fetch`, such as Bun's `proxy` or Next's `next`. */
  readonly [option: string]: unknown;
}

/** Your app, as it appears in the `User-Agent` after the SDK. Has no effect in browsers, which set their own. */
export interface AppInfo {
  /** Name of the app. */
  readonly name: string;
  /** Its version. */
  readonly version?: string | undefined;
  /** Where its operators can be reached. */
  readonly url?: string | undefined;
}

/**
 * Functions that run during each attempt, with the same arguments as ky's hooks. Each may be async. The client adds the
 * API key after the hooks, so no argument contains it. If a hook throws, the call rejects with a `ConfigurationError`,
 * or with the hook's error if it is an `IntentTxError`. The deadline of the attempt includes the hooks.
 * @example
 * ```ts
 * import { type ClientHooks, IntentTx } from "intent-tx";
 * const hooks: ClientHooks = {
 *   beforeRequest: [(request) => request.headers.set("X-Signature", "…")],
 *   beforeRetry: [({ error, retryCount }) => console.warn(retryCount, error.message)],
 *   afterResponse: [(_request, _options, response) => console.log(response.status)],
 * };
 * const client = new IntentTx({ hooks });
 * ```
 */
export interface ClientHooks {
  /**
   * Run before each attempt. Change the request's headers, return another `Request` to send, or return a `Response` to
   * send nothing. The next hooks then do not run.
   */
  readonly beforeRequest?:
    | readonly Hook<[request: Request, options: RequestInit, state: ClientHooks.State]>[]
    | undefined;
  /** Run before each attempt but the first, after its wait and before `beforeRequest`, with the same results. */
  readonly beforeRetry?: readonly Hook<[state: ClientHooks.RetryState]>[] | undefined;
  /** Run after each response, before the client reads it, with a clone of it. Return another `Response` to replace it. */
  readonly afterResponse?:
    | readonly Hook<[request: Request, options: RequestInit, response: Response, state: ClientHooks.State]>[]
    | undefined;
  /** Run when a call rejects, before the rejection, each for at most `timeout`. Their errors are ignored. */
  readonly onError?: readonly Hook<[error: Error, call: ClientHooks.FailedCall]>[] | undefined;
}

/** Parts of {@link ClientHooks}. */
export declare namespace ClientHooks {
  /** The state that ky passes to a hook. */
  interface State {
    /** 0 for the first attempt. */
    readonly retryCount: number;
  }

  /** The call that rejects. */
  interface FailedCall {
    /** Number of the call, as in the client's events. */
    readonly call: number;
    /** Name of the operation. */
    readonly operation: string;
  }

  /** The state that ky passes to a hook before a retry. */
  interface RetryState extends State {
    /** The request that is about to be sent again. */
    readonly request: Request;
    /** Its options. */
    readonly options: RequestInit;
    /** Why the last attempt failed. */
    readonly error: Error;
  }
}

// A method, so that hooks with ky's own, narrower parameter types fit.
type Hook<A extends unknown[]> = { run(...args: A): unknown }["run"];

/**
 * The members of a `Response` that the client uses. Responses of the platform and of fetch libraries have them.
 * @inline
 */
export interface FetchResponse {
  /** HTTP status. */
  readonly status: number;
  /** True for 200 to 299. */
  readonly ok: boolean;
  /** Response headers. */
  readonly headers: {
    /**
     * The value of a header.
     * @param name The header's name, in any case.
     */
    get(name: string): string | null;
  };
  /** The body as a stream or an iterable of bytes; if it is neither, `text()` is used. */
  readonly body?: unknown;
  /** The body as text. */
  text(): Promise<string>;
}

/**
 * A `fetch`: the platform's, undici's, node-fetch's or your own. Called without `this`, never with a `Request`.
 * @param url The complete URL.
 * @param init Method, headers, body and signal.
 */
export type FetchLike = (url: string, init: FetchInit) => Promise<FetchResponse>;

/** Controls a client's waits before retries and for rate limits. Deadlines always use real time. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /**
   * Resolves after `ms`, or rejects when the signal aborts.
   * @param ms How long to wait, milliseconds.
   * @param signal Ends the wait.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** The jitter of retries, from 0 to 1. Default `Math.random`. */
  random?(): number;
}

/** How the client handles rate limits. */
export interface RateLimitOptions {
  /** `wait` waits as long as the service requests and retries; `throw` rejects immediately. Default `wait`. */
  readonly mode?: "wait" | "throw" | undefined;
  /** Longest accepted wait, milliseconds. The call rejects if the service requests more. Default 20,000. */
  readonly maxWait?: number | undefined;
  /** Delays requests that exceed the rate limit in earlier responses. Default false. */
  readonly pace?: boolean | undefined;
  /** Paces the requests of several processes together, such as `RedisRateLimit` of `intent-tx/redis`. Default: none. */
  readonly store?: RateLimitWindow | undefined;
}

/** An attempt that is about to be sent. @inline */
export interface SlotRequest {
  /** The account whose limit the attempt uses: a SHA-256 of API key and base URL. The key itself is never passed. */
  readonly account: string;
  /** Current time on the client's clock, milliseconds. */
  readonly now: number;
  /** True if a slot must be granted because the clock did not advance during the last wait. */
  readonly must: boolean;
}

/**
 * Releases an attempt's slot once the attempt has ended, and records the rate limit of its response.
 * @param seen The rate limit in the response; undefined if there was none.
 * @param missing Why no response arrived: `not-sent` if the request was provably never sent. Undefined if one arrived.
 * @inline
 */
export type ReleaseSlot = (seen: RateLimit | undefined, missing?: "not-sent" | "lost") => void;

/** Counts the requests left in the service's rate-limit window, as `RedisRateLimit` does. @experimental */
export interface RateLimitWindow {
  /**
   * Called before each attempt. It must not reject: a call must not fail because the window is unreachable.
   * @param request The attempt that needs a slot.
   * @returns A function to call when the attempt has ended, or the milliseconds to wait before the next `acquire`.
   * @throws nothing.
   * @example
   * ```ts
   * import { IntentTx, type RateLimitWindow } from "intent-tx";
   * // The client asks the window before each attempt.
   * const paced = (store: RateLimitWindow) => new IntentTx({ rateLimit: { store } });
   * ```
   */
  acquire(request: SlotRequest): ReleaseSlot | number | Promise<ReleaseSlot | number>;
}

/** Writes log lines. Works with `console` and winston. A pino logger (with `bindings()`) gets the facts first. */
export interface Logger {
  /**
   * Logs a request or a response.
   * @param message The line.
   * @param facts Values that belong to the line.
   */
  debug(message: string, ...facts: unknown[]): void;
  /**
   * Logs a retry, a failed call or a rotation.
   * @param message The line.
   * @param facts Values that belong to the line.
   */
  info(message: string, ...facts: unknown[]): void;
  /**
   * Logs a rate limit, a failed age-based rotation, or, with `validateResponses` off, an invalid response.
   * @param message The line.
   * @param facts Values that belong to the line.
   */
  warn(message: string, ...facts: unknown[]): void;
  /**
   * Currently unused: a failed call rejects.
   * @param message The line.
   * @param facts Values that belong to the line.
   */
  error(message: string, ...facts: unknown[]): void;
}

/** Lowest level that is logged. @inline */
export type LogLevel = keyof Logger | "off";

/** Headers to send; `undefined` removes a header that the client would send. @inline */
export type HeaderValues = Readonly<Record<string, string | undefined>>;

/** Options of {@link IntentTx}. */
export interface ClientOptions {
  /**
   * The API key, or a function (sync or async) that returns it before each attempt. Default `INTENT_TX_API_KEY`. In a
   * page, omit it if your own server adds the key, or pass that server's session token.
   */
  readonly apiKey?: string | ApiKeyProvider | undefined;
  /** Base URL of the service, `https://…/v1`. In a page it can be a path, `/api`. Default `INTENT_TX_BASE_URL`. */
  readonly baseUrl?: string | undefined;
  /** The `fetch` to use. Default: the global `fetch`. */
  readonly fetch?: FetchLike | undefined;
  /** Whether a browser sends cookies to your own server that adds the key. Default: the browser's, `same-origin`. */
  readonly credentials?: FetchOptions["credentials"];
  /** Further options for `fetch`, such as `dispatcher` or `cache`. */
  readonly fetchOptions?: FetchOptions | undefined;
  /** Deadline of one attempt including its body, in milliseconds. Default 30,000. */
  readonly timeout?: number | undefined;
  /** Deadline of a call including all attempts and waits, in milliseconds. Default 60,000. */
  readonly totalTimeout?: number | undefined;
  /** Maximum number of retries of a failed request, where retrying is safe. Default 2. */
  readonly maxRetries?: number | undefined;
  /** How the client handles rate limits. Default `wait`. */
  readonly rateLimit?: "wait" | "throw" | RateLimitOptions | undefined;
  /** Headers for every request. `Authorization` cannot be set here. */
  readonly headers?: HeaderValues | Headers | undefined;
  /** Your app's name, version and address, added to the `User-Agent`. */
  readonly appInfo?: AppInfo | undefined;
  /** Functions that run during each attempt, with the same arguments as ky's hooks. They never receive the key. */
  readonly hooks?: ClientHooks | undefined;
  /** Receives log lines, without keys; bodies only at `debug`. Default `console` if a level is set, else none. */
  readonly logger?: Logger | undefined;
  /** Lowest level that is logged. Default `INTENT_TX_LOG`, else `warn`. */
  readonly logLevel?: LogLevel | undefined;
  /**
   * Allows test keys in a browser, where they are public. Default false. Live keys are allowed only if `baseUrl` is on
   * loopback, with or without this option.
   */
  readonly dangerouslyAllowBrowser?: boolean | undefined;
  /**
   * Which requests are rejected before they are sent. `contract`: those that break the contract, such as a
   * malformed address or a slippage over 1000. A field or value that this version does not recognize is sent
   * unchanged, with one warning for each name. `strict`: also those that the mock server rejects, such as unknown fields, so that a
   * typo fails a test; `clientOptions()` of a mock server sets it. Default `contract`.
   */
  readonly validateRequests?: "contract" | "strict" | undefined;
  /** Whether a response that breaks the contract rejects the call; if false, it is returned unchanged. Default true. */
  readonly validateResponses?: boolean | undefined;
  /** Controls waits. Default real time. */
  readonly clock?: Clock | undefined;
  /**
   * Returns an attempt's W3C `traceparent`: the span that a `request` listener has just started. Default: no header.
   * @param facts The attempt that is about to be sent.
   */
  readonly traceparent?: ((facts: RequestFacts) => string | undefined) | undefined;
}

/** Options of one call: the last argument of every method. */
export interface RequestOptions {
  /** Aborts the call at any stage, with `AbortedError`. */
  readonly signal?: AbortSignal | undefined;
  /** Deadline of one attempt, milliseconds. */
  readonly timeout?: number | undefined;
  /** Deadline of the call, milliseconds. */
  readonly totalTimeout?: number | undefined;
  /** Maximum number of retries of a failed request. */
  readonly maxRetries?: number | undefined;
  /** Headers for this call; they override the client's. */
  readonly headers?: HeaderValues | Headers | undefined;
  /** Further options for `fetch`; they override the client's. */
  readonly fetchOptions?: FetchOptions | undefined;
  /** Sent as `Idempotency-Key`, for services that support this header. Does not affect retries. */
  readonly idempotencyKey?: string | undefined;
  /** API key for this call; overrides the client's. */
  readonly apiKey?: string | ApiKeyProvider | undefined;
}
