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

function storedRequest(exchange: Exchange, request: HttpRequest, reply: HttpReply): StoredRequest {
  if ((exchange.body?.length ?? 0) > BODY_BYTES) exchange.body = undefined;
  return {
    exchange,
    studio: request.header("x-studio") !== undefined || isStudioFile(exchange.path),
    headers: headersOf(request),
    answer: storedBody(reply.body),
    answerHeaders: reply.headers,
  };
}

type Numbered = readonly [number: number, stored: StoredRequest];

/** The last requests, numbered from 1. */
class LastRequests {
  #kept: Numbered[] = [];
  last = 0;
  /** Number of requests since the last `clear` that are no longer kept. */
  dropped = 0;

  add(stored: StoredRequest, number = this.last + 1): number {
    this.last = number;
    this.#kept.push([number, stored]);
    if (this.#kept.length > REQUESTS_KEPT) {
      this.#kept.shift();
      this.dropped++;
    }
    return number;
  }

  /** Kept requests with a number above `number`, oldest first. */
  after(number: number): Numbered[] {
    return this.#kept.filter(([own]) => own > number);
  }

  /** Clears all entries; numbering continues. */
  clear(): void {
    this.#kept = [];
    this.dropped = 0;
  }
}

function* entriesOf<T>(
  stored: readonly Numbered[],
  entry: (number: number, stored: StoredRequest) => T,
): Generator<T> {
  for (const [number, one] of stored) yield entry(number, one);
}

/** A new request, for the readers of the streams. `apiNumber` is its number in the API's log, if it belongs there. */
interface NewRequest {
  readonly stored: StoredRequest;
  readonly number: number;
  readonly apiNumber: number | undefined;
}

/** Called with each new request, or without one when the log ends. */
type Follower = (request?: NewRequest) => void;

/** An event is written when a reader reads it. */
const trafficEvent =
  ([number, stored]: Numbered) =>
  () =>
    eventText("request", trafficEntry(number, stored), number);

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
  /** Identifies this run of the server: after a restart, numbers begin at 1 again. */
  readonly #run = randomUUID();

  /**
   * Logs a handled request.
   *
   * @internal
   */
  record(exchange: Exchange, request: HttpRequest, reply: HttpReply): void {
    const stored = storedRequest(exchange, request, reply);
    const number = this.#last + 1;
    (stored.studio ? this.#studio : this.#all).add(stored, number);
    const { kind, method, isApi } = exchange;
    const apiNumber = isApi ? this.#api.add(stored) : undefined;
    if (!isApi && kind === "rpc" && method === "POST") this.#rpc.add(stored);
    for (const follower of [...this.#followers, ...this.#apiFollowers])
      follower({ stored, number, apiNumber });
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
    const stored = this.#api.after(0).filter(([, { exchange }]) => {
      const { method, path, operation, status, keyName } = exchange;
      return mismatches({ method, path: redactUrl(path), operation, status, keyName }, query).length === 0;
    });
    return entriesOf(stored, loggedRequest);
  }

  *#foundCalls(query: RequestQuery): Generator<LoggedRequest> {
    for (const [number, stored] of this.#rpc.after(0))
      for (const call of loggedCalls(number, stored)) if (mismatches(call, query).length === 0) yield call;
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
    const calls = [...this.#foundCalls({})];
    const unread = calls.filter(({ rpcMethod }) => rpcMethod === undefined).length;
    const rpc = { entries: calls, dropped: this.#rpc.dropped + unread };
    refuseMissing(expected, { api, rpc });
  }

  get #last(): number {
    return Math.max(this.#all.last, this.#studio.last);
  }

  #traffic(after: number): Numbered[] {
    return [...this.#all.after(after), ...this.#studio.after(after)].sort(([a], [b]) => a - b);
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
    const event = ({ stored, apiNumber }: NewRequest) =>
      apiNumber === undefined
        ? undefined
        : () => eventText("request", loggedRequest(apiNumber, stored), apiNumber);
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
    const event = ({ number, stored }: NewRequest) => trafficEvent([number, stored]);
    const events = follow(this.#followers, signal, hello, event);
    // A higher number is from an earlier run and has no meaning in this one.
    for (const entry of this.#traffic(after > last ? 0 : after)) events.push(trafficEvent(entry));
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
  textOf: (request: NewRequest) => (() => string) | undefined,
): EventQueue {
  if (followers.size >= MAX_READERS)
    throw unavailable(
      `This stream already has ${MAX_READERS} clients, the maximum. Disconnect one, or use GET /_mock/requests.`,
      5,
    );
  const events = new EventQueue(signal, first, () => followers.delete(follower));
  const follower: Follower = (request) => {
    if (!request) return events.end();
    const text = textOf(request);
    if (text !== undefined) events.push(text);
  };
  if (events.open) followers.add(follower);
  return events;
}
