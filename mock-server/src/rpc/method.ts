import type { Chain } from "./chain.js";
import { type ParamValues, readParams, readTuple } from "./serde/params.js";
import type { SerdeTypes } from "./serde/serde-type.js";

/** A method: it reads its params first, all of them, and then runs on a chain. */
export interface Method {
  /** @throws {RpcError} -32602 for params that it cannot read; what it answers throws other errors */
  readonly read: (params: unknown) => (chain: Chain) => Promise<unknown>;
}

/** A method some of whose params may be left out. */
export function method<const R extends SerdeTypes, const O extends SerdeTypes>(
  required: R,
  optional: O,
  run: (chain: Chain, ...params: ParamValues<R, O>) => Promise<unknown>,
): Method {
  return {
    read: (params) => {
      const values = readParams(params, required, optional);
      return (chain) => run(chain, ...values);
    },
  };
}

/** A method none of whose params may be left out. A node has other words for a wrong number of these. */
export function strictMethod<const R extends SerdeTypes>(
  types: R,
  run: (chain: Chain, ...params: ParamValues<R, []>) => Promise<unknown>,
): Method {
  return {
    read: (params) => {
      const values = readTuple(params, types);
      return (chain) => run(chain, ...values);
    },
  };
}
