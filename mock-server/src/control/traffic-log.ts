import { randomUUID } from "node:crypto";
import { redactSecrets, redactUrl } from "../accounts/key-secret.js";
import type { Exchange } from "../api/exchange.js";
import type { HttpReply, HttpRequest } from "../http/message.js";
import { EventQueue, eventText } from "./event-queue.js";
import { LastRequests } from "./last-requests.js";
import { isLong, loggedJson, withoutLong } from "./logged-json.js";
import { decisionsBehind } from "./refusal-rules.js";
import type { TrafficEntry, TrafficKind } from "./traffic.js";

/** Request headers that tell what was asked for. `Authorization` and cookies are not among them. */
const HEADERS = [
  "accept",
  "content-length",
  "content-type",
  "idempotency-key",
  "mock-control",
  "origin",
  "traceparent",
  "user-agent",
  "x-request-id",
] as const;

/** A request that was answered, as the site saw it. */
export interface SeenRequest {
  readonly kind: TrafficKind;
  readonly request: HttpRequest;
  /** Path below the world's prefix. */
  readonly path: string;
  readonly reply: HttpReply;
  /** Server's clock, milliseconds since 1970. */
  readonly at: number;
  readonly ms: number;
  /** The body, when it was read. */
  readonly body?: Uint8Array | string | undefined;
  /** The API's record of the request, if it has one. */
  readonly exchange?: Exchange | undefined;
}

/** A record of a request: the API's own, or as much of one as any request has. */
type Told = Pick<Exchange, "method" | "path" | "query" | "status" | "at" | "reply" | "body"> &
  Partial<Exchange>;

interface Kept {
  readonly kind: TrafficKind;
  readonly ms: number;
  readonly studio: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly told: Told;
}

type Numbered = readonly [number: number, kept: Kept];

const NO_HEADERS: Readonly<Record<string, string>> = {};

function headersOf(request: HttpRequest): Readonly<Record<string, string>> {
  let headers: Record<string, string> | undefined;
  for (const name of HEADERS) {
    const value = request.header(name);
    if (value === undefined) continue;
    headers ??= {};
    headers[name] = redactSecrets(value);
  }
  return headers ?? NO_HEADERS;
}

function toldOf({ request, path, body, reply, at }: SeenRequest): Told {
  const { method, query } = request;
  const streamed = typeof reply.body === "object";
  return {
    ...{ method, path, query, at, status: reply.status },
    body: isLong(body) ? undefined : body,
    reply: isLong(reply.body) || streamed ? { ...reply, body: textOf(reply) } : reply,
  };
}

function rpcMethodOf(body: unknown): string | undefined {
  const name = (call: unknown) => {
    const { method } = (call ?? {}) as { method?: unknown };
    return typeof method === "string" ? method : "?";
  };
  if (!Array.isArray(body)) return body === undefined ? undefined : name(body);
  const names = [...new Set(body.map(name))];
  return `${body.length} calls: ${names.slice(0, 4).join(", ")}${names.length > 4 ? " …" : ""}`;
}

/** An error that the answer tells of, where the API's own knowledge is missing. */
function errorOf(answer: unknown): { readonly code?: string; readonly why?: string } {
  const { code, message } =
    (answer as { error?: { code?: unknown; message?: unknown } } | undefined)?.error ?? {};
  return {
    ...((typeof code === "string" || typeof code === "number") && { code: String(code) }),
    ...(typeof message === "string" && { why: message }),
  };
}

function entryOf([number, { kind, ms, studio, headers, told }]: Numbered): TrafficEntry {
  const { method, path, query, at, reply, requestId, operation, account, keyId, keyName } = told;
  const body = loggedJson(told.body);
  const answer = loggedJson(reply.body);
  const { code, why } = requestId === undefined ? errorOf(answer) : told;
  const rpcMethod = kind === "rpc" ? rpcMethodOf(body) : undefined;
  return {
    ...{ number, at: new Date(at).toISOString(), kind, method },
    ...{ path: redactUrl(path), query: redactUrl(query), status: reply.status, ms, studio, headers },
    answerHeaders: Object.fromEntries(
      Object.entries(reply.headers).map(([name, value]) => [name.toLowerCase(), value]),
    ),
    decisions: decisionsBehind(code, answer),
    ...(rpcMethod !== undefined && { rpcMethod }),
    ...(requestId !== undefined && { requestId }),
    ...(operation !== undefined && { operation }),
    ...(account !== undefined && { account }),
    ...(keyId !== undefined && { keyId }),
    ...(keyName !== undefined && { keyName }),
    ...(code !== undefined && { code }),
    ...(why !== undefined && { why: redactSecrets(why) }),
    ...(body !== undefined && { body }),
    ...(answer !== undefined && { answer }),
  };
}

/** The last 1,000 requests of every kind, for people who watch a server. Tests assert on the API's own log. */
export class TrafficLog {
  readonly #kept = new LastRequests<Kept>();
  readonly #followers = new Set<(entry: TrafficEntry | undefined) => void>();
  /** Names this run of this server: after a restart the numbers begin anew. */
  readonly #run = randomUUID();

  /** Writes a request down. It is put into words only when somebody reads it. */
  record(seen: SeenRequest): void {
    const { kind, request, path, ms, exchange } = seen;
    const studio = request.header("x-studio") !== undefined || path.startsWith("/studio");
    const told = exchange ? withoutLong(exchange) : toldOf(seen);
    // The API's record is kept as it is: what is made for each request and lives on is copied by the next collection of garbage.
    const kept: Kept = { kind, ms, studio, headers: headersOf(request), told };
    const number = this.#kept.add(kept);
    if (this.#followers.size === 0) return;
    const entry = entryOf([number, kept]);
    for (const follower of this.#followers) follower(entry);
  }

  /** The requests after a number as of now, oldest first, each put into words when it is taken: bodies make that long. */
  list(after = 0): Iterable<TrafficEntry> {
    return inWords(this.#kept.after(after));
  }

  /** Streams the kept requests after a number, then each new one, as server-sent events. */
  stream(after: number, signal?: AbortSignal): AsyncIterableIterator<string> {
    const events = new EventQueue(signal, () => this.#followers.delete(follower));
    const follower = (entry: TrafficEntry | undefined) => {
      if (entry) events.push(eventText("request", entry, entry.number));
      else events.end();
    };
    events.push(eventText("hello", { run: this.#run, number: this.#kept.last }));
    // Numbers of an earlier run say nothing about this one.
    for (const kept of this.#kept.after(after > this.#kept.last ? 0 : after)) {
      events.push(() => eventText("request", entryOf(kept), kept[0]));
    }
    if (events.open) this.#followers.add(follower);
    return events.read();
  }

  /** Ends every stream. */
  close(): void {
    for (const follower of [...this.#followers]) follower(undefined);
  }
}

function* inWords(kept: readonly Numbered[]): Generator<TrafficEntry> {
  for (const one of kept) yield entryOf(one);
}

/** A body that is kept: text and bytes that are not too long, never a stream. */
function textOf({ body }: HttpReply): string | Uint8Array | undefined {
  if (isLong(body)) return undefined;
  return typeof body === "string" || body instanceof Uint8Array ? body : undefined;
}
