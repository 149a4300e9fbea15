import { AuthenticationError, type RateLimit, RateLimitError } from "../errors/api-errors.js";
import { IntentTxError } from "../errors/base-error.js";
import { connectionHint, neverSent } from "../errors/causes.js";
import { ConfigurationError, ConnectionError } from "../errors/errors.js";
import { safeCause } from "../errors/secrets.js";
import { adviseSeconds, CALL_RULES, checkOptions } from "../options/checks.js";
import type { RequestFacts } from "../options/events.js";
import type { FetchInit, FetchResponse, ReleaseSlot, RequestOptions } from "../options/options.js";
import { within } from "../runtime/clock.js";
import type { OperationParts, WireOperation } from "../wire/shape.js";
import { apiErrorFrom } from "./api-error.js";
import type { CallMode, WithResponse } from "./api-promise.js";
import type { Settings } from "./config.js";
import { Deadline } from "./deadline.js";
import { type Key, KeySource } from "./key-source.js";
import { takeSlot } from "./rate-limit.js";
import { headersOf, invalid, mergeHeaders, prepare, type SentRequest, warnOfUnknown } from "./request.js";
import { type Payload, payload, readRateLimit, readText, requestIdOf } from "./response.js";
import { planRetry, resends } from "./retry.js";

/** A call: its checked options, and what its attempts share. */
interface Call {
  readonly client: Settings;
  readonly operation: WireOperation;
  readonly facts: () => Omit<RequestFacts, "attempt">;
  readonly path: string;
  readonly body: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetchOptions: RequestOptions["fetchOptions"];
  readonly keys: KeySource;
  readonly timeout: number;
  readonly maxRetries: number;
  /** Ends at the total deadline or when the caller's signal aborts. */
  readonly deadline: Deadline;
  readonly mode: CallMode;
  readonly progress: { attempts: number };
}

/** An attempt to send a call's request. */
interface Attempt {
  readonly call: Call;
  readonly retryCount: number;
  /** Why the attempt before failed. */
  readonly error: Error | undefined;
  readonly key: Key;
  readonly facts: RequestFacts;
  readonly deadline: Deadline;
}

/** Carries out an operation: validates its input, sends it, waits and retries, within its deadlines. */
export async function call(
  client: Settings,
  name: string,
  operation: WireOperation,
  input: OperationParts | undefined,
  options: RequestOptions,
  mode: CallMode,
): Promise<WithResponse<unknown>> {
  const progress = { attempts: 0 };
  // The frames below may have the caller's options, with its key. They return before anything is thrown.
  await Promise.resolve();
  let { keys } = client;
  const number = client.shared.nextCall();
  try {
    const advise = (message: string) => client.advise(keys.hide(message));
    const reading = client.strict ? "strict" : warnOfUnknown(name, operation, advise);
    const { path, body } = prepare(operation, input, reading);
    checkOptions(options, CALL_RULES);
    adviseSeconds(options, advise);
    const { idempotencyKey, timeout = client.timeout, maxRetries = client.maxRetries } = options;
    if (options.apiKey !== undefined) keys = new KeySource(options.apiKey, client.checkKey);
    // A URL is written to the logs of proxies and servers.
    if (path.startsWith("/keys/") && keys.hide(path) !== path)
      throw invalid("keyId", "is an API key. Pass the key's identifier, its keyId");
    const fetchOptions = { ...client.fetchOptions, ...options.fetchOptions };
    const defaults = client.headers[body === undefined ? "plain" : "json"];
    const headers =
      options.headers || idempotencyKey
        ? mergeHeaders(defaults, { "Idempotency-Key": idempotencyKey }, options.headers)
        : defaults;
    // Computed for each attempt, because redaction needs the key of that attempt.
    const facts = () => ({
      call: number,
      operation: keys.hide(name),
      method: operation.method,
      path: keys.hide(path),
    });
    const deadline = new Deadline("total", options.totalTimeout ?? client.totalTimeout, options.signal);
    const sent = { path, body, headers, fetchOptions, timeout, maxRetries, deadline, mode, progress };
    try {
      return await attempts({ client, operation, facts, keys, ...sent });
    } finally {
      if (!mode.isOpen) deadline.close();
    }
  } catch (error) {
    if (error instanceof IntentTxError) Object.assign(error, progress);
    const failed = { call: number, operation: keys.hide(name) };
    client.emit("error", { ...failed, error: error as Error });
    // The call has ended: a hook that hangs would keep its error for ever.
    for (const hook of client.hooks.onError ?? [])
      await within(
        client.timeout,
        Promise.resolve(error as Error).then((one) => hook(one, failed)),
      ).catch(() => undefined);
    throw error;
  }
}

