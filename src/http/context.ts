import type { ClientEvents, Events } from "../client/events.js";
import type { ClientOptions, Clock, FetchInit, FetchLike, RateLimitWindow } from "../client/options.js";
import type { RateLimit } from "../errors/api-errors.js";
import { ConfigurationError } from "../errors/errors.js";
import type { KeySource } from "../keys/provider.js";
import type { Pacer } from "./rate-limit.js";
import type { ClientHeaders } from "./request.js";

/** State that a client shares with the clients derived from it. */
export interface Shared {
  readonly events: Events<ClientEvents>;
  readonly pacer: Pacer;
  /** By what key providers were asked to tell of rotations: each is asked once, and no other provider is held on to. */
  readonly heard: Set<unknown>;
  /** The number of a new call: no two calls that share these events have the same. */
  readonly nextCall: () => number;
  rateLimit: RateLimit | undefined;
}

/** Everything that a call needs to know of its client. */
export interface Context extends Delays {
  readonly baseUrl: string;
  readonly fetch: FetchLike;
  readonly credentials: FetchInit["credentials"];
  readonly keys: KeySource;
  /** Refuses keys that may not be used here. */
  readonly checkKey: (key: string) => void;
  readonly headers: ClientHeaders;
  readonly mode: "wait" | "throw";
  readonly maxWaitMs: number;
  readonly window: RateLimitWindow | undefined;
  readonly clock: Clock;
  readonly traceparent: ClientOptions["traceparent"];
  readonly validate: boolean;
  readonly shared: Shared;
  /** Tells listeners and the log. */
  tell<N extends keyof ClientEvents & string>(name: N, event: ClientEvents[N]): void;
  /** Logs a warning. */
  warn(message: string): void;
}

/** The numbers of a call that its caller may choose. */
export interface Delays {
  readonly timeout: number;
  readonly totalTimeout: number;
  readonly maxRetries: number;
}

/** Refuses numbers that cannot be meant: deadlines and ages from 1 ms, everything else from 0, retries in whole ones. */
export function checkNumbers<T extends { readonly [name: string]: number }>(numbers: T): T {
  for (const [name, value] of Object.entries<unknown>(numbers)) {
    const least = /imeout|Age/.test(name) ? 1 : 0;
    const whole = name === "maxRetries";
    if (typeof value !== "number" || !(value >= least) || (whole && value % 1))
      throw new ConfigurationError(
        `${name} must be a ${whole ? "whole " : ""}number from ${least}, not ${String(value)}.`,
      );
  }
  return numbers;
}
