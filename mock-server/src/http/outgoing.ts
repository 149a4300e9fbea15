import { wallClear, wallTimeout } from "../kernel/timers.js";

/** Maximum bytes of a response, decompressed. The largest account, 10 MiB, needs 14 MiB of JSON. */
const MAX_BYTES = 64 << 20;

export interface Outgoing extends Omit<RequestInit, "signal"> {
  /** Real time (ms) until the response must have ended. */
  readonly deadlineMs: number;
  /** Ends the request when its caller disconnects. */
  readonly signal?: AbortSignal | undefined;
  /** Maximum bytes of the response. Default 64 MiB. */
  readonly maxBytes?: number;
  /** Default: the global `fetch`. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}

export class DeadlineError extends Error {}

/**
 * Sends a request to another server and reads the response, up to a deadline and a number of bytes.
 *
 * @returns `isWhole` is false if the response is longer than the limit; the text ends there
 * @throws {DeadlineError} after the deadline; the signal's reason when it is aborted; fetch's error
 */
export async function requestText(url: string, outgoing: Outgoing) {
  const { deadlineMs, signal, maxBytes = MAX_BYTES, fetch: send = fetch, ...init } = outgoing;
  // The timer and this controller outlive the wait. Node 20 collects the signal of AbortSignal.timeout as garbage.
  const over = new AbortController();
  const ended = new Promise<never>((_, reject) => {
    over.signal.addEventListener("abort", () => reject(over.signal.reason), { once: true });
  });
  ended.catch(() => undefined);
  const abort = () => over.abort(signal?.reason);
  const timer = wallTimeout(
    () => over.abort(new DeadlineError(`no response within ${deadlineMs / 1000} s`)),
    deadlineMs,
  );
  signal?.addEventListener("abort", abort, { once: true });
  if (signal?.aborted) abort();
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  try {
    const response = await Promise.race([send(url, { ...init, signal: over.signal }), ended]);
    reader = response.body?.getReader();
    const decoder = new TextDecoder();
    let text = "";
    for (let bytes = 0; reader; ) {
      const { done, value } = await Promise.race([reader.read(), ended]);
      if (done) break;
      bytes += value.byteLength;
      if (bytes > maxBytes) return { response, text, isWhole: false };
      text += decoder.decode(value, { stream: true });
    }
    return { response, text: text + decoder.decode(), isWhole: true };
  } finally {
    wallClear(timer);
    signal?.removeEventListener("abort", abort);
    // Ends an unread response, and its connection.
    reader?.cancel().catch(() => undefined);
    over.abort();
  }
}

/** Maximum characters of another server's text in a message. */
const SHOWN = 200;

/** Another server's text for a message: short, on one line, and without invisible characters. */
export function remoteText(text: unknown): string {
  const line = String(text)
    .slice(0, 4 * SHOWN)
    .replace(/[\s\p{C}]+/gu, " ")
    .trim();
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line;
}
