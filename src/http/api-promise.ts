import type { RateLimit } from "../errors/api-errors.js";
import { ConfigurationError } from "../errors/errors.js";

/** A payload with its response, request id and rate limit. */
export interface WithResponse<T> {
  /** The payload. */
  readonly data: T;
  /** The response; its body has already been read. */
  readonly response: Response;
  /** The service's identifier for the request; undefined if it sent none. */
  readonly requestId: string | undefined;
  /** The rate limit after this request; undefined if the service sent none. */
  readonly rateLimit: RateLimit | undefined;
}

/**
 * How a call treats the response: `isRaw` if the caller wants it unread, `isOpen` once it was left unread. `failed` is the
 * service's last error response, with its body.
 */
export interface CallMode {
  isRaw?: boolean;
  isOpen?: boolean;
  failed?: Response | undefined;
}

/** A call under way. */
export interface Loading<T> {
  readonly result: Promise<WithResponse<T>>;
  readonly mode: CallMode;
}

// A WeakMap instead of private fields, because a fake cannot implement a class that has them.
const calls = new WeakMap<object, Loading<unknown>>();
export const loadingOf = <T>(promise: ApiPromise<T>) => calls.get(promise) as Loading<T>;

/** The same call with its data changed. */
export const mapped = <T, U>({ result, mode }: Loading<T>, map: (data: T) => U): Loading<U> => ({
  mode,
  result: result.then((one) => ({ ...one, data: mode.isOpen ? (undefined as never) : map(one.data) })),
});

/** The promise that every method returns. It resolves to the payload. The request starts immediately. */
export class ApiPromise<T> extends Promise<T> {
  /** @internal */
  constructor(result: Promise<WithResponse<T>>, mode: CallMode = {}) {
    super((resolve) => resolve(result.then(({ data }) => data)));
    // Makes `then` return a plain promise, whose result has no response. Hermes lacks Symbol.species.
    void Object.defineProperty(this, "constructor", { value: Promise });
    calls.set(this, { result, mode });
  }

  /**
   * Returns the payload with the response, the request's identifier and the rate limit.
   * @throws the same errors as the call itself.
   * @example
   * ```ts
   * import { IntentTx } from "intent-tx";
   * const { data, requestId, rateLimit } = await new IntentTx().prices.retrieve("SOL").withResponse();
   * console.log(data.price, requestId, rateLimit?.remaining);
   * ```
   */
  withResponse(): Promise<WithResponse<T>> {
    // The caller handles a failure on the returned promise, so this promise must not report it too.
    this.catch(() => {});
    // A new promise, so that a failure that the caller does not handle is still reported.
    return loadingOf(this).result.then((result) => result);
  }

  /**
   * Returns the response with its body unread. Call it directly on the method's result: the body is then neither read,
   * limited nor validated, the promise itself resolves to undefined, and `timeout`, `totalTimeout` and `signal` also end
   * the body. An error of the service is returned as its response too, after the retries.
   * @throws the same errors as the call itself, except those for which the service sent a response.
   * @throws ConfigurationError when the body has already been read.
   * @example
   * ```ts
   * import { IntentTx } from "intent-tx";
   * const client = new IntentTx();
   * // In a route of your own server: passes the body on. `fetch` has decoded it, so
   * // headers such as Content-Encoding must not be passed on.
   * async function GET() {
   *   const { body, status } = await client.prices.retrieve("SOL").asResponse();
   *   return new Response(body, { status, headers: { "Content-Type": "application/json" } });
   * }
   * ```
   */
  async asResponse(): Promise<Response> {
    this.catch(() => {});
    const { result, mode } = loadingOf(this);
    mode.isRaw = true;
    const { response } = await result.catch((error) => {
      if (mode.failed) return { response: mode.failed };
      throw error;
    });
    if (response.bodyUsed)
      throw new ConfigurationError(
        "The body has been read: call asResponse() directly on the method's result.",
      );
    return response;
  }
}
