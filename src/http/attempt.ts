import { loadKy } from "#ky";
import { IntentTxError } from "../errors/base-error.js";
import { ConfigurationError, ConnectionError } from "../errors/errors.js";
import { safeCause } from "../errors/secrets.js";
import type { FetchInit, FetchResponse } from "../options/options.js";
import type { Context } from "./config.js";
import type { Deadline } from "./deadline.js";

/** Rejects anything but a response, because adapters and fakes can return other values. */
function checkResponse(response: FetchResponse | undefined): Response {
  if (typeof response?.status !== "number" || typeof response.headers?.get !== "function")
    throw new ConfigurationError("fetch must return a Response with status, headers and body.");
  return response as Response;
}

/** Globals that a call needs. jsdom lacks some of them. */
const PARTS = ["TextEncoder", "AbortController", "Headers", "Request", "Response"] as const;

/** Sends a request once. After the deadline the response body is cancelled, even if `fetch` ignores its signal. */
export async function attempt(
  url: string,
  init: FetchInit,
  { fetch, clock }: Context,
  key: string,
  deadline: Deadline,
) {
  const missing = PARTS.filter((name) => typeof globalThis[name] !== "function");
  if (missing.length > 0)
    throw new ConfigurationError(
      `This runtime has no ${missing.join(", ")}. Set them as globals, as the guide on testing shows for jsdom.`,
    );
  try {
    const ky = await loadKy();
    const response = await ky(url, {
      method: init.method,
      // Called with URL and init, because other libraries' fetches do not accept the platform's `Request`.
      fetch: async () => checkResponse(await fetch(url, init)),
      retry: 0,
      timeout: false,
      throwHttpErrors: false,
    });
    // Before the body, because a slow body would look like a difference between the clocks.
    const now = clock.now();
    if (deadline.ended) void response.body?.cancel().catch(() => {});
    deadline.check();
    return { response, text: await readText(response, deadline), now };
  } catch (error) {
    deadline.check();
    if (error instanceof IntentTxError) throw error;
    const cause = safeCause(error, key);
    throw new ConnectionError(
      `No response from ${new URL(url).origin}: ${cause.message}.`,
      { cause },
      !neverSent(error),
    );
  }
}

/** Maximum response size, bytes after decompression. */
const MAX_RESPONSE_BYTES = 10_485_760;

/** The body of any `fetch`: the platform's is a stream with a reader, node-fetch's is iterable. */
interface Body extends Partial<AsyncIterable<Uint8Array>> {
  getReader?(): ReadableStreamDefaultReader<Uint8Array>;
}

function chunksOf(body: Body) {
  const reader = body.getReader?.();
  if (reader) return { next: () => reader.read(), cancel: () => reader.cancel() };
  const iterator = body[Symbol.asyncIterator]?.();
  return iterator && { next: () => iterator.next(), cancel: () => iterator.return?.() };
}

/** The body's text; undefined if it is longer than {@link MAX_RESPONSE_BYTES}. */
async function readText(response: Response, deadline: Deadline): Promise<string | undefined> {
  const body = response.body as Body | null | undefined;
  if (body === null) return "";
  // React Native's responses have no body stream, and jsdom has no decoder.
  const chunks = body && typeof TextDecoder === "function" && chunksOf(body);
  if (!chunks) {
    const text = await response.text();
    return text.length > MAX_RESPONSE_BYTES ? undefined : text;
  }
  // In an async function, because another library's body may throw, and errors in a listener would be unhandled.
  const cancel = () => void (async () => chunks.cancel())().catch(() => {});
  deadline.listen(cancel);
  const decoder = new TextDecoder();
  let text = "";
  for (let bytes = 0; ; ) {
    const { done, value } = await chunks.next();
    if (done || !value) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > MAX_RESPONSE_BYTES) {
      cancel();
      // Node ends a body with queueMicrotask. If fake timers replace queueMicrotask, the body never ends.
      let fakeTimers = true;
      queueMicrotask(() => {
        fakeTimers = false;
      });
      await Promise.resolve();
      if (fakeTimers)
        throw new ConfigurationError(
          "queueMicrotask is faked, so the response body does not end. Exclude queueMicrotask from the fake timers.",
        );
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}

// Failures before the first byte of the request left: the name did not resolve, or the connection was refused.
const NEVER_SENT = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
  "ConnectionRefused",
  "FailedToOpenSocket",
]);

/** Maximum depth of causes to inspect, since they can form a cycle. */
export const MAX_CAUSES = 8;

export function neverSent(error: unknown, depth = 0): boolean {
  const { code, cause, errors } = Object(error) as { code?: string; cause?: unknown; errors?: unknown[] };
  if (code !== undefined && NEVER_SENT.has(code)) return true;
  if (depth > MAX_CAUSES) return false;
  if (errors?.length) return errors.every((one) => neverSent(one, depth + 1));
  return cause !== undefined && neverSent(cause, depth + 1);
}
