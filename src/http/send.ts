import { type ApiError, AuthenticationError, RateLimitError } from "../api-errors.js";
import { TimeoutError } from "../errors.js";
import type { RequestFacts } from "../events.js";
import type { KeySource } from "../keys/provider.js";
import type { PlaceTaken, RateLimitWindow } from "../options.js";
import { attempt } from "./attempt.js";
import type { CallResult } from "./call.js";
import type { Context } from "./context.js";
import { systemClock } from "./deadline.js";
import type { Ending } from "./ending.js";
import type { WireOperation } from "./operation.js";
import { readRateLimit, readRetryAfter } from "./rate-limit.js";
import { refusal } from "./refusal.js";
import type { SentHeaders } from "./request.js";
import { type Payload, payload } from "./result.js";
import { backoff, resends } from "./retry.js";

/** A call that is ready to be sent. */
export interface Call {
  readonly operation: WireOperation;
  readonly facts: () => Omit<RequestFacts, "attempt">;
  readonly path: string;
  readonly body: string | undefined;
  readonly headers: SentHeaders;
  readonly keys: KeySource;
  readonly timeout: number;
  readonly maxRetries: number;
  /** When the total deadline passes, on `performance.now()`. */
  readonly endsAt: number;
  /** Counted up here. */
  readonly progress: { attempts: number };
}

interface Plan {
  readonly delayMs: number;
  readonly source: "service" | "backoff" | "key";
  readonly key?: string;
}

/** Sends, waits and sends again, as long as the operation's retry class and the caller's options allow. */
export async function sendUntilDone(context: Context, call: Call, ending: Ending): Promise<CallResult> {
  let fresh: string | undefined;
  let lost = 0;
  for (let retries = 0; ; retries++) {
    if (ending.over) throw ending.reason;
    // Before a place in the window is taken: a provider that fails would keep it.
    const key = fresh ?? call.keys.fixed ?? (await ending.wait(() => call.keys.get()));
    const facts = { ...call.facts(), attempt: retries + 1 };
    const done = context.window && (await place(context.window, context, call, key, facts, ending));
    call.progress.attempts++;
    let error: unknown;
    try {
      return await once(context, call, key, facts, ending, done);
    } catch (failure) {
      error = Object.assign(failure as object, call.progress);
    }
    if (ending.over) throw error;
    if (error instanceof RateLimitError)
      context.tell("rateLimit", { ...facts, retryAfterMs: error.retryAfterMs, rateLimit: error.rateLimit });
    if (retries >= call.maxRetries) throw error;
    const plan: Plan | undefined =
      error instanceof AuthenticationError
        ? await anotherKey(call.keys, key, fresh, ending)
        : planRetry(context, call, error as object, retries, lost);
    if (!plan) throw error;
    // Only an attempt that the service may have carried out counts against those of a metered operation.
    if (resends(error, "metered") === 1) lost++;
    fresh = plan.key;
    const { delayMs, source } = plan;
    context.tell("retry", { ...facts, delayMs, source, error: error as Error });
    if (delayMs) await ending.wait(({ signal }) => context.clock.sleep(delayMs, signal));
  }
}

/** Whether, and after which wait, the request is sent again. */
function planRetry(
  context: Context,
  call: Call,
  error: object,
  retries: number,
  lost: number,
): Plan | undefined {
  if (lost >= resends(error, call.operation.retry)) return undefined;
  const limited = error instanceof RateLimitError;
  if (limited && context.mode === "throw") return undefined;
  const { headers, code } = error as Partial<ApiError>;
  const asked = limited ? error.retryAfterMs : headers && readRetryAfter(headers, context.clock.now());
  // A day's quota without a date comes back at midnight: trying sooner is futile.
  if (asked === undefined && code === "quota_exceeded") return undefined;
  const delayMs = asked ?? backoff(retries);
  if ((asked ?? 0) > context.maxWaitMs || isLate(context, call, delayMs)) return undefined;
  return { delayMs, source: asked === undefined ? "backoff" : "service" };
}

/** A wait that cannot end in time is refused now, with what the service said, not later with a timeout. */
function isLate({ clock }: Context, { endsAt }: Call, delayMs: number): boolean {
  return clock === systemClock && performance.now() + delayMs >= endsAt;
}