/** Globals that a call needs. jsdom lacks some of them. */
const PARTS = ["TextEncoder", "AbortController", "Headers", "Request", "Response"] as const;

/** Makes attempts until one succeeds, or the error, the options or the deadline allow no other. */
async function attempts(call: Call): Promise<WithResponse<unknown>> {
  const { client, deadline, keys, operation, progress } = call;
  const missing = PARTS.filter((name) => typeof globalThis[name] !== "function");
  if (missing.length > 0)
    throw new ConfigurationError(
      `This runtime has no ${missing.join(", ")}. Define them as globals. For jsdom, see the guide "Test runners".`,
    );
  let error: Error | undefined;
  let fresh: Key | undefined;
  let uncertain = 0;
  for (let retryCount = 0; ; retryCount++) {
    deadline.check();
    const key: Key = fresh ?? keys.fixed ?? (await keys.get(deadline));
    const facts = { ...call.facts(), attempt: retryCount + 1 };
    const release = client.window && (await takeSlot(client.window, call, key, facts));
    progress.attempts++;
    const own = new Deadline("attempt", call.timeout, deadline);
    try {
      return await complete({ call, retryCount, error, key, facts, deadline: own }, release);
    } catch (failure) {
      if (deadline.ended) throw failure;
      error = Object.assign(failure as Error, progress);
    }
    if (error instanceof RateLimitError)
      client.emit("rateLimit", { ...facts, retryAfterMs: error.retryAfterMs, rateLimit: error.rateLimit });
    if (retryCount >= call.maxRetries) throw error;
    const isRejected =
      error instanceof AuthenticationError && keys.fixed === undefined && fresh === undefined;
    fresh = isRejected ? await keys.replacement(deadline, key) : undefined;
    const plan = fresh
      ? ({ delayMs: 0, source: "key" } as const)
      : uncertain < resends(error, operation.retry) && planRetry(client, deadline, error, retryCount);
    if (!plan) throw error;
    // Only attempts that the service may have carried out count towards the limit of `once-if-lost`.
    if (resends(error, "once-if-lost") === 1) uncertain++;
    client.emit("retry", { ...facts, ...plan, error });
    if (plan.delayMs) await deadline.race(client.clock.sleep(plan.delayMs, deadline.signal));
  }
}

/** The error of code that the user passed. */
const failure = (what: string, error: unknown, { call }: Attempt) =>
  new ConfigurationError(`${what} failed; see cause.`, {
    cause: safeCause(error, call.keys.hide),
  });

/** The attempt's headers: the call's, with the trace context and the number of retries. */
function headersFor({ call, facts, retryCount }: Attempt): Call["headers"] {
  const { client, headers } = call;
  // A page of another origin would need permission for the header.
  const counted = retryCount > 0 && !client.isCrossOrigin ? { "x-retry-count": `${retryCount}` } : {};
  try {
    const parent = client.traceparent?.(facts);
    if (parent && /^[\da-f]{2}-(?!0+-)[\da-f]{32}-(?!0+-)[\da-f]{16}-[\da-f]{2}$/.test(parent))
      return { ...headers, ...counted, traceparent: parent };
  } catch {
    // Tracing errors never fail a call.
  }
  return retryCount > 0 ? { ...headers, ...counted } : headers;
}

/** Makes an attempt: the request and its hooks, the body, then the payload or the error. */
async function complete(attempt: Attempt, release: ReleaseSlot | undefined): Promise<WithResponse<unknown>> {
  const { call, key, facts, deadline } = attempt;
  const { client, operation, mode, keys } = call;
  const startedAt = performance.now();
  let rateLimit: RateLimit | undefined;
  /** Why there is no response yet. */
  let missing: "not-sent" | "lost" | undefined = "not-sent";
  const leave = () => {
    missing = "lost";
  };
  mode.failed = undefined;
  try {
    client.emit("request", facts, call.body, keys.hide);
    let now = 0;
    const exchange = async () => {
      const response = await send(attempt, leave);
      // A late response of a `fetch` or a hook that ignores the deadline must not change the next attempt.
      deadline.check();
      leave();
      // Read before the body, because a slow body would look like a difference between the clocks.
      now = client.clock.now();
      rateLimit = readRateLimit(response.headers, now);
      if (rateLimit) client.shared.rateLimit = rateLimit;
      mode.isOpen = mode.isRaw === true && response.ok;
      return { response, text: mode.isOpen ? undefined : await readText(response, deadline) };
    };
    const { response, text } = await deadline.race(exchange()).catch((error: unknown) => {
      deadline.check();
      if (error instanceof IntentTxError) throw error;
      if (missing === "not-sent") throw failure("The request", error, attempt);
      const unsent = neverSent(error);
      if (unsent) missing = "not-sent";
      throw lost(attempt, error, !unsent);
    });
    missing = undefined;
    const result = mode.isOpen
      ? { data: undefined, requestId: requestIdOf(response.headers, key.hide) }
      : response.ok
        ? payload(response, text, operation, client.validate, key.hide)
        : { problem: apiErrorFrom(response, text, key.hide, now, client.baseUrl) };
    const { data, problem, requestId = problem?.requestId }: Payload = result;
    const durationMs = performance.now() - startedAt;
    const received = { ...facts, status: response.status, durationMs, requestId, rateLimit };
    client.emit("response", received, text, keys.hide);
    if (problem) {
      if (mode.isRaw && !response.ok) mode.failed = again(response, text);
      if (!("data" in result)) throw problem;
      client.warn(problem.message);
    }
    return { data, response, requestId, rateLimit };
  } finally {
    // The deadlines of an open body end on their own, and abort it if it is still read then.
    if (mode.isOpen) for (const one of [deadline, call.deadline]) one.unref();
    else deadline.close();
    release?.(rateLimit, missing);
  }
}

