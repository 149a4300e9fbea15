import type { RetryClass } from "../contract/operations.js";
import { type ApiError, AuthenticationError, type RateLimit, RateLimitError } from "../errors/api-errors.js";
import { ConfigurationError, ConnectionError } from "../errors/errors.js";
import { isTransient } from "../errors/narrowing.js";
import { safeCause } from "../errors/secrets.js";
import type { RequestFacts } from "../options/events.js";
import type { FetchInit, ReleaseSlot } from "../options/options.js";
import type { WireOperation } from "../wire/shape.js";
import type { WithResponse } from "./api-promise.js";
import { attempt } from "./attempt.js";
import type { Context } from "./config.js";
import { Deadline, systemClock } from "./deadline.js";
import { accountOf, type KeySource } from "./key-source.js";
import { readRateLimit } from "./rate-limit.js";
import type { SentHeaders } from "./request.js";
import { apiErrorFrom, type Payload, payload } from "./response.js";

export interface Call {
  readonly operation: WireOperation;
  readonly facts: () => Omit<RequestFacts, "attempt">;
  readonly path: string;
  readonly body: string | undefined;
  readonly headers: SentHeaders;
  readonly keys: KeySource;
  readonly timeout: number;
  readonly maxRetries: number;
  /** Ends at the total deadline or when the caller's signal aborts. */
  readonly deadline: Deadline;
  readonly progress: { attempts: number };
}

/**
 * Sends, waits and retries. ky sends each attempt, but retries and deadlines are the SDK's: ky's timeout excludes the
 * body, its retries follow the service's headers without a limit, and its waits ignore the client's clock.
 */
export async function send(context: Context, call: Call): Promise<WithResponse<unknown>> {
  const { keys, progress, deadline } = call;
  let fresh: string | undefined;
  let uncertain = 0;
  for (let retries = 0; ; retries++) {
    deadline.check();
    // Gets the key before a slot in the window, because a failing key provider would lose the slot.
    const key = fresh ?? keys.fixed ?? (await keys.get(deadline));
    const facts = { ...call.facts(), attempt: retries + 1 };
    const release = context.window && (await acquireSlot(context, call, key, facts));
    progress.attempts++;
    let error: Error;
    try {
      return await sendOnce(context, call, key, facts, release);
    } catch (failure) {
      error = Object.assign(failure as Error, progress);
    }
    if (deadline.ended) throw error;
    if (error instanceof RateLimitError)
      context.emit("rateLimit", { ...facts, retryAfterMs: error.retryAfterMs, rateLimit: error.rateLimit });
    if (retries >= call.maxRetries) throw error;
    const plan =
      error instanceof AuthenticationError
        ? await replacementKey(call, key, fresh)
        : planRetry(context, call, error, retries, uncertain);
    if (!plan) throw error;
    // Only attempts that the service may have carried out count towards the limit of a `once-if-lost` operation.
    if (resends(error, "once-if-lost") === 1) uncertain++;
    fresh = plan.key;
    const { delayMs, source } = plan;
    context.emit("retry", { ...facts, delayMs, source, error });
    if (delayMs) await deadline.race(context.clock.sleep(delayMs, deadline.signal));
  }
}

/** How many times a request may be retried after this error, given its operation's retry class. */
export function resends(error: unknown, retry: RetryClass): number {
  if (error instanceof RateLimitError || (error instanceof ConnectionError && !error.sent))
    return Number.POSITIVE_INFINITY;
  // A lost build may have counted against the daily quota, so it is retried only once.
  return isTransient(error) ? { safe: Number.POSITIVE_INFINITY, "once-if-lost": 1, once: 0 }[retry] : 0;
}

function planRetry(context: Context, call: Call, error: Error, retries: number, uncertain: number) {
  if (uncertain >= resends(error, call.operation.retry)) return undefined;
  if (error instanceof RateLimitError && context.mode === "throw") return undefined;
  const { retryAfterMs, code } = error as Partial<ApiError>;
  // A daily quota without a reset time resets at midnight; retrying sooner is futile.
  if (retryAfterMs === undefined && code === "quota_exceeded") return undefined;
  // 500 ms, doubling up to 8 s, with jitter between 50% and 100% so that clients do not retry in step.
  const backoff = Math.round(Math.min(8000, 500 * 2 ** retries) * (0.5 + Math.random() / 2));
  const delayMs = retryAfterMs ?? backoff;
  if ((retryAfterMs ?? 0) > context.maxWaitMs || isLate(context, call, delayMs)) return undefined;
  return { delayMs, source: retryAfterMs === undefined ? "backoff" : "service", key: undefined } as const;
}

