import type { RateLimit } from "../errors/api-errors.js";

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

// A WeakMap instead of a private field, because a fake cannot implement a class that has one.
const results = new WeakMap<ApiPromise<unknown>, Promise<WithResponse<unknown>>>();

/** The promise that every method returns. It resolves to the payload. The request starts immediately. */
export class ApiPromise<T> extends Promise<T> {
  /** @internal */
  constructor(result: Promise<WithResponse<T>>) {
    super((resolve) => resolve(result.then(({ data }) => data)));
    // Makes `then` return a plain promise, whose result has no response. Hermes lacks Symbol.species.
    void Object.defineProperty(this, "constructor", { value: Promise });
    results.set(this, result);
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
    return (results.get(this) as Promise<WithResponse<T>>).then((result) => result);
  }
}
