import { stringify } from "intent-tx";
import { controlPrefix, controlToken, prefix } from "./site.js";

/** Thrown if the server responds with an error, or does not respond (`status` 0). */
export class ServerError extends Error {
  readonly status: number;
  readonly code: string;
  readonly field: string | undefined;
  readonly details: unknown;

  constructor(status: number, code: string, message: string, field?: string, details?: unknown) {
    super(message);
    this.name = "ServerError";
    this.status = status;
    this.code = code;
    this.field = field;
    this.details = details;
  }
}

interface Refusal {
  readonly error?: {
    readonly code?: string;
    readonly message?: string;
    readonly field?: string;
    readonly details?: unknown;
  };
}

/** A response body with its headers. */
export interface Answer<T> {
  readonly data: T;
  readonly status: number;
  readonly headers: Headers;
}

async function fetched(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch((path.startsWith("/_mock/") ? controlPrefix : prefix).value + path, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ServerError(0, "unreachable", "The server does not respond. Check that it is running.");
  }
}

function refusal(status: number, body: unknown): ServerError {
  const { code, message, field, details } = (body as Refusal | undefined)?.error ?? {};
  return new ServerError(
    status,
    code ?? "error",
    message ?? `The server responded with ${status}.`,
    field,
    details,
  );
}

/** Sends a request to the selected world. @throws ServerError for any status except 2xx */
export async function call<T>(
  method: string,
  path: string,
  options: {
    readonly body?: unknown;
    readonly headers?: Readonly<Record<string, string>>;
    readonly signal?: AbortSignal;
    /** Parser of the response text. Default: `JSON.parse`. */
    readonly parse?: (text: string) => unknown;
  } = {},
): Promise<Answer<T>> {
  const { body, headers = {}, signal, parse = JSON.parse } = options;
  const response = await fetched(path, {
    method,
    headers: { ...headers, ...(body !== undefined && { "Content-Type": "application/json" }) },
    ...(body !== undefined && { body: stringify(body) }),
    ...(signal && { signal }),
  });
  const text = await response.text();
  let data: unknown;
  try {
    data = text === "" ? undefined : parse(text);
  } catch {
    throw new ServerError(response.status, "not_json", `${path} did not return JSON.`);
  }
  if (!response.ok) throw refusal(response.status, data);
  return { data: data as T, status: response.status, headers: response.headers };
}

/** Marks the studio's own calls, so that the log can leave them out. */
const OWN = { "X-Studio": "1" };

const authorized = (): Record<string, string> =>
  controlToken.value === "" ? OWN : { ...OWN, Authorization: `Bearer ${controlToken.value}` };

/** Calls the selected world's control plane. */
export async function control<T>(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  const options = { headers: authorized(), ...(body !== undefined && { body }), ...(signal && { signal }) };
  return (await call<T>(method, `/_mock${path}`, options)).data;
}

/** Opens a control plane stream of server-sent events. @throws ServerError */
export async function openEvents(path: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const response = await fetched(`/_mock${path}`, { headers: authorized(), signal });
  if (!response.ok || !response.body)
    throw refusal(response.status, await response.json().catch(() => undefined));
  return response.body;
}
