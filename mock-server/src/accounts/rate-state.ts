import { HEADERS } from "intent-tx/contract";
import { ServiceError } from "../kernel/service-error.js";
import type { WindowKind } from "./windows.js";

/** Values of an answer's three rate-limit headers, and whether the request may go on. */
export interface RateState {
  readonly allowed: boolean;
  /** Requests that the window allows. */
  readonly limit: number;
  /** Requests left in it, this one counted. */
  readonly remaining: number;
  /** When the next window begins, milliseconds since 1970. */
  readonly resetAt: number;
  readonly window: WindowKind;
  /** Present on a refusal. */
  readonly code?: "rate_limit_exceeded" | "quota_exceeded";
  /** Present on a refusal: whole seconds, at least 1. */
  readonly retryAfterSeconds?: number;
}

/** Whole seconds until a moment, at least 1 (decision 9). */
export function secondsUntil(at: number, now: number): number {
  return Math.max(1, Math.ceil((at - now) / 1000));
}

/** The 429 of a refused request (decision 9). */
export function limitExceeded(rate: RateState): ServiceError<"rate_limit_exceeded" | "quota_exceeded"> {
  const { limit, window } = rate;
  const code = rate.code ?? (window === "day" ? "quota_exceeded" : "rate_limit_exceeded");
  const resetAt = new Date(rate.resetAt).toISOString();
  return new ServiceError(
    code,
    `The ${limit} requests of this ${window} are used up; try again at ${resetAt}.`,
    {
      details: { limit, window, resetAt },
      headers: { [HEADERS.retryAfter]: String(rate.retryAfterSeconds ?? 1) },
    },
  );
}
