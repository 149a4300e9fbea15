import type { ApiPromise } from "../client/api-promise.js";
import type { RequestOptions } from "../client/options.js";
import type { Portfolio, PortfolioQuery } from "../contract/portfolio.js";
import type { Caller } from "./resource.js";

/**
 * The holdings of a wallet: `client.portfolio`.
 *
 * @example
 * ```ts
 * import { IntentTx } from "intent-tx";
 * const client = new IntentTx();
 * const walletAddress = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
 * const { tokens } = await client.portfolio.retrieve(walletAddress);
 * ```
 */
export class PortfolioResource {
  readonly #call: Caller;

  /** @internal */
  constructor(call: Caller) {
    this.#call = call;
  }

  /**
   * Reads the holdings of a wallet: balances in base units (`bigint`) and in human units, values in USD.
   *
   * @param walletAddress Base58 address of the wallet.
   * @param query Whether to list NFTs and stake accounts; neither by default.
   * @param options Signal, deadlines, retries, headers or key of this call.
   * @throws WalletNotFoundError when the wallet does not exist or has no activity.
   * @example
   * ```ts
   * import { formatUnits, IntentTx } from "intent-tx";
   * const client = new IntentTx();
   * const portfolio = await client.portfolio.retrieve("7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU", { includeNFTs: true });
   * console.log(`${formatUnits(portfolio.solBalance, 9)} SOL`);
   * ```
   */
  retrieve(walletAddress: string, query?: PortfolioQuery, options?: RequestOptions): ApiPromise<Portfolio> {
    return this.#call("portfolio.retrieve", { params: { walletAddress }, query: query ?? {} }, options);
  }
}
