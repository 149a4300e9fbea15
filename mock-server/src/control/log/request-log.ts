import { randomUUID } from "node:crypto";
import { redactSecrets, redactUrl } from "../../accounts/keys.js";
import type { Exchange, HttpReply, HttpRequest } from "../../http/message.js";
import { unavailable } from "../../kernel/errors.js";
import {
  type LoggedRequest,
  loggedCalls,
  loggedRequest,
  type RequestQuery,
  type StoredRequest,
  type TrafficEntry,
  trafficEntry,
} from "./entries.js";
import { EventQueue, eventText } from "./event-queue.js";
import {
  checkedQuery,
  type ExpectedCall,
  isRpcQuery,
  mismatches,
  REQUESTS_KEPT,
  refuseMissing,
} from "./expected-calls.js";

/** Maximum size of a kept body: a thousand longer bodies would fill the memory. */
const BODY_BYTES = 16_384;

/** Request headers in an entry, without `Authorization` and cookies. */
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

/** Returns a body if it is short enough to keep. */
function storedBody(body: HttpReply["body"]): string | Uint8Array | undefined {
  return body !== undefined && body.length <= BODY_BYTES ? body : undefined;
}

/** Browsers request the icon of any page. */
const isStudioFile = (path: string) => path.startsWith("/studio") || path === "/favicon.ico";

class LastRequests {
  kept: StoredRequest[] = [];
  /** Number of requests that were ever added. */
  count = 0;
  /** Number of requests since the last `clear` that are no longer kept. */
  dropped = 0;

  add(stored: StoredRequest): void {
    this.count++;
    this.kept.push(stored);
    if (this.kept.length > REQUESTS_KEPT) {
      this.kept.shift();
      this.dropped++;
    }
  }

  clear(): void {
    this.kept = [];
    this.dropped = 0;
  }
}

function* entriesOf<T>(found: readonly StoredRequest[], entry: (stored: StoredRequest) => T): Generator<T> {
  for (const stored of found) yield entry(stored);
}

/** Called with each new request, or without one when the log ends. */
type Follower = (stored?: StoredRequest) => void;

const trafficEvent = (stored: StoredRequest) => eventText("request", trafficEntry(stored), stored.number);

/** Maximum readers of a stream. Each reader gets every request, so this limits the work for a request. */
const MAX_READERS = 64;

/** The last 1,000 API requests and JSON-RPC calls, for queries, assertions and live views. */
export class RequestLog {
  readonly #api = new LastRequests();
  readonly #rpc = new LastRequests();
  /** Requests of every kind, for live views. */
  readonly #all = new LastRequests();
  /** The studio's own requests, apart, so that an open studio does not displace the app's. */
  readonly #studio = new LastRequests();
  readonly #apiFollowers = new Set<Follower>();
  readonly #followers = new Set<Follower>();
  /** Number of the last request of any kind. */
  #last = 0;
  /** Identifies this run of the server: after a restart, numbers begin at 1 again. */
  readonly #run = randomUUID();

