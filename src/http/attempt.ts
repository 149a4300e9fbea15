import ky from "ky";
import { IntentTxError } from "../base-error.js";
import { ConfigurationError, ConnectionError } from "../errors.js";
import type { FetchInit, FetchLike, FetchResponse } from "../options.js";
import { safeCause } from "../secrets.js";
import { readText } from "./body.js";
import type { Awaited } from "./ending.js";
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

/** Sends a request once. Whoever waits for it no longer lets go of its body, also when `fetch` does not heed the signal. */
export async function attempt(request: OutgoingRequest, fetch: FetchLike, awaited: Awaited): Promise<Answer> {
  const { signal } = awaited;
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
    const response = await ky(url, {
      method,
      // With address and init, which every fetch takes: another's does not know the `Request` of this realm.
      fetch: async () => answered(await fetch(url, init)),
      // ky's retries obey headers without bound, and its timeout ends before the body: both are ours.
      retry: 0,
      timeout: false,
      throwHttpErrors: false,
    });
    if (signal.aborted) void response.body?.cancel().catch(() => {});
    signal.throwIfAborted();
    return { response, text: await readText(response, awaited) };
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
