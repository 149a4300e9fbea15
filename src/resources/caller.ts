import type { ApiPromise } from "../client/api-promise.js";
import type { OperationName, Operations } from "../client/operation-types.js";
import type { RequestOptions } from "../client/options.js";

/** How a resource reaches the service. */
export type Caller = <N extends OperationName>(
  operation: N,
  input: Operations[N]["input"],
  options: RequestOptions | undefined,
) => ApiPromise<Operations[N]["output"]>;
