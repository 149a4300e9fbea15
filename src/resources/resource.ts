import type { ApiPromise } from "../client/api-promise.js";
import type { OperationName, Operations } from "../client/operation-types.js";
import type { RequestOptions } from "../client/options.js";

/** Calls an operation of the service. */
export type Caller = <N extends OperationName>(
  operation: N,
  input: Operations[N]["input"],
  options: RequestOptions | undefined,
) => ApiPromise<Operations[N]["output"]>;

/** Converts a `Date` to ISO 8601; text stays as it is. An invalid date is rejected by the contract's validation. */
export function isoText<T extends string | undefined>(date: Date | T): string | T {
  if (!(date instanceof Date)) return date;
  return Number.isNaN(date.getTime()) ? String(date) : date.toISOString();
}
