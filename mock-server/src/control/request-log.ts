import { redactSecrets, redactUrl } from "../accounts/key-secret.js";
import type { Exchange } from "../api/exchange.js";
import { checkedCalls, complaintOf, type ExpectedCall, misses } from "./expected-calls.js";
import type { LoggedRequest, RequestQuery } from "./logged-request.js";

const CAPACITY = 1000;
/** A longer body is not kept: a thousand of them would be felt. */
const BODY_BYTES = 16_384;
/** Events that a slow reader of the stream may be behind; older ones are dropped, so that no reader holds up the server. */
const BACKLOG = 1000;

/** Whether a body is too long to be kept. */
function isLong(body: unknown): boolean {
  return (typeof body === "string" || body instanceof Uint8Array) && body.length > BODY_BYTES;
}

/** A value without secrets: JSON may write their characters as escapes, which only reading it undoes. */
function withoutSecrets(value: unknown): unknown {
  if (typeof value === "string") return redactSecrets(value);
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [redactSecrets(name), withoutSecrets(member)]),
  );
}

function jsonOf(body: unknown): unknown {
  if (body === undefined) return undefined;
  const text =
    typeof body === "string" ? body : body instanceof Uint8Array ? new TextDecoder().decode(body) : "";
  if (text === "" || text.length > BODY_BYTES) return undefined;
  try {
    return withoutSecrets(JSON.parse(text));
  } catch {
    return undefined;
  }
}

interface Kept {
  readonly number: number;
  readonly exchange: Exchange;
}

/** An exchange in words, without secrets. */
function logged({ number, exchange }: Kept): LoggedRequest {
  const { requestId, method, path, query, operation, account, keyId, keyName, status, code, why } = exchange;
  const body = jsonOf(exchange.body);
  const answer = jsonOf(exchange.reply.body);
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

/** The last 1,000 answered requests: to ask, to assert on, to follow. */
export class RequestLog {
  #kept: Kept[] = [];
  #number = 0;
  readonly #followers = new Set<(entry: LoggedRequest | undefined) => void>();

  /** Writes an exchange down. It is put into words only when somebody reads it: most are never read. */
  record(exchange: Exchange): void {
    this.#number++;
    const { body, reply } = exchange;
    const kept = {
      number: this.#number,
      exchange: {
        ...exchange,
        body: isLong(body) ? undefined : body,
        reply: isLong(reply.body) ? { ...reply, body: undefined } : reply,
      },
    };
    this.#kept[this.#number % CAPACITY] = kept;
    if (this.#followers.size === 0) return;
    const entry = logged(kept);
    for (const follower of this.#followers) follower(entry);
  }

  /** The requests that fit, oldest first. */
  list(query: RequestQuery = {}): LoggedRequest[] {
    return this.#entries().filter((entry) => misses(entry, query).length === 0);
  }

  /** Forgets everything; numbers go on. */
  clear(): void {
    this.#kept = [];
  }

  /**
   * Checks that these calls were made.
   *
   * @throws Error that says which was not, and what came closest; OptionError for what is no list of calls
   * @example server.requests.expectCalls([{ operation: "intents.parse", times: 1, body: { slippage: 50 } }])
   */
  expectCalls(expected: readonly ExpectedCall[]): void {
    const entries = this.#entries();
    const complaints = checkedCalls(expected).flatMap((call) => complaintOf(call, entries) ?? []);
    if (complaints.length > 0) throw new Error(complaints.join("\n"));
  }

  /** Each request from now on as a server-sent event, until the reader or the log ends. */
  stream(signal?: AbortSignal): AsyncIterableIterator<string> {
    const waiting: string[] = [": requests follow\n\n"];
    let open = !signal?.aborted;
    let wake = () => {};
    const end = () => {
      open = false;
      this.#followers.delete(follower);
      signal?.removeEventListener("abort", end);
      wake();
    };
    const follower = (entry: LoggedRequest | undefined) => {
      if (!entry) return end();
      waiting.push(`id: ${entry.number}\nevent: request\ndata: ${JSON.stringify(entry)}\n\n`);
      if (waiting.length > BACKLOG) waiting.shift();
      wake();
    };
    if (open) this.#followers.add(follower);
    signal?.addEventListener("abort", end, { once: true });
    const next = async (): Promise<IteratorResult<string>> => {
      while (open && waiting.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const value = waiting.shift();
      return value === undefined ? { done: true, value: undefined } : { done: false, value };
    };
    // A generator that waits for a request could not be ended until one came.
    const iterator: AsyncIterableIterator<string> = {
      next,
      return: async () => {
        end();
        waiting.length = 0;
        return { done: true, value: undefined };
      },
      [Symbol.asyncIterator]: () => iterator,
    };
    return iterator;
  }

  /** Ends every stream. */
  close(): void {
    for (const follower of [...this.#followers]) follower(undefined);
  }

  #entries(): LoggedRequest[] {
    const kept = this.#kept.filter(({ number }) => number > this.#number - CAPACITY);
    return kept.sort((one, other) => one.number - other.number).map(logged);
  }
}
