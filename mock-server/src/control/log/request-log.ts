import { randomUUID } from "node:crypto";
import { redactSecrets, redactUrl } from "../../accounts/keys.js";
import type { HttpReply, HttpRequest } from "../../http/message.js";
import { ServiceError } from "../../kernel/errors.js";
import {
  type AnsweredCall,
  type LoggedRequest,
  loggedCalls,
  loggedRequest,
  type NotedRequest,
  REQUESTS_KEPT,
  type RequestQuery,
  type TrafficEntry,
  trafficEntry,
} from "./entries.js";
import { EventQueue, eventText } from "./event-queue.js";
import { checkedCalls, checkedQuery, complaintOf, type ExpectedCall, misses } from "./expected-calls.js";

/** A longer body is not kept: a thousand of them would fill the memory. */
const BODY_BYTES = 16_384;

/** Request headers that an entry shows. `Authorization` and cookies are not among them. */
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

function headersOf(request: HttpRequest): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const name of HEADERS) {
    const value = request.header(name);
    if (value !== undefined) headers[name] = redactSecrets(value);
  }
  return headers;
}

/** A body that is short enough to be kept; never a stream. */
function keptBody(body: HttpReply["body"]): string | Uint8Array | undefined {
  const whole = typeof body === "string" || body instanceof Uint8Array;
  return whole && body.length <= BODY_BYTES ? body : undefined;
}

/** A request as the log keeps it. */
function notedRequest({ kind, request, path, reply, at, ms, body, exchange }: AnsweredCall): NotedRequest {
  const { method, query } = request;
  const studio = request.header("x-studio") !== undefined || path.startsWith("/studio");
  return {
    kind,
    ms,
    studio,
    headers: headersOf(request),
    body: keptBody(exchange?.body ?? body),
    answer: keptBody(reply.body),
    answerHeaders: reply.headers,
    facts: exchange ?? { method, path, query, status: reply.status, at },
  };
}

type Numbered = readonly [number: number, kept: NotedRequest];

/** The last requests, numbered from 1. */
class LastRequests {
  #kept: Numbered[] = [];
  /** The number of the newest. */
  last = 0;
  #cleared = 0;

