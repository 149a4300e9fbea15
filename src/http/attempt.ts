import ky from "ky";
import { ConfigurationError, ConnectionError, IntentTxError } from "../errors.js";
import type { FetchInit, FetchLike, FetchResponse } from "../options.js";
import { safeCause } from "../secrets.js";
import { readText } from "./body.js";
import { race } from "./deadline.js";
import { neverSent } from "./never-sent.js";

/** A request with everything that it needs. */
export interface OutgoingRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly key: string;
  readonly credentials: FetchInit["credentials"];
}

/** An answer with its body read; `text` is undefined when it was too long. */
export interface Answer {
  readonly response: Response;
  readonly text: string | undefined;
}

/** Adapters and fakes may answer anything. */
function answered(response: FetchResponse | undefined): Response {
  if (typeof response?.status !== "number" || typeof response.headers?.get !== "function")
    throw new ConfigurationError(
      "The fetch that was given must answer a Response: status, headers and body.",
    );
  return response as Response;
}

/** The parts of a runtime that a call needs; jest-environment-jsdom takes the last two away. */
const PARTS = ["AbortController", "Headers", "Request", "Response"] as const;

function checkRuntime() {
  const missing = PARTS.filter((name) => typeof globalThis[name] !== "function");
  if (missing.length > 0)
    throw new ConfigurationError(
      `This runtime has no ${missing.join(", no ")}: set them as globals, as the guide on testing shows for jsdom.`,
    );
}

/** Sends a request once. The signal ends it at any point, also when `fetch` does not heed it. */
export async function attempt(
  request: OutgoingRequest,
  fetch: FetchLike,
  signal: AbortSignal,
): Promise<Answer> {
  checkRuntime();
  const { url, method, headers, body, key, credentials } = request;
  const init: FetchInit = {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
    ...(credentials === undefined ? {} : { credentials }),
    signal,
    redirect: "manual",
  };
  try {
    const sent = ky(url, {
      method,
      // With address and init, which every fetch takes: another's does not know the `Request` of this realm.
      fetch: async () => answered(await fetch(url, init)),
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
    if (error instanceof IntentTxError) throw error;
    const cause = safeCause(error, key);
    throw new ConnectionError(
      `No answer from ${new URL(url).origin}: ${cause.message}.`,
      { cause },
      !neverSent(error),
    );
  }
}
