import { unknownName } from "../kernel/nearest.js";
import { invalidField } from "../kernel/service-error.js";
import type { FaultRule } from "./fault-rules.js";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/**
 * Refuses a rule for a method that no request has: it would wait for ever, and the test would pass without its fault. Any path
 * may be named, even that of a call which this version of the API does not know. A restored rule is not looked at again.
 *
 * @throws ServiceError 400 on `match.method`, with the methods that there are
 */
export function refuseIdle({ method }: NonNullable<FaultRule["match"]>): void {
  const wanted = method?.toUpperCase();
  if (wanted !== undefined && !METHODS.includes(wanted))
    throw invalidField("match.method", `is ${JSON.stringify(method)}, which ${unknownName(wanted, METHODS)}`);
}
