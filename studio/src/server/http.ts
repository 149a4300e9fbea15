import { ConnectionError, stringifyJson } from "intent-tx";
import { commandPath } from "../../../mock-server/src/control/command-path.js";
import type { CommandInput, CommandName, SendCommand } from "../../../mock-server/src/control/commands.js";
import { controlToken } from "./control-token.js";
import { controlPrefix, prefix } from "./url.js";

/** Thrown if the server responds with an error, or does not respond (`status` 0). */
export class ServerError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly field?: string,
  ) {
    super(message);
    this.name = "ServerError";
  }
}

/** The message of an error. A client's connection error names its loopback URL, so its cause is shown instead. */
export function messageOf(error: unknown): string {
  if (error instanceof ConnectionError && error.cause instanceof Error) return error.cause.message;
  return error instanceof Error ? error.message : String(error);
}

interface Refusal {
  readonly error?: { readonly message?: string; readonly field?: string };
}

/** Sends a request to the selected world. @throws ServerError if the server does not respond */
export async function fetched(path: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch((path.startsWith("/_mock/") ? controlPrefix : prefix).value + path, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ServerError(0, "The server does not respond. Check that it is running.");
  }
}

function refusal(status: number, body: unknown): ServerError {
  const { message, field } = (body as Refusal | undefined)?.error ?? {};
  return new ServerError(status, message ?? `The server responded with ${status}.`, field);
}

interface Abortable {
  readonly signal?: AbortSignal | undefined;
}

/** Sends a request to the selected world. @throws ServerError for any status except 2xx */
export async function call<T>(
  method: string,
  path: string,
  options: Abortable & {
    readonly body?: unknown;
    readonly headers?: Readonly<Record<string, string>>;
    /** Parser of the response text. Default: `JSON.parse`. */
    readonly parse?: (text: string) => unknown;
  } = {},
): Promise<{ readonly data: T; readonly status: number }> {
  const { body, headers = {}, signal, parse = JSON.parse } = options;
  const response = await fetched(path, {
    method,
    headers: { ...headers, ...(body !== undefined && { "Content-Type": "application/json" }) },
    ...(body !== undefined && { body: stringifyJson(body) }),
    ...(signal && { signal }),
  });
  const text = await response.text();
  let data: unknown;
  try {
    data = text === "" ? undefined : parse(text);
  } catch {
    throw new ServerError(response.status, `${path} did not return JSON.`);
  }
  if (!response.ok) throw refusal(response.status, data);
  return { data: data as T, status: response.status };
}

/** Marks the studio's own calls, so that the log can leave them out. */
export const OWN = { "X-Studio": "1" };

/** Headers of the studio's own calls to the control plane. */
export const authorized = (): Record<string, string> =>
  controlToken.value === "" ? OWN : { ...OWN, Authorization: `Bearer ${controlToken.value}` };

/** Sends a command to the selected world. */
export const control = (async (
  command: CommandName,
  { body, params, signal }: CommandInput & Abortable = {},
) => {
  const { method, path } = commandPath(command, params);
  return (await call(method, `/_mock${path}`, { headers: authorized(), body, signal })).data;
}) as SendCommand<Abortable>;

/** Streams the requests after one as server-sent events. @throws ServerError */
export async function openTraffic(after: number, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const { path } = commandPath("GET /traffic/stream", { after });
  const response = await fetched(`/_mock${path}`, { headers: authorized(), signal });
  if (!response.ok || !response.body)
    throw refusal(response.status, await response.json().catch(() => undefined));
  return response.body;
}