/** If the wait would outlast the deadline, the call rejects immediately with the service's error. */
function isLate({ clock }: Context, { deadline }: Call, delayMs: number): boolean {
  return clock === systemClock && performance.now() + delayMs >= deadline.endsAt;
}

/** After a 401: the provider's current key, if it differs. */
async function replacementKey({ keys, deadline }: Call, rejected: string, tried?: string) {
  if (keys.fixed !== undefined || tried !== undefined) return undefined;
  const key = await keys.get(deadline, rejected).catch((error) => {
    if (deadline.ended) throw error;
    // The 401 is more useful than the provider's error.
    return rejected;
  });
  return key === rejected ? undefined : { delayMs: 0, source: "key" as const, key };
}

async function acquireSlot(context: Context, call: Call, key: string, facts: RequestFacts) {
  const { window, shared, clock, mode, maxWaitMs, emit, baseUrl } = context;
  if (!window) return undefined;
  const { deadline } = call;
  for (let before: number | undefined; ; ) {
    const now = clock.now();
    // A clock that does not advance during sleep, like a closed mock server's, would make the call wait for ever.
    const request = async () => {
      // The client's own window is not shared, so it needs no account.
      const account = window === shared.pacer ? "" : await accountOf(key, baseUrl);
      return window.acquire({ account, now, must: now === before });
    };
    const acquired = request();
    const waitMs = await deadline.race(acquired).catch((error) => {
      // If the window grants the slot after the deadline, the slot is released.
      acquired.then((late) => typeof late === "function" && late(undefined, "not-sent")).catch(() => {});
      deadline.check("slot in the rate limit's window");
      throw new ConfigurationError("rateLimit.store failed; see cause.", { cause: safeCause(error, key) });
    });
    if (typeof waitMs === "function") return waitMs;
    before = now;
    emit("rateLimit", { ...facts, retryAfterMs: waitMs, rateLimit: shared.rateLimit });
    if (mode === "throw" || waitMs > maxWaitMs || isLate(context, call, waitMs))
      throw new RateLimitError("The request was not sent: the rate limit is used up.", {
        code: "rate_limit_exceeded",
        rateLimit: shared.rateLimit,
        retryAfterMs: waitMs,
      });
    await deadline.race(clock.sleep(waitMs, deadline.signal));
  }
}

/** The caller's W3C traceparent for this attempt. Tracing errors never fail a call. */
function traceparent(context: Context, facts: RequestFacts): string | undefined {
  try {
    const parent = context.traceparent?.(facts);
    return parent && /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/.test(parent) ? parent : undefined;
  } catch {
    return undefined;
  }
}

/** One attempt with its own deadline: from sending to the validated response. */
async function sendOnce(
  context: Context,
  call: Call,
  key: string,
  facts: RequestFacts,
  release?: ReleaseSlot,
) {
  const { operation, timeout, body } = call;
  const startedAt = performance.now();
  const deadline = new Deadline("attempt", timeout, call.deadline);
  let rateLimit: RateLimit | undefined;
  let missing: Parameters<ReleaseSlot>[1];
  try {
    context.emit("request", facts);
    const headers: Record<string, string> = { ...call.headers };
    if (key) headers["authorization"] = `Bearer ${key}`;
    const parent = traceparent(context, facts);
    if (parent) headers["traceparent"] = parent;
    const { signal } = deadline;
    const init: FetchInit = { method: operation.method, headers, signal, redirect: "manual" };
    if (body !== undefined) init.body = body;
    if (context.credentials) init.credentials = context.credentials;
    const sent = attempt(context.baseUrl + call.path, init, context, key, deadline);
    const { response, text, now } = await deadline.race(sent).catch((error) => {
      missing = error instanceof ConnectionError && !error.sent ? "not-sent" : "lost";
      throw error;
    });
    rateLimit = readRateLimit(response.headers, now);
    if (rateLimit) context.shared.rateLimit = rateLimit;
    const result: Payload = response.ok
      ? payload(response, text, operation, context.validate, key)
      : { problem: apiErrorFrom(response, text, key, now, context.baseUrl) };
    const { data, problem, requestId = problem?.requestId } = result;
    context.emit("response", {
      ...facts,
      status: response.status,
      durationMs: performance.now() - startedAt,
      requestId,
      rateLimit,
    });
    if (problem) {
      if (!("data" in result)) throw problem;
      context.warn(problem.message);
    }
    return { data, response, requestId, rateLimit };
  } finally {
    deadline.close();
    release?.(rateLimit, missing);
  }
}
