import type { ApiPromise } from "../client/api-promise.js";
import type { RequestOptions } from "../client/options.js";
import type { TokenPrice } from "../contract/prices.js";
import type { Caller } from "./resource.js";

/**
 * Token prices: `client.prices`.
 *
 * @example
 * ```ts
 * import { IntentTx } from "intent-tx";
 * const client = new IntentTx();
 * const { price } = await client.prices.retrieve("SOL");
 * ```
 */
export class PricesResource {
  readonly #call: Caller;

  /** @internal */
  constructor(call: Caller) {
    this.#call = call;
  }

  /**
   * Reads a token's price in USD.
   *
   * @param token Mint address, or symbol in any case.
   * @param options Signal, deadlines, retries, headers or key of this call.
   * @throws TokenNotFoundError when the token is unknown.
   * @example
   * ```ts
   * import { IntentTx } from "intent-tx";
   * const client = new IntentTx();
   * const { price, change24h } = await client.prices.retrieve("SOL");
   * ```
   */
  retrieve(token: string, options?: RequestOptions): ApiPromise<TokenPrice> {
    return this.#call("prices.retrieve", { params: { tokenMint: token } }, options);
  }
}
