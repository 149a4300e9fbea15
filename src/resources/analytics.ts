import type { ApiPromise } from "../client/api-promise.js";
import type { RequestOptions } from "../client/options.js";
import type { Metrics, MetricsQuery, Usage } from "../contract/analytics.js";
import type { Caller } from "./resource.js";
import { isoText } from "./resource.js";

/** Range of {@link AnalyticsResource.metrics}. */
export interface MetricsParams extends Omit<MetricsQuery, "startDate" | "endDate"> {
  /** Start, inclusive: a `Date` or ISO 8601. */
  startDate: string | Date;
  /** End, exclusive, after `startDate`: a `Date` or ISO 8601. */
  endDate: string | Date;
}

/**
 * The account's activity and usage: `client.analytics`.
 *
 * @example
 * ```ts
 * import { IntentTx } from "intent-tx";
 * const client = new IntentTx();
 * const { transactions } = await client.analytics.usage();
 * ```
 */
export class AnalyticsResource {
  readonly #call: Caller;

  /** @internal */
  constructor(call: Caller) {
    this.#call = call;
  }

  /**
   * Reads the account's activity in a time range: transactions, their volume in USD, intents.
   *
   * @param params The time range, and its granularity (`day` by default).
   * @param options Signal, deadlines, retries, headers or key of this call.
   * @throws ValidationError when the range is empty or a date is invalid.
   * @example
   * ```ts
   * import { IntentTx } from "intent-tx";
   * const client = new IntentTx();
   * const metrics = await client.analytics.metrics({ startDate: "2026-01-01", endDate: new Date(), granularity: "day" });
   * console.log(metrics.transactions.successRate);
   * ```
   */
  metrics(params: MetricsParams, options?: RequestOptions): ApiPromise<Metrics> {
    const query = { ...params, startDate: isoText(params?.startDate), endDate: isoText(params?.endDate) };
    return this.#call("analytics.metrics", { query }, options);
  }

  /**
   * Reads the account's usage in this billing period; `limit` is `Infinity` if unlimited.
   *
   * @param options Signal, deadlines, retries, headers or key of this call.
   * @throws PermissionError when the key lacks the scope `admin`.
   * @example
   * ```ts
   * import { IntentTx } from "intent-tx";
   * const client = new IntentTx();
   * const { requests, tier } = await client.analytics.usage();
   * console.log(tier, requests.used, requests.limit);
   * ```
   */
  usage(options?: RequestOptions): ApiPromise<Usage> {
    return this.#call("analytics.usage", {}, options);
  }
}
