import ky from "ky";
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

/** Sends a request once. The signal ends it at any point, also when `fetch` does not heed it. */
export async function attempt(
  request: OutgoingRequest,
  fetch: FetchLike,
  signal: AbortSignal,
): Promise<Answer> {
  const { url, method, headers, body, key } = request;
  try {
    const sent = ky(url, {
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
    throw new ConnectionError(
      `No answer from ${new URL(url).origin}: ${cause.message}.`,
      { cause },
      !neverSent(error),
    );
  }
}
