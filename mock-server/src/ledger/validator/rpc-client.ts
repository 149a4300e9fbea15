import * as z from "zod/mini";
import { remoteText, requestText } from "../../http/outgoing.js";
import { checkedOption } from "../../kernel/checked.js";
import { ServiceError } from "../../kernel/errors.js";
import { readJson } from "../../kernel/json.js";
import { text } from "../../kernel/schema-kit.js";
import { pagesOf } from "./decode.js";

/** Thrown if the validator does not respond, or reports that it is unhealthy. The API responds with 503. */
export class RpcUnreachableError extends ServiceError<"service_unavailable"> {
  /**
   * @param reason the cause in a few words, without secrets
   * @param answered true if a server responded, but not as a healthy validator does
   */
  constructor(
    origin: string,
    method: string,
    readonly reason: string,
    readonly answered = false,
  ) {
    super(
      "service_unavailable",
      `The validator at ${origin} does not respond to ${method}: ${reason}. Check that it is running.`,
      {},
    );
    this.name = "RpcUnreachableError";
  }
}

export class RpcResponseError extends Error {
  constructor(
    readonly method: string,
    readonly code: number,
    /** The validator's own message. */
    readonly reason: string,
  ) {
    super(`The validator returned an error for ${method} (${code}): ${reason}`);
    this.name = "RpcResponseError";
  }
}

const read = (url: string) => (URL.canParse(url) ? new URL(url) : undefined);

export const RpcUrlSchema = z.lazy(() =>
  text.check(
    z.refine(
      (url) => /^https?:$/.test(read(url)?.protocol ?? ""),
      "must be the http(s) address of a validator's JSON-RPC",
    ),
    z.refine(
      (url) => !(read(url)?.username || read(url)?.password),
      "must not contain a user name or password",
    ),
  ),
);

const TIMEOUT_MS = 5_000;
/** Calls per HTTP request. Validators reject bodies over 50 kB, which a page of transactions can exceed. */
const BATCH = 25;
/** JSON-RPC error code of a node that lags behind, so that its results would be outdated. */
const UNHEALTHY = -32_005;

export interface BatchCall {
  readonly method: string;
  readonly params?: readonly unknown[];
}

interface Answer {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** Calls a validator over HTTP. Whole numbers beyond 2^53 arrive as `bigint`. */
export class RpcClient {
  readonly #url: URL;
  #id = 0;

  /** @throws {OptionError} when `url` is not an HTTP address */
  constructor(
    url: string,
    private readonly timeoutMs = TIMEOUT_MS,
    /** Whether to follow redirects. A URL from a client must not lead elsewhere. */
    private readonly redirect: "follow" | "error" = "follow",
    /** Ends a call when its caller disconnects. */
    private readonly signal?: AbortSignal | undefined,
  ) {
    this.#url = new URL(checkedOption("rpcUrl", RpcUrlSchema, url));
  }

  /** @throws {RpcUnreachableError} {RpcResponseError} */
  async call<T>(method: string, params: readonly unknown[] = []): Promise<T> {
    const id = ++this.#id;
    const answer = (await this.#post(method, { jsonrpc: "2.0", id, method, params })) as Answer;
    return this.#result(method, answer) as T;
  }

  /**
   * Results in the order of `calls`. One failed call fails the batch. @throws {RpcUnreachableError} {RpcResponseError}
   */
  async batch<T>(calls: readonly BatchCall[]): Promise<T[]> {
    const results: T[] = [];
    for (const part of pagesOf(calls, BATCH)) results.push(...(await this.#part<T>(part)));
    return results;
  }

  async #part<T>(calls: readonly BatchCall[]): Promise<T[]> {
    const first = this.#id + 1;
    this.#id += calls.length;
    const body = calls.map(({ method, params = [] }, at) => ({
      jsonrpc: "2.0",
      id: first + at,
      method,
      params,
    }));
    const answers = await this.#post(calls[0]?.method ?? "batch", body);
    // A batch that is rejected as a whole gets a single error.
    const single = Array.isArray(answers) ? undefined : (answers as Answer);
    const byId = new Map(Array.isArray(answers) ? (answers as Answer[]).map((one) => [one.id, one]) : []);
    return calls.map(({ method }, at) => this.#result(method, single ?? byId.get(first + at) ?? {}) as T);
  }

  async #post(method: string, body: unknown): Promise<unknown> {
    const { response, text, isWhole } = await requestText(this.#url.href, {
      method: "POST",
      redirect: this.redirect,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      deadlineMs: this.timeoutMs,
      signal: this.signal,
    }).catch((error: unknown) => {
      throw this.#unreachable(method, reasonOf(error), false);
    });
    if (!isWhole) throw this.#unreachable(method, "a response larger than 64 MiB");
    let answer: unknown;
    try {
      answer = readJson(text);
    } catch {
      throw this.#unreachable(method, `HTTP ${response.status} without JSON`);
    }
    if (typeof answer !== "object" || answer === null || (!response.ok && !("error" in answer))) {
      throw this.#unreachable(method, `HTTP ${response.status} without a JSON-RPC response`);
    }
    return answer;
  }

  #result(method: string, { result, error }: Answer): unknown {
    if (error?.code === UNHEALTHY) throw this.#unreachable(method, remoteText(error.message));
    if (error) throw new RpcResponseError(method, Number(error.code), remoteText(error.message));
    if (result === undefined) throw this.#unreachable(method, "a response without a result");
    return result;
  }

  /** Shows only the URL's origin, because providers put API keys into path and query. */
  #unreachable(method: string, reason: string, answered = true): RpcUnreachableError {
    return new RpcUnreachableError(this.#url.origin, method, reason, answered);
  }
}

/** Reads the reason (`ECONNREFUSED`) from the error's cause, where undici puts it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error as { cause?: { code?: unknown; message?: unknown } };
  return remoteText(cause?.code ?? cause?.message ?? error.message);
}
