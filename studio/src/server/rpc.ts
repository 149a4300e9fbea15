import type { Environment } from "intent-tx/contract";
import { parseJson } from "../../../src/wire/json.js";
import { call, ServerError } from "./http.js";

interface RpcAnswer<T> {
  readonly id: number | null;
  readonly result?: T;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export type RpcCall = readonly [method: string, params?: readonly unknown[]];

async function send<T>(environment: Environment, body: unknown, signal?: AbortSignal): Promise<T> {
  const { data } = await call<T>("POST", `/rpc/${environment}`, {
    body,
    headers: { "X-Studio": "1" },
    // Lamports can exceed 2^53, so large integers are parsed as bigint.
    parse: parseJson,
    ...(signal && { signal }),
  });
  return data;
}

const request = ([method, params = []]: RpcCall, id: number) => ({ jsonrpc: "2.0", id, method, params });

function resultOf<T>({ result, error }: RpcAnswer<T>): T {
  if (error) throw new ServerError(200, String(error.code), error.message, undefined, error.data);
  return result as T;
}

/** Calls a Solana JSON-RPC method on a network. @throws ServerError with the method's error */
export async function rpc<T>(
  environment: Environment,
  method: string,
  params: readonly unknown[] = [],
  signal?: AbortSignal,
): Promise<T> {
  return resultOf(await send<RpcAnswer<T>>(environment, request([method, params], 1), signal));
}

/** Maximum calls per request; a server accepts a few hundred. */
const BATCH = 200;

async function batch<T>(
  environment: Environment,
  calls: readonly RpcCall[],
  signal?: AbortSignal,
): Promise<readonly T[]> {
  const answers = await send<readonly RpcAnswer<T>[]>(environment, calls.map(request), signal);
  const byId = new Map(answers.map((answer) => [answer.id, answer]));
  return calls.map(([method], id) => {
    const answer = byId.get(id);
    if (!answer) throw new ServerError(200, "no_answer", `${method} got no response.`);
    return resultOf(answer);
  });
}

/** Calls several methods in as few requests as possible; results in order. @throws ServerError with the first error */
export async function rpcAll<T>(
  environment: Environment,
  calls: readonly RpcCall[],
  signal?: AbortSignal,
): Promise<readonly T[]> {
  const results: T[] = [];
  for (let at = 0; at < calls.length; at += BATCH)
    results.push(...(await batch<T>(environment, calls.slice(at, at + BATCH), signal)));
  return results;
}
