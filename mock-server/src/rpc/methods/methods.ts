import type { Chain } from "../chain.js";
import type { RpcCall } from "../envelope.js";
import type { Method } from "../params.js";
import { methodNotFound } from "../rpc-error.js";
import { ACCOUNT_METHODS } from "./accounts.js";
import { BLOCKHASH_METHODS } from "./blockhashes.js";
import { BLOCK_METHODS } from "./blocks.js";
import { CLUSTER_METHODS } from "./cluster.js";
import { ECONOMY_METHODS } from "./economy.js";
import { HISTORY_METHODS } from "./history.js";
import { SENDING_METHODS } from "./sending.js";
import { TOKEN_METHODS } from "./tokens.js";
import { VALIDATOR_METHODS } from "./validators.js";

/** All methods served over HTTP. */
export const METHODS: ReadonlyMap<string, Method> = new Map(
  Object.entries({
    ...CLUSTER_METHODS,
    ...BLOCK_METHODS,
    ...VALIDATOR_METHODS,
    ...ECONOMY_METHODS,
    ...BLOCKHASH_METHODS,
    ...ACCOUNT_METHODS,
    ...TOKEN_METHODS,
    ...SENDING_METHODS,
    ...HISTORY_METHODS,
  }),
);

/** Runs a call. The chain is opened only for an existing method. @throws {RpcError} */
export async function runMethod<C extends Chain>(
  chain: () => Promise<C>,
  { method, params }: RpcCall,
  methods: ReadonlyMap<string, Method<C>> = METHODS,
): Promise<unknown> {
  const found = methods.get(method);
  if (!found) throw methodNotFound();
  const run = found(params);
  return run(await chain());
}
