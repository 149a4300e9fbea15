import type { ApiPromise } from "../client/api-promise.js";
import type { RequestOptions } from "../client/options.js";
import { type Cursor, type PageLoader, PagePromise } from "../client/pagination.js";
import type {
  BuildTransactionRequest,
  BuiltTransaction,
  ListTransactionsQuery,
  TransactionRecord,
} from "../contract/transactions.js";
import type { Caller } from "./resource.js";

/**
 * Unsigned transactions, and a wallet's history: `client.transactions`.
 *
 * @example
 * ```ts
 * import { IntentTx } from "intent-tx";
 * const client = new IntentTx();
 * const walletAddress = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
 * const { data } = await client.transactions.list(walletAddress, { type: "transfer" });
 * ```
 */
export class TransactionsResource {
  readonly #call: Caller;

  /** @internal */
  constructor(call: Caller) {
    this.#call = call;
  }

  /**
   * Builds the unsigned transaction of an intent. Check it with `verifyTransaction` of `intent-tx/solana` before
   * signing.
   *
   * @param request The intent, the wallet that will sign, and whether to simulate first (default true).
   * @param options Signal, deadlines, retries, headers or key of this call.
   * @throws SimulationFailedError when the simulation fails; `details.logs` contains the programs' log lines.
   * @throws NotFoundError when the intent is unknown or older than 10 minutes.
   * @example
   * ```ts
   * import { IntentTx } from "intent-tx";
   * const client = new IntentTx();
   * const walletAddress = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
   * const { intentId } = await client.intents.parse({ walletAddress, command: "send 0.1 SOL to bob.sol" });
   * const built = await client.transactions.build({ intentId, walletAddress });
   * console.log(built.transaction, built.expectedOutput.fee);
   * ```
   */
  build(request: BuildTransactionRequest, options?: RequestOptions): ApiPromise<BuiltTransaction> {
    return this.#call("transactions.build", { body: request }, options);
  }

  /**
   * Lists a wallet's swaps and transfers, newest first: page by page, or record by record.
   *
   * @param walletAddress Base58 address of the wallet.
   * @param query Page size (50, at most 100), kind, and start: the `nextCursor` of an earlier page as `before`.
   * @param options Signal, deadlines, retries, headers or key of this call.
   * @throws PaginationError when the service repeats a cursor or sends none although more pages exist.
   * @example
   * ```ts
   * import { IntentTx } from "intent-tx";
   * const client = new IntentTx();
   * const walletAddress = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
   * for await (const { signature, status } of client.transactions.list(walletAddress, { type: "swap" })) {
   *   console.log(signature, status);
   * }
   * ```
   */
  list(
    walletAddress: string,
    query: ListTransactionsQuery = {},
    options?: RequestOptions,
  ): PagePromise<TransactionRecord> {
    const { before: given, cursor: alias = given, ...rest } = query ?? {};
    // The first response shows which of the two parameter names the service knows; until then both are sent (decision
    // 3).
    const start: Cursor = alias === undefined ? {} : { before: given ?? alias, cursor: alias };
    const load: PageLoader<TransactionRecord> = async (cursor) => {
      const result = await this.#call(
        "transactions.list",
        { params: { walletAddress }, query: { ...rest, ...cursor } },
        options,
      ).withResponse();
      const { data, pagination } = result.data;
      const { hasMore, before, nextCursor } = pagination;
      // The next page uses the name that the service itself uses.
      const next: Cursor = before ? { before } : nextCursor ? { cursor: nextCursor } : {};
      return { ...result, data: { data, hasMore, next } };
    };
    return new PagePromise(load, start);
  }
}
