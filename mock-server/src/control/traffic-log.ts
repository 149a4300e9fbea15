import { redactSecrets, redactUrl } from "../accounts/key-secret.js";
import type { Exchange } from "../api/exchange.js";
import type { HttpReply, HttpRequest } from "../http/message.js";
import { EventQueue, eventText } from "./event-queue.js";
import { isLong, loggedJson, withoutLong } from "./logged-json.js";
import { REQUESTS_KEPT } from "./logged-request.js";
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
  readonly body?: Uint8Array | undefined;
  /** The API's record of the request, if it has one. */
  readonly exchange?: Exchange | undefined;
}

interface Kept extends Omit<SeenRequest, "request"> {
  readonly number: number;
  readonly method: string;
  readonly query: string;
  readonly studio: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

function headersOf(request: HttpRequest): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of HEADERS) {
    const value = request.header(name);
    if (value !== undefined) headers[name] = redactSecrets(value);
  }
  return headers;
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

function entryOf(kept: Kept): TrafficEntry {
  const { number, kind, method, path, query, at, ms, reply, exchange, studio, headers } = kept;
  const body = loggedJson(kept.body);
  const answer = loggedJson(reply.body);
  const { code, why } = exchange ?? errorOf(answer);
  const rpcMethod = kind === "rpc" ? rpcMethodOf(body) : undefined;
  return {
    ...{ number, at: new Date(at).toISOString(), kind, method },
    ...{ path: redactUrl(path), query: redactUrl(query), status: reply.status, ms, studio, headers },
    answerHeaders: Object.fromEntries(
      Object.entries(reply.headers).map(([name, value]) => [name.toLowerCase(), value]),
    ),
    decisions: decisionsBehind(code, answer),
    ...(rpcMethod !== undefined && { rpcMethod }),
    ...(exchange && { requestId: exchange.requestId }),
    ...(exchange?.operation !== undefined && { operation: exchange.operation }),
    ...(exchange?.account !== undefined && { account: exchange.account }),
    ...(exchange?.keyId !== undefined && { keyId: exchange.keyId }),
    ...(exchange?.keyName !== undefined && { keyName: exchange.keyName }),
    ...(code !== undefined && { code }),
    ...(why !== undefined && { why: redactSecrets(why) }),
    ...(body !== undefined && { body }),
    ...(answer !== undefined && { answer }),
  };
}

/** The last 1,000 requests of every kind, for people who watch a server. Tests assert on the API's own log. */
export class TrafficLog {
  readonly #kept: Kept[] = [];
  readonly #followers = new Set<(entry: TrafficEntry | undefined) => void>();
  /** Names this run of this server: after a restart the numbers begin anew. */
  readonly #run = globalThis.crypto.randomUUID();
  #number = 0;

  /** Writes a request down. It is put into words only when somebody reads it. */
  record(seen: SeenRequest): void {
    this.#number++;
    const { kind, request, path, body, reply, at, ms, exchange } = seen;
    // Each member by its name: V8 takes microseconds for an object made of another one's rest.
    const kept: Kept = {
      kind,
      path,
      at,
      ms,
      exchange: exchange && withoutLong(exchange),
      number: this.#number,
      method: request.method,
      query: request.query,
      studio: request.header("x-studio") !== undefined || seen.path.startsWith("/studio"),
      headers: headersOf(request),
      body: isLong(body) ? undefined : body,
      reply: isLong(reply.body) || typeof reply.body === "object" ? { ...reply, body: textOf(reply) } : reply,
    };
    this.#kept[this.#number % REQUESTS_KEPT] = kept;
    if (this.#followers.size === 0) return;
    const entry = entryOf(kept);
    for (const follower of this.#followers) follower(entry);
  }

  /** The requests after a number as of now, oldest first, each put into words when it is taken: bodies make that long. */
  list(after = 0): Iterable<TrafficEntry> {
    return inWords(this.#after(after));
  }

  /** Streams the kept requests after a number, then each new one, as server-sent events. */
  stream(after: number, signal?: AbortSignal): AsyncIterableIterator<string> {
    const events = new EventQueue(signal, () => this.#followers.delete(follower));
    const follower = (entry: TrafficEntry | undefined) => {
      if (entry) events.push(eventText("request", entry, entry.number));
      else events.end();
    };
    events.push(eventText("hello", { run: this.#run, number: this.#number }));
    // Numbers of an earlier run say nothing about this one.
    for (const kept of this.#after(after > this.#number ? 0 : after)) {
      events.push(() => eventText("request", entryOf(kept), kept.number));
    }
    if (events.open) this.#followers.add(follower);
    return events.read();
  }

  #after(after: number): Kept[] {
    return this.#kept
      .filter(({ number }) => number > Math.max(after, this.#number - REQUESTS_KEPT))
      .sort((one, other) => one.number - other.number);
  }

  /** Ends every stream. */
  close(): void {
    for (const follower of [...this.#followers]) follower(undefined);
  }
}

function* inWords(kept: readonly Kept[]): Generator<TrafficEntry> {
  for (const one of kept) yield entryOf(one);
}

/** A body that is kept: text and bytes that are not too long, never a stream. */
function textOf({ body }: HttpReply): string | Uint8Array | undefined {
  if (isLong(body)) return undefined;
  return typeof body === "string" || body instanceof Uint8Array ? body : undefined;
}
