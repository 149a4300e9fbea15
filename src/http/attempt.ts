import { ConnectionError } from "../errors.js";
import type { FetchLike } from "../options.js";
import { safeCause } from "../secrets.js";
import { readText } from "./body.js";
import { race } from "./deadline.js";
import { neverSent } from "./retry.js";

/** A request with everything that it needs. */
export interface OutgoingRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | undefined;
  readonly key: string;
}

/** An answer with its body read; `text` is undefined when it was too long. */
export interface Answer {
  readonly response: Response;
  readonly text: string | undefined;
}

/** Failures of which the request provably never left. */
const unsent = new WeakSet<object>();

/** True when the attempt that failed so provably never left. */
export const wasUnsent = (error: object) => unsent.has(error);

// Loading ky touches `Request`, which starts the engine's HTTP stack (20 ms on Node 20): that waits for a client.
let ky: Promise<typeof import("ky")> | undefined;

/** Loads the transport. */
export function loadTransport(): Promise<typeof import("ky")> {
  ky ??= import("ky");
  return ky;
}

/** Sends a request once. The signal ends it at any point, also when `fetch` does not heed it. */
export async function attempt(
  request: OutgoingRequest,
  fetch: FetchLike,
  signal: AbortSignal,
): Promise<Answer> {
  const { url, method, headers, body, key } = request;
  const transport = (await race(signal, loadTransport())).default;
  try {
    const sent = transport(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      signal,
      fetch: fetch as typeof globalThis.fetch,
      redirect: "manual",
      // ky's retries obey headers without bound, and its timeout ends before the body: both are ours.
      retry: 0,
      timeout: false,
      throwHttpErrors: false,
    });
    const late = (response: Response) => signal.aborted && void response.body?.cancel().catch(() => {});
    sent.then(late, () => {});
    const response = await race(signal, sent);
    return { response, text: await race(signal, readText(response, signal)) };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const cause = safeCause(error, key);
    const { code } = cause as { code?: string };
    const failure = new ConnectionError(
      `No answer from ${new URL(url).origin}: ${cause.message}${code ? ` (${code})` : ""}. Check baseUrl and the network.`,
      { cause },
    );
    if (neverSent(error)) unsent.add(failure);
    throw failure;
  }
}
