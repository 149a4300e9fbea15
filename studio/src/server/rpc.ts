import type { Environment } from "intent-tx/contract";
import { call, ServerError } from "./http.js";

interface RpcAnswer<T> {
  readonly result?: T;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** Calls a Solana JSON-RPC method on a network. @throws ServerError with the method's error */
export async function rpc<T>(
  environment: Environment,
  method: string,
  params: readonly unknown[] = [],
  signal?: AbortSignal,
): Promise<T> {
  const { data } = await call<RpcAnswer<T>>("POST", `/rpc/${environment}`, {
    body: { jsonrpc: "2.0", id: 1, method, params },
    headers: { "X-Studio": "1" },
    ...(signal && { signal }),
  });
  if (data.error)
    throw new ServerError(200, String(data.error.code), data.error.message, undefined, data.error.data);
  return data.result as T;
}
