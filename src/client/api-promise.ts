import type { RateLimit } from "../errors/api-errors.js";

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

// Beside the instances and not in them: a private field would keep fakes from having the type.
const results = new WeakMap<ApiPromise<unknown>, Promise<WithResponse<unknown>>>();

/**
 * The promise that every method returns. It resolves to the payload. The request starts at once.
 *
 * @example
 * ```ts
 * import { IntentTx } from "intent-tx";
 * const client = new IntentTx();
 * const price = await client.prices.retrieve("SOL");
 * const { data, requestId, rateLimit } = await client.prices.retrieve("SOL").withResponse();
 * ```
 */
export class ApiPromise<T> extends Promise<T> {
  /** @internal */
  constructor(result: Promise<WithResponse<T>>) {
    super((resolve) => resolve(result.then(({ data }) => data)));
    // `then` makes a plain promise, as its result has no response. Not by Symbol.species, which Hermes does not have.
    Object.defineProperty(this, "constructor", { value: Promise });
    results.set(this, result);
  }

  /**
   * The payload with the response, the request's identifier and the rate limit.
   *
   * @throws the same errors as the call itself.
   * @example
   * ```ts
   * import { IntentTx } from "intent-tx";
   * const client = new IntentTx();
   * const { data, requestId, rateLimit } = await client.prices.retrieve("SOL").withResponse();
   * console.log(data.price, requestId, rateLimit?.remaining);
   * ```
   */
  withResponse(): Promise<WithResponse<T>> {
    // Whoever asks for more handles a failure there; nobody is left to handle that of the payload alone.
    this.catch(() => {});
    // A promise of its own, as that of the call counts as handled: a failure that nobody handles stays visible.
    return (results.get(this) as Promise<WithResponse<T>>).then((whole) => whole);
  }
}
