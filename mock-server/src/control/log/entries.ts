import { redactSecrets, redactUrl } from "../../accounts/keys.js";
import type { Exchange, TrafficKind } from "../../http/message.js";
import { withoutUndefined } from "../../kernel/schema-kit.js";
import { decisionsBehind } from "./decisions-behind.js";

/** A handled API request or JSON-RPC call, without secrets. */
export interface LoggedRequest {
  /** Number of the request since the server's start, from 1. API and JSON-RPC requests are counted separately. */
  readonly number: number;
  /** Request id, as in `X-Request-Id`; absent for JSON-RPC calls. */
  readonly requestId?: string;
  /** ISO 8601, by the server clock. */
  readonly at: string;
  /** HTTP method. */
  readonly method: string;
  /** Path including `/v1`, or `/rpc/live` and `/rpc/test`; without the query. */
  readonly path: string;
  /** The query, without `?`. */
  readonly query: string;
  /** JSON-RPC method, such as `sendTransaction`. */
  readonly rpcMethod?: string;
  /** Operation name in the contract, such as `intents.parse`. */
  readonly operation?: string;
  /** The key's account. */
  readonly account?: string;
  /** Identifier of the key. */
  readonly keyId?: string;
  /** Name of the key. */
  readonly keyName?: string;
  /** HTTP status of the response. */
  readonly status: number;
  /** Error code of the response. */
  readonly code?: string;
  /** Why the request was refused. */
  readonly why?: string;
  /** The body, if it is JSON of at most 16 KiB. */
  readonly body?: unknown;
  /** The response body, if it is JSON of at most 16 KiB. */
  readonly answer?: unknown;
}

/** A handled request of any kind, for live views, without secrets. */
export interface TrafficEntry extends LoggedRequest {
  /** The part of the server that handled the request. */
  readonly kind: TrafficKind;
  /** Real time until the response in milliseconds: the only value that is not reproducible from the seed. */
  readonly ms: number;
  /** True for a call from the studio itself. */
  readonly studio: boolean;
  /** Descriptive request headers by lower-case name; never `Authorization`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Response headers by lower-case name. */
  readonly answerHeaders: Readonly<Record<string, string>>;
  /** Numbers of the contract decisions behind an error; empty for a success. */
  readonly decisions: readonly number[];
}

/** Request filters; all given fields must match. */
export interface RequestQuery {
  /** HTTP method. */
  readonly method?: string;
  /** Exact path including `/v1`; `/rpc/live` and `/rpc/test` select JSON-RPC calls. */
  readonly path?: string;
  /** JSON-RPC method, such as `sendTransaction`. Selects JSON-RPC calls. A batch's calls count individually. */
  readonly rpcMethod?: string;
  /** Operation name in the contract, such as `intents.parse`. */
  readonly operation?: string;
  /** HTTP status of the response. */
  readonly status?: number;
  /** Name of the key. */
  readonly keyName?: string;
}

/** A request in the log. Its entry is created when it is read, because most entries are never read. */
export interface StoredRequest {
  /** Number among the requests of every kind. */
  readonly number: number;
  /** Number in the API's or JSON-RPC's log; 0 if it belongs to neither. */
  readonly logNumber: number;
  readonly exchange: Exchange;
  readonly studio: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly answer: string | Uint8Array | undefined;
  readonly answerHeaders: Readonly<Record<string, string>>;
}

/** Depth at which an entry's bodies end, so that each entry can be written. */
const MAX_DEPTH = 64;

/**
 * Removes secrets from a parsed body. In the body's text, JSON escapes could hide a secret. Numbers that JSON cannot
 * represent become strings.
 */
function withoutSecrets(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return redactSecrets(value);
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth === MAX_DEPTH) return "…";
  const inner = (member: unknown) => withoutSecrets(member, depth + 1);
  if (Array.isArray(value)) return value.map(inner);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      redactSecrets(name),
      // A wallet's secret key is recognizable only by its member name.
      name === "secretKey" ? "…" : inner(member),
    ]),
  );
}