/** The response whose body was read, with that body; undefined if it cannot be built, such as a redirect. */
function again({ status, statusText, headers }: Response, text: string | undefined): Response | undefined {
  try {
    const all = mergeHeaders(headers, { "content-encoding": undefined, "content-length": undefined });
    return new Response(text || null, { status, statusText, headers: all });
  } catch {
    return undefined;
  }
}

/** The error of an attempt whose request was given to `fetch`. */
function lost({ call, key }: Attempt, error: unknown, sent: boolean): ConnectionError {
  const cause = safeCause(error, key.hide);
  const { origin } = new URL(call.client.baseUrl);
  return new ConnectionError(
    `No response from ${origin}: ${cause.message.trim()}.${connectionHint(cause.message)}`,
    { cause },
    sent,
  );
}

/**
 * Sends the request, and calls `leave` before it does. The body is cancelled after the deadline, even if `fetch` ignores its
 * signal.
 */
async function send(attempt: Attempt, leave: () => void): Promise<Response> {
  const { call, deadline } = attempt;
  const { client, operation, path, body } = call;
  const fetch = async (sent: SentRequest) => {
    // A hook may end after the deadline.
    deadline.check();
    leave();
    const response = checkResponse(await dispatch(attempt, sent));
    if (deadline.ended) void response.body?.cancel().catch(() => {});
    deadline.check();
    return response;
  };
  const headers = headersFor(attempt);
  const request = { url: client.baseUrl + path, method: operation.method, headers, body };
  return client.hasHooks ? withHooks(attempt, request, fetch) : fetch(request);
}

/** Runs the user's hooks around `fetch`. Only hooks need ky, so its code is loaded at the first request with hooks. */
async function withHooks(
  attempt: Attempt,
  request: SentRequest,
  fetch: (sent: SentRequest) => Promise<Response>,
): Promise<Response> {
  const { hooks } = attempt.call.client;
  const failed = (what: string, error: unknown) =>
    error instanceof IntentTxError ? error : failure(what, error, attempt);
  const { sendWithHooks } = await import("./hooks.js").catch((error: unknown) => {
    throw new ConfigurationError(
      "The code that runs hooks did not load, so nothing was sent. Check the connection, or reload the page; see cause.",
      { cause: safeCause(error, attempt.call.keys.hide) },
    );
  });
  return sendWithHooks(request, { ...attempt, hooks, failed }, async (built) => {
    const { url, method, headers } = built;
    const body = (await built.text()) || undefined;
    const response = await fetch({ url, method, headers: headersOf(headers), body });
    // ky clones the response for each hook, which other libraries' responses do not allow.
    return !hooks.afterResponse?.length || response instanceof Response
      ? response
      : new Response(await readText(response, attempt.deadline), response);
  });
}

/** Rejects anything but a response, because adapters and fakes can return other values. */
function checkResponse(response: FetchResponse | undefined): Response {
  if (typeof response?.status !== "number" || typeof response.headers?.get !== "function")
    throw new ConfigurationError("fetch must return a Response with status, headers and body.");
  return response as Response;
}

/** Calls `fetch` with URL and init, because other libraries' fetches do not accept the platform's `Request`. */
function dispatch({ call, key, deadline }: Attempt, { url, method, headers, body }: SentRequest) {
  const { fetch = globalThis.fetch } = call.client;
  if (typeof fetch !== "function")
    throw new ConfigurationError("This runtime has no fetch. Pass one as the fetch option.");
  // Of all frames, only this one and those below it have the key.
  const init: FetchInit = {
    ...call.fetchOptions,
    method,
    headers: { ...headers, ...key.header },
    signal: deadline.signal,
    redirect: "manual",
  };
  if (body !== undefined) init.body = body;
  return fetch(url, init);
}