  /**
   * Logs a handled request.
   *
   * @internal
   */
  record(exchange: Exchange, request: HttpRequest, reply: HttpReply): void {
    const { kind, method, isApi, path, body } = exchange;
    if ((body?.length ?? 0) > BODY_BYTES) exchange.body = undefined;
    const log = isApi ? this.#api : kind === "rpc" && method === "POST" ? this.#rpc : undefined;
    const stored = {
      number: ++this.#last,
      logNumber: log ? log.count + 1 : 0,
      exchange,
      studio: request.header("x-studio") !== undefined || isStudioFile(path),
      headers: headersOf(request),
      answer: storedBody(reply.body),
      answerHeaders: reply.headers,
    };
    (stored.studio ? this.#studio : this.#all).add(stored);
    log?.add(stored);
    for (const follower of [...this.#followers, ...(isApi ? this.#apiFollowers : [])]) follower(stored);
  }

  /**
   * The matching requests, oldest first. With `rpcMethod` or a JSON-RPC path they are JSON-RPC calls, otherwise API
   * requests.
   *
   * @param query Fields that a request must match; all are optional.
   * @throws OptionError for a field or operation that no request can have
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
   * Like `list`, as a generator, because entries with bodies are large.
   *
   * @internal
   */
  found(query: RequestQuery): Iterable<LoggedRequest> {
    if (isRpcQuery(query)) return this.#foundCalls(query);
    const found = this.#api.kept.filter(
      ({ exchange }) => mismatches({ ...exchange, path: redactUrl(exchange.path) }, query).length === 0,
    );
    return entriesOf(found, loggedRequest);
  }

  *#foundCalls(query: RequestQuery): Generator<LoggedRequest> {
    for (const stored of [...this.#rpc.kept])
      for (const call of loggedCalls(stored)) if (mismatches(call, query).length === 0) yield call;
  }

  /**
   * Clears the log; numbering continues.
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
   * Throws if one of the expected calls was not made. `rpcMethod` counts JSON-RPC calls: `{ rpcMethod:
   * "sendTransaction", times: 1 }`.
   *
   * @param expected The calls, in any order, with the fields that matter.
   * @throws Error naming the missing call and its closest match, or saying that the log no longer has the requests
   * needed to decide; OptionError if the argument is not a list of calls
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
    const api = { entries: [...this.found({})], dropped: this.#api.dropped };
    const rpc = { entries: [...this.#foundCalls({})], dropped: this.#rpc.dropped };
    refuseMissing(expected, { api, rpc });
  }

  #traffic(after: number): StoredRequest[] {
    return [...this.#all.kept, ...this.#studio.kept]
      .filter(({ number }) => number > after)
      .sort((a, b) => a.number - b.number);
  }

  /**
   * Requests of every kind with a number above `after`, as a generator.
   *
   * @internal
   */
  traffic(after = 0): Iterable<TrafficEntry> {
    return entriesOf(this.#traffic(after), trafficEntry);
  }

  /**
   * Streams each new API request as a server-sent event, until the reader or the log ends.
   *
   * @throws {@link ServiceError} 503 above 64 readers
   * @internal
   */
  stream(signal?: AbortSignal): AsyncIterableIterator<string> {
    const event = (stored: StoredRequest) => eventText("request", loggedRequest(stored), stored.logNumber);
    return follow(this.#apiFollowers, signal, ": requests follow\n\n", event).read();
  }

  /**
   * Streams the kept requests of every kind with a number above `after`, then each new request, as server-sent events.
   *
   * @throws {@link ServiceError} 503 above 64 readers
   * @internal
   */
  trafficStream(after: number, signal?: AbortSignal): AsyncIterableIterator<string> {
    const last = this.#last;
    const hello = eventText("hello", { run: this.#run, number: last });
    const events = follow(this.#followers, signal, hello, trafficEvent);
    // A higher number is from an earlier run and has no meaning in this one.
    for (const stored of this.#traffic(after > last ? 0 : after)) events.push(() => trafficEvent(stored));
    return events.read();
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

/** Adds a reader to a stream. @throws {ServiceError} 503 at the limit of readers */
function follow(
  followers: Set<Follower>,
  signal: AbortSignal | undefined,
  first: string,
  textOf: (stored: StoredRequest) => string,
): EventQueue {
  if (followers.size >= MAX_READERS)
    throw unavailable(
      `This stream already has ${MAX_READERS} clients, the maximum. Disconnect one, or use GET /_mock/requests.`,
      5,
    );
  const events = new EventQueue(signal, first, () => followers.delete(follower));
  // An event is written when the reader reads it.
  const follower: Follower = (stored) => (stored ? events.push(() => textOf(stored)) : events.end());
  if (events.open) followers.add(follower);
  return events;
}
