import { randomUUID } from "node:crypto";
import { redactSecrets, redactUrl } from "../../accounts/key-secret.js";
import type { HttpReply, HttpRequest } from "../../http/message.js";
import {
  type AnsweredCall,
  type LoggedRequest,
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

  /** Forgets all; numbers go on. */
  clear(): void {
    this.#kept = [];
  }
}

function* lazily<T>(
  kept: readonly Numbered[],
  entry: (number: number, kept: NotedRequest) => T,
): Generator<T> {
  for (const [number, one] of kept) yield entry(number, one);
}

/** Takes each new request with its number among all and, for one of the API, its number there; nothing at the end of the log. */
type Follower = (kept?: NotedRequest, number?: number, apiNumber?: number) => void;

/** The last 1,000 answered requests: to ask, to assert on, to follow. The control plane also shows those of JSON-RPC and pages. */
export class RequestLog {
  readonly #api = new LastRequests();
  /** Requests of every kind, for people who watch the server. */
  readonly #all = new LastRequests();
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
    for (const follower of this.#followers) follower(kept, number, apiNumber);
  }

  /**
   * The requests that fit, oldest first.
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
    const kept = this.#api.after(0).filter(([, { facts }]) => {
      const { method, path, operation, status, keyName } = facts;
      return misses({ method, path: redactUrl(path), operation, status, keyName }, query).length === 0;
    });
    return lazily(kept, loggedRequest);
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
  }

  /**
   * Checks that these calls were made.
   *
   * @param expected The calls, in any order, with the fields that matter.
   * @throws Error that says which was not, and what came closest; OptionError for what is no list of calls
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
    const entries = [...this.found({})];
    const complaints = checkedCalls(expected).flatMap((call) => complaintOf(call, entries) ?? []);
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
   * @internal
   */
  stream(signal?: AbortSignal): AsyncIterableIterator<string> {
    return this.#follow(signal, [": requests follow\n\n"], (kept, _, number) =>
      number === undefined ? undefined : eventText("request", loggedRequest(number, kept), number),
    );
  }

  /**
   * The kept requests of every kind after a number, then each new one, as server-sent events.
   *
   * @internal
   */
  trafficStream(after: number, signal?: AbortSignal): AsyncIterableIterator<string> {
    const text = (kept: NotedRequest, number: number) =>
      eventText("request", trafficEntry(number, kept), number);
    const { last } = this.#all;
    // Numbers of an earlier run say nothing about this one.
    const past = this.#all.after(after > last ? 0 : after);
    const hello = eventText("hello", { run: this.#run, number: last });
    return this.#follow(
      signal,
      [
        hello,
        ...past.map(
          ([number, kept]) =>
            () =>
              text(kept, number),
        ),
      ],
      text,
    );
  }

  /**
   * Ends every stream.
   *
   * @internal
   */
  close(): void {
    for (const follower of [...this.#followers]) follower();
  }

  #follow(
    signal: AbortSignal | undefined,
    first: readonly (string | (() => string))[],
    textOf: (kept: NotedRequest, number: number, apiNumber: number | undefined) => string | undefined,
  ): AsyncIterableIterator<string> {
    const events = new EventQueue(signal, () => this.#followers.delete(follower));
    const follower: Follower = (kept, number = 0, apiNumber) => {
      if (!kept) return events.end();
      const text = textOf(kept, number, apiNumber);
      if (text !== undefined) events.push(text);
    };
    for (const text of first) events.push(text);
    if (events.open) this.#followers.add(follower);
    return events.read();
  }
}