/** After a 401: the key that a provider answers now, if it is another. */
async function anotherKey(
  keys: KeySource,
  rejected: string,
  tried: string | undefined,
  ending: Ending,
): Promise<Plan | undefined> {
  if (!keys.changes || tried !== undefined) return undefined;
  try {
    const key = await ending.wait(() => keys.get(rejected));
    return key === rejected ? undefined : { delayMs: 0, source: "key", key };
  } catch (error) {
    if (ending.over) throw error;
    // The 401 says more than a provider that has nothing else to offer.
    return undefined;
  }
}

/** Waits for a place in the window that the last answer described. */
async function place(
  window: RateLimitWindow,
  context: Context,
  call: Call,
  key: string,
  facts: RequestFacts,
  ending: Ending,
): Promise<PlaceTaken> {
  const { shared, clock, mode, maxWaitMs, tell, baseUrl } = context;
  for (let before: number | undefined; ; ) {
    const now = clock.now();
    // A clock that stood still while it was slept on, as a closed server's does, would be slept on for ever.
    let waitMs = window.take({ key, baseUrl, now, must: now === before });
    if (typeof waitMs === "object") {
      const asked = waitMs;
      try {
        waitMs = await ending.wait(() => asked);
      } catch (error) {
        // Nobody sends any more for whom the place comes too late.
        asked.then((late) => typeof late === "function" && late(undefined)).catch(() => {});
        throw error;
      }
    }
    if (typeof waitMs === "function") return waitMs;
    before = now;
    const { rateLimit } = shared;
    tell("rateLimit", { ...facts, retryAfterMs: waitMs, rateLimit });
    if (mode === "throw" || waitMs > maxWaitMs || isLate(context, call, waitMs))
      throw new RateLimitError("The request was not sent: the rate limit is used up.", {
        code: "rate_limit_exceeded",
        rateLimit,
        retryAfterMs: waitMs,
      });
    const ms = waitMs;
    await ending.wait(({ signal }) => clock.sleep(ms, signal));
  }
}

/** The span that the caller has for this attempt, in W3C's form. Tracing never breaks a call. */
function traceparent(context: Context, facts: RequestFacts): string | undefined {
  try {
    const parent = context.traceparent?.(facts);
    return parent && /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/.test(parent) ? parent : undefined;
  } catch {
    return undefined;
  }
}

/** One attempt, with its own deadline: from sending to the validated answer. */
async function once(
  context: Context,
  call: Call,
  key: string,
  facts: RequestFacts,
  ending: Ending,
  done: PlaceTaken | undefined,
): Promise<CallResult> {
  const { clock, shared } = context;
  const began = performance.now();
  let rateLimit: CallResult["rateLimit"];
  try {
    context.tell("request", facts);
    const headers: Record<string, string> = { ...call.headers };
    if (key) headers["authorization"] = `Bearer ${key}`;
    const parent = traceparent(context, facts);
    if (parent) headers["traceparent"] = parent;
    const { response, text } = await ending.wait(
      (awaited) =>
        attempt(
          {
            url: context.baseUrl + call.path,
            method: call.operation.method,
            headers,
            body: call.body,
            key,
            credentials: context.credentials,
          },
          context.fetch,
          awaited,
        ),
      call.timeout,
      () => new TimeoutError("attempt", call.timeout),
    );
    const now = clock.now();
    rateLimit = readRateLimit(response.headers, now);
    if (rateLimit) shared.rateLimit = rateLimit;
    const result: Payload = response.ok
      ? payload(response, text, call.operation, context.validate, key)
      : { problem: refusal(response, text, key, now, context.baseUrl) };
    const { data, problem, requestId = problem?.requestId } = result;
    context.tell("response", {
      ...facts,
      status: response.status,
      durationMs: performance.now() - began,
      requestId,
      rateLimit,
    });
    if (problem) {
      if (!("data" in result)) throw problem;
      context.warn(problem.message);
    }
    return { data, response, requestId, rateLimit };
  } finally {
    done?.(rateLimit);
  }
}
