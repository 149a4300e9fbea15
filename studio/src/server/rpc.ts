import type { Environment } from "intent-tx/contract";
import { readJson } from "../../../src/contract/json.js";
import { call, OWN, ServerError } from "./http.js";
import { network } from "./url.js";

interface RpcAnswer<T> {
  readonly id: number | null;
  readonly result?: T;
  readonly error?: { readonly message: string };
}

export type RpcCall = readonly [method: string, params?: readonly unknown[]];

async function send<T>(environment: Environment, body: unknown, signal?: AbortSignal): Promise<T> {
  // Lamports can exceed 2^53, so large integers are parsed as bigint.
  const options = { body, headers: OWN, parse: readJson, signal };
  return (await call<T>("POST", `/rpc/${environment}`, options)).data;
}

const request = ([method, params = []]: RpcCall, id: number) => ({ jsonrpc: "2.0", id, method, params });

function resultOf<T>({ result, error }: RpcAnswer<T>): T {
  if (error) throw new ServerError(200, error.message);
  return result as T;
}

/** Calls a Solana JSON-RPC method on the selected network. @throws ServerError with the method's error */
export async function rpc<T>(
  method: string,
  params: readonly unknown[] = [],
  signal?: AbortSignal,
): Promise<T> {
  return resultOf(await send<RpcAnswer<T>>(network.value, request([method, params], 1), signal));
}

/** Maximum calls per request; a server accepts a few hundred. */
const BATCH = 200;

/** Calls several methods in as few requests as possible; results in order. @throws ServerError with the first error */
export async function rpcAll<T>(calls: readonly RpcCall[], signal?: AbortSignal): Promise<readonly T[]> {
  const results: T[] = [];
  // The network at the time of the call, even if the user selects another one meanwhile.
  const environment = network.value;
  for (let at = 0; at < calls.length; at += BATCH) {
    const part = calls.slice(at, at + BATCH);
    const answers = await send<readonly RpcAnswer<T>[]>(environment, part.map(request), signal);
    for (const [id, [method]] of part.entries()) {
      const answer = answers.find((one) => one.id === id);
      if (!answer) throw new ServerError(200, `${method} got no response.`);
      results.push(resultOf(answer));
    }
  }
  return results;
}