  add(kept: NotedRequest): number {
    this.last++;
    this.#kept.push([this.last, kept]);
    // Twice as many may lie here: to move them once for each request would cost more.
    if (this.#kept.length >= 2 * REQUESTS_KEPT) this.#kept = this.after(0);
    return this.last;
  }

  /** Those after a number, oldest first, as of now. */
  after(number: number): Numbered[] {
    return this.#kept.slice(-REQUESTS_KEPT).filter(([own]) => own > number);
  }

  /** How many came since all was forgotten, and are kept no longer. */
  get gone(): number {
    return Math.max(0, this.last - this.#cleared - REQUESTS_KEPT);
  }

  /** Forgets all; numbers go on. */
  clear(): void {
    this.#kept = [];
    this.#cleared = this.last;
  }
}

function* lazily<T>(
  kept: readonly Numbered[],
  entry: (number: number, kept: NotedRequest) => T,
): Generator<T> {
  for (const [number, one] of kept) yield entry(number, one);
}

/** A request as its followers get it: the texts are made once for all of them, and only where one reads. */
interface Followed {
  /** Its event among the requests of every kind. */
  readonly traffic: () => string;
  /** Its event among those of the API; undefined for another kind. */
  readonly request: (() => string) | undefined;
}

function followed(kept: NotedRequest, number: number, apiNumber: number | undefined): Followed {
  const once = (make: () => string) => {
    let text: string | undefined;
    return () => {
      text ??= make();
      return text;
    };
  };
  return {
    traffic: once(() => eventText("request", trafficEntry(number, kept), number)),
    request:
      apiNumber === undefined
        ? undefined
        : once(() => eventText("request", loggedRequest(apiNumber, kept), apiNumber)),
  };
}

/** Takes each new request; nothing at the end of the log. */
type Follower = (request?: Followed) => void;

/** Readers of a stream: each is sent every request, so their number bounds the cost of one. */
const MOST_READERS = 64;

/** The last 1,000 answered requests of the API, and of JSON-RPC: to ask, to assert on, to follow. */
export class RequestLog {
  readonly #api = new LastRequests();
  readonly #rpc = new LastRequests();
  /** Requests of every kind, for people who watch the server. */
  readonly #all = new LastRequests();
  readonly #apiFollowers = new Set<Follower>();
  readonly #followers = new Set<Follower>();
  /** Names this run of this server: after a restart the numbers begin at 1 again. */
  readonly #run = randomUUID();

  /**
   * Notes an answered request.
   *
   * @internal
   */
  record(answered: AnsweredCall): void {
    const kept = notedRequest(answered);
    const number = this.#all.add(kept);
    const apiNumber = answered.exchange && this.#api.add(kept);
    if (!answered.exchange && answered.kind === "rpc" && answered.request.method === "POST")
      this.#rpc.add(kept);
    if (this.#followers.size + this.#apiFollowers.size === 0) return;
    const request = followed(kept, number, apiNumber);
    for (const follower of [...this.#followers, ...this.#apiFollowers]) follower(request);
  }

  /**
   * The requests that fit, oldest first: those of the API, or, where the query names `rpcMethod` or a path of JSON-RPC, calls of
   * JSON-RPC.
   *
   * @param query Fields that a request must have; all are optional.
   * @throws OptionError for a field, or an operation, that no request can have
   * @example
   * ```ts
   * import { createMockServer } from "@intent-tx/mock-server";
   * import { IntentTx } from "intent-tx";
   *
   * await using server = await createMockServer({ seed: 1 });
   * const client = new IntentTx(server.clientOptions());
   * await client.prices.retrieve("SOL");
   * console.log(server.requests.list({ operation: "prices.retrieve" }).map(({ status }) => status));
   * ```
   */
  list(query: RequestQuery = {}): LoggedRequest[] {
    return [...this.found(checkedQuery(query))];
  }

  /**
   * The same as of now, each made when it is taken: bodies make that long.
   *
   * @internal
   */
  found(query: RequestQuery): Iterable<LoggedRequest> {
    if (asksRpc(query)) return this.#calls().filter((call) => misses(call, query).length === 0);
    const kept = this.#api.after(0).filter(([, { facts }]) => {
      const { method, path, operation, status, keyName } = facts;
      return misses({ method, path: redactUrl(path), operation, status, keyName }, query).length === 0;
    });
    return lazily(kept, loggedRequest);
  }

  #calls(): LoggedRequest[] {
    return this.#rpc.after(0).flatMap(([number, kept]) => loggedCalls(number, kept));
  }

  /**
   * Forgets everything; numbers go on.
   *
   * @example
   * ```ts
   * import { createMockServer } from "@intent-tx/mock-server";
   * import { IntentTx } from "intent-tx";
   *
   * await using server = await createMockServer({ seed: 1 });
   * const client = new IntentTx(server.clientOptions());
   * await client.prices.retrieve("SOL");
   * server.requests.clear();
   * ```
   */
  clear(): void {
    this.#api.clear();
    this.#rpc.clear();
  }

  /**
   * Checks that these calls were made. `rpcMethod` counts calls of JSON-RPC: `{ rpcMethod: "sendTransaction", times: 1 }`.
   *
   * @param expected The calls, in any order, with the fields that matter.
   * @throws Error that says which was not, and what came closest, or that the log has lost the requests that would decide it;
   * OptionError for what is no list of calls
   * @example
   * ```ts
   * import { createMockServer } from "@intent-tx/mock-server";
   * import { IntentTx } from "intent-tx";
   *
   * await using server = await createMockServer({ seed: 1 });
   * const client = new IntentTx(server.clientOptions());
   * await client.prices.retrieve("SOL");
   * server.requests.expectCalls([{ operation: "prices.retrieve", times: 1 }]);
   * ```
   */
  expectCalls(expected: readonly ExpectedCall[]): void {
    const api = { entries: [...this.found({})], gone: this.#api.gone };
    const calls = this.#calls();
    const unread = calls.filter(({ rpcMethod }) => rpcMethod === undefined).length;
    const rpc = { entries: calls, gone: this.#rpc.gone + unread };
    const complaints = checkedCalls(expected).flatMap(
      (call) => complaintOf(call, asksRpc(call) ? rpc : api) ?? [],
    );
    if (complaints.length > 0) throw new Error(complaints.join("\n"));
  }

  /**
   * The requests of every kind after a number, each made when it is taken.
   *
   * @internal
   */
  traffic(after = 0): Iterable<TrafficEntry> {
    return lazily(this.#all.after(after), trafficEntry);
  }

  /**
   * Each request of the API from now on as a server-sent event, until the reader or the log ends.
   *
   * @throws {@link ServiceError} 503 above 64 readers
   * @internal
   */
  stream(signal?: AbortSignal): AsyncIterableIterator<string> {
    return follow(this.#apiFollowers, signal, [": requests follow\n\n"], ({ request }) => request);
  }

  /**
   * The kept requests of every kind after a number, then each new one, as server-sent events.
   *
   * @throws {@link ServiceError} 503 above 64 readers
   * @internal
   */
  trafficStream(after: number, signal?: AbortSignal): AsyncIterableIterator<string> {
    const { last } = this.#all;
    // Numbers of an earlier run say nothing about this one.
    const past = this.#all.after(after > last ? 0 : after);
    const hello = eventText("hello", { run: this.#run, number: last });
    const texts = past.map(
      ([number, kept]) =>
        () =>
          eventText("request", trafficEntry(number, kept), number),
    );
    return follow(this.#followers, signal, [hello, ...texts], ({ traffic }) => traffic);
  }

  /**
   * Ends every stream.
   *
   * @internal
   */
  close(): void {
    for (const follower of [...this.#followers, ...this.#apiFollowers]) follower();
  }
}

const asksRpc = ({ rpcMethod, path }: RequestQuery) => rpcMethod !== undefined || path?.startsWith("/rpc/");

/** A new reader of a stream. @throws {ServiceError} 503 when there are as many as there may be */
function follow(
  followers: Set<Follower>,
  signal: AbortSignal | undefined,
  first: readonly (string | (() => string))[],
  textOf: (request: Followed) => (() => string) | undefined,
): AsyncIterableIterator<string> {
  if (followers.size >= MOST_READERS)
    throw new ServiceError(
      "service_unavailable",
      `${MOST_READERS} readers follow this stream, and it takes no more; end one of them, or read GET /_mock/requests.`,
      { headers: { "Retry-After": "5" } },
    );
  const events = new EventQueue(signal, () => followers.delete(follower));
  const follower: Follower = (request) => {
    if (!request) return events.end();
    const text = textOf(request);
    if (text !== undefined) events.push(text);
  };
  for (const text of first) events.push(text);
  if (events.open) followers.add(follower);
  return events.read();
}
