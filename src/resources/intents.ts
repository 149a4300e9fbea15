import type { ApiPromise } from "../client/api-promise.js";
import type { RequestOptions } from "../client/options.js";
import type { Intent, ParseIntentRequest } from "../contract/intents.js";
import type { Caller } from "./resource.js";

/**
 * Commands in plain words, English or Spanish: `client.intents`.
 *
 * @example
 * ```ts
 * import { IntentTx } from "intent-tx";
 * const client = new IntentTx();
 * const walletAddress = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
 * const { action } = await client.intents.parse({ walletAddress, command: "swap 1 SOL for USDC" });
 * ```
 */
export class IntentsResource {
  readonly #call: Caller;

  /** @internal */
  constructor(call: Caller) {
    this.#call = call;
  }

  /**
   * Parses a command into transaction parameters. Nothing happens on chain; the intent can be built for 10 minutes.
   *
   * @param request The wallet and the command, with slippage in basis points and priority fee in micro-lamports.
   * @param options Signal, deadlines, retries, headers or key of this call.
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
  parse(request: ParseIntentRequest, options?: RequestOptions): ApiPromise<Intent> {
    return this.#call("intents.parse", { body: request }, options);
  }
}
