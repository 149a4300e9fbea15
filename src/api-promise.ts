import type { RateLimit } from "./api-errors.js";

/** An answer with what came beside it. */
export interface WithResponse<T> {
  /** The payload. */
  readonly data: T;
  /** The response; its body is read already. */
  readonly response: Response;
  /** Identifier of the request in the service's records, where the service named one. */
  readonly requestId: string | undefined;
  /** The rate limit after this request, where the service said it. */
  readonly rateLimit: RateLimit | undefined;
}

/**
 * What every method returns: awaited it is the payload. The request is under way from the start.
 *
 * @example
 * ```ts
 * import { IntentTx } from "intent-tx";
 *
 * const client = new IntentTx();
 * const price = await client.prices.retrieve("SOL");
 * const { data, requestId, rateLimit } = await client.prices.retrieve("SOL").withResponse();
 * ```
 */
export class ApiPromise<T> implements Promise<T> {
  readonly #result: Promise<WithResponse<T>>;

  /** @internal */
  constructor(result: Promise<WithResponse<T>>) {
    this.#result = result;
  }

  /** The payload with the response, the request's identifier and the rate limit. */
  withResponse(): Promise<WithResponse<T>> {
    return this.#result;
  }

  // biome-ignore lint/suspicious/noThenProperty: a promise has one
  then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#result.then(({ data }) => data).then(onFulfilled, onRejected);
  }

  catch<B = never>(onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(null, onRejected);
  }

  finally(onFinally?: (() => void) | null): Promise<T> {
    return this.then().finally(onFinally);
  }

  get [Symbol.toStringTag](): string {
    return "ApiPromise";
  }
}
