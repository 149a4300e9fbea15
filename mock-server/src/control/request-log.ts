import { redactSecrets, redactUrl } from "../accounts/key-secret.js";
import type { Exchange } from "../api/exchange.js";
import { EventQueue, eventText } from "./event-queue.js";
import { checkedCalls, checkedQuery, complaintOf, type ExpectedCall, misses } from "./expected-calls.js";
import { LastRequests } from "./last-requests.js";
import { loggedJson, withoutLong } from "./logged-json.js";
import type { LoggedRequest, RequestQuery } from "./logged-request.js";

type Kept = readonly [number: number, exchange: Exchange];

/** An exchange in words, without secrets. */
function logged([number, exchange]: Kept): LoggedRequest {
  const { requestId, method, path, query, operation, account, keyId, keyName, status, code, why } = exchange;
  const body = loggedJson(exchange.body);
  const answer = loggedJson(exchange.reply.body);
  return {
    number,
    requestId,
    at: new Date(exchange.at).toISOString(),
    method,
    path: redactUrl(path),
    query: redactUrl(query),
    ...(operation !== undefined && { operation }),
    ...(account !== undefined && { account }),
    ...(keyId !== undefined && { keyId }),
    ...(keyName !== undefined && { keyName }),
    status,
    ...(code !== undefined && { code }),
    ...(why !== undefined && { why: redactSecrets(why) }),
    ...(body !== undefined && { body }),
    ...(answer !== undefined && { answer }),
  };
}

/** The part of an entry that a query can ask for: none of it needs the body. */
function asked({ method, path, operation, status, keyName }: Exchange): RequestQuery {
  return {
    ...{ method, path: redactUrl(path), status },
    ...(operation !== undefined && { operation }),
    ...(keyName !== undefined && { keyName }),
  };
}

function* inWords(kept: readonly Kept[]): Generator<LoggedRequest> {
  for (const one of kept) yield logged(one);
}

/** The last 1,000 answered requests: to ask, to assert on, to follow. */
export class RequestLog {
  readonly #kept = new LastRequests<Exchange>();
  readonly #followers = new Set<(entry: LoggedRequest | undefined) => void>();

  /**
   * Writes an exchange down. It is put into words only when somebody reads it: most are never read.
   *
   * @internal
   */
  record(exchange: Exchange): void {
    const kept = withoutLong(exchange);
    const number = this.#kept.add(kept);
    if (this.#followers.size === 0) return;
    const entry = logged([number, kept]);
    for (const follower of this.#followers) follower(entry);
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
   * The same as of now, each put into words when it is taken: bodies make that long.
   *
   * @internal
   */
  found(query: RequestQuery): Iterable<LoggedRequest> {
    return inWords(this.#kept.after(0).filter(([, exchange]) => misses(asked(exchange), query).length === 0));
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
    this.#kept.clear();
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
    const entries = this.#kept.after(0).map(logged);
    const complaints = checkedCalls(expected).flatMap((call) => complaintOf(call, entries) ?? []);
    if (complaints.length > 0) throw new Error(complaints.join("\n"));
  }

  /**
   * Each request from now on as a server-sent event, until the reader or the log ends.
   *
   * @internal
   */
  stream(signal?: AbortSignal): AsyncIterableIterator<string> {
    const events = new EventQueue(signal, () => this.#followers.delete(follower));
    events.push(": requests follow\n\n");
    const follower = (entry: LoggedRequest | undefined) => {
      if (entry) events.push(eventText("request", entry, entry.number));
      else events.end();
    };
    if (events.open) this.#followers.add(follower);
    return events.read();
  }

  /**
   * Ends every stream.
   *
   * @internal
   */
  close(): void {
    for (const follower of [...this.#followers]) follower(undefined);
  }
}
