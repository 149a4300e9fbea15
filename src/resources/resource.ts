import type { ApiPromise } from "../client/api-promise.js";
import type { OperationName, Operations } from "../client/operation-types.js";
import type { RequestOptions } from "../client/options.js";

/** How a resource reaches the service. */
export type Caller = <N extends OperationName>(
  operation: N,
  input: Operations[N]["input"],
  options: RequestOptions | undefined,
) => ApiPromise<Operations[N]["output"]>;

/** ISO 8601 of a date that may be given as a text or as a `Date`; what is no date is left for the contract to refuse. */
export function isoText<T extends string | undefined>(date: Date | T): string | T {
  if (!(date instanceof Date)) return date;
  return Number.isNaN(date.getTime()) ? String(date) : date.toISOString();
}