/** A body as JSON without secrets; undefined if it is not JSON. */
function jsonOf(body: string | Uint8Array | undefined): unknown {
  if (body === undefined || body.length === 0) return undefined;
  try {
    return withoutSecrets(JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body)));
  } catch {
    return undefined;
  }
}

/** A call's method, or "3 calls: …" for a batch. */
function rpcMethodOf(body: unknown): string | undefined {
  const name = (call: unknown) => {
    const { method } = (call ?? {}) as { method?: unknown };
    return typeof method === "string" ? method : "?";
  };
  if (!Array.isArray(body)) return body === undefined ? undefined : name(body);
  const names = [...new Set(body.map(name))];
  return `${body.length} calls: ${names.slice(0, 4).join(", ")}${names.length > 4 ? " …" : ""}`;
}

/** Reads the error of a response that another part of the server sent, not the API. */
function errorOf(answer: unknown): { readonly code?: string | undefined; readonly why?: string | undefined } {
  const { code, message } =
    (answer as { error?: { code?: unknown; message?: unknown } } | undefined)?.error ?? {};
  return {
    code: typeof code === "string" || typeof code === "number" ? String(code) : undefined,
    why: typeof message === "string" ? redactSecrets(message) : undefined,
  };
}

export function trafficEntry(stored: StoredRequest): TrafficEntry {
  const { number, studio, headers, exchange } = stored;
  const { kind, method, path, query, status, at, ms, operation, account, keyId, keyName } = exchange;
  const requestId = exchange.isApi ? exchange.requestId : undefined;
  const body = jsonOf(exchange.body);
  const answer = jsonOf(stored.answer);
  const { code, why } = exchange.isApi ? exchange : errorOf(answer);
  const rpcMethod = kind === "rpc" ? rpcMethodOf(body) : undefined;
  const answerHeaders = Object.fromEntries(
    Object.entries(stored.answerHeaders).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return {
    number,
    at: new Date(at).toISOString(),
    kind,
    method,
    path: redactUrl(path),
    query: redactUrl(query),
    status,
    ms,
    studio,
    headers,
    answerHeaders,
    decisions: decisionsBehind(code, answer),
    ...withoutUndefined({ rpcMethod, requestId, operation, account, keyId, keyName, code, body, answer }),
    ...(why !== undefined && { why: redactSecrets(why) }),
  };
}

/** A request as an entry of the API's or JSON-RPC's log. */
export function loggedRequest(stored: StoredRequest): LoggedRequest {
  const { kind, ms, studio, headers, answerHeaders, decisions, ...logged } = trafficEntry(stored);
  return { ...logged, number: stored.logNumber };
}

interface WrittenCall {
  readonly id?: unknown;
}

/** Maximum calls of a batch. Longer batches are refused as a whole. */
const MAX_CALLS = 1_000;

/**
 * The calls in a JSON-RPC request, each with its response. If the body was not kept, or is not a batch of calls, one
 * call without a method.
 */
export function loggedCalls(stored: StoredRequest): LoggedRequest[] {
  const { requestId, rpcMethod, body, answer, code, why, ...logged } = loggedRequest(stored);
  const isBatch =
    Array.isArray(body) && body.length <= MAX_CALLS && body.every((call) => Object(call) === call);
  const calls = isBatch ? (body as readonly WrittenCall[]) : [body as WrittenCall];
  return calls.map((call) => {
    const own = Array.isArray(answer)
      ? (answer as readonly WrittenCall[]).find((one) => call?.id !== undefined && one?.id === call.id)
      : answer;
    const method = call === undefined ? undefined : rpcMethodOf(call);
    const read = { rpcMethod: method, ...errorOf(own), body: call, answer: own };
    return { ...logged, ...withoutUndefined(read) };
  });
}
