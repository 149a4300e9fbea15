import { HEADERS, LIMITS, type Tier, type TierLimits } from "intent-tx/contract";
import type { Clock } from "../kernel/clock.js";
import { ServiceError } from "../kernel/errors.js";
import { DAY_MS, MINUTE_MS, momentAfter } from "../kernel/time.js";
import type { WindowRow } from "../state/rows.js";
import type { State } from "../state/state.js";
import type { Table } from "../state/table.js";
import type { Caller } from "./keys.js";
import { type LimitsOption, tierLimitsOf } from "./tier-limits.js";

/** Window lengths in milliseconds. Windows start at multiples of their length since the Unix epoch (decision 8). */
const LENGTH = { minute: MINUTE_MS, day: DAY_MS } as const;

type WindowKind = keyof typeof LENGTH;

/** A limit per UTC minute or day. */
interface FixedWindow {
  /** Key of the window's row in State. */
  readonly key: string;
  readonly kind: WindowKind;
  readonly limit: number;
}

function windowStart(kind: WindowKind, now: number): number {
  return now - (((now % LENGTH[kind]) + LENGTH[kind]) % LENGTH[kind]);
}

function windowEnd(kind: WindowKind, now: number): number {
  return momentAfter(windowStart(kind, now), LENGTH[kind]);
}

/** Usage in the current window; a row of an earlier window counts as 0. */
function usedOf(rows: Table<WindowRow>, window: FixedWindow, now: number): number {
  const row = rows.get(window.key);
  return row?.start === windowStart(window.kind, now) ? row.used : 0;
}

function countIn(rows: Table<WindowRow>, window: FixedWindow, now: number, amount = 1): void {
  const used = usedOf(rows, window, now) + amount;
  rows.putLater(window.key, { start: windowStart(window.kind, now), used });
}

/** Subtracts one from the window that contains the time `countedAt`. Does nothing if a later window has begun. */
function refundIn(rows: Table<WindowRow>, window: FixedWindow, countedAt: number): void {
  const row = rows.get(window.key);
  if (row?.start !== windowStart(window.kind, countedAt)) return;
  rows.putLater(window.key, { start: row.start, used: Math.max(0, row.used - 1) });
}

/** Maximum number of remote addresses with their own window each minute. Other addresses share one window, to limit
 * memory. */
export const ANONYMOUS_ADDRESSES = 4096;

const PREFIX = "anonymous:";
const SHARED = `${PREFIX}*`;

/** Windows for requests without a valid key, by remote address (decision 6). Windows of past minutes are dropped. */
class AnonymousWindows {
  /** The minute that `#keys` describes; undefined if rows were replaced and `#keys` must be rebuilt. */
  #minute: number | undefined;
  /** Row keys of the addresses that have their own window in `#minute`. */
  #keys = new Set<string>();

  constructor(private readonly rows: Table<WindowRow>) {}

  /** Forgets this minute's addresses. Called after State's rows were replaced. */
  clear(): void {
    this.#minute = undefined;
  }

  of(remoteAddress: string, now: number): FixedWindow {
    this.#dropPast(windowStart("minute", now));
    const key = PREFIX + remoteAddress;
    if (!this.#keys.has(key) && this.#keys.size >= ANONYMOUS_ADDRESSES) return named(SHARED);
    this.#keys.add(key);
    return named(key);
  }

  #dropPast(minute: number): void {
    if (this.#minute === minute) return;
    this.#minute = minute;
    this.#keys = new Set();
    for (const [key, row] of this.rows.entries()) {
      if (!key.startsWith(PREFIX)) continue;
      if (row.start === minute) this.#keys.add(key);
      else this.rows.deleteLater(key);
    }
  }
}

function named(key: string): FixedWindow {
  return { key, kind: "minute", limit: LIMITS.anonymousRequestsPerMinute };
}

/** The values of the three rate-limit headers, and whether the request is allowed. */
export interface RateState {
  readonly allowed: boolean;
  readonly limit: number;
  /** Requests left in the window after this one. */
  readonly remaining: number;
  /** Start of the next window, milliseconds since 1970. */
  readonly resetAt: number;
  readonly window: WindowKind;
}

/** The 429 response (decision 9). */
export function limitExceeded(
  rate: RateState,
  now: number,
  what = `requests for this ${rate.window}`,
  verb = "try",
): ServiceError<"rate_limit_exceeded" | "quota_exceeded"> {
  const { limit, window } = rate;
  const code = window === "day" ? "quota_exceeded" : "rate_limit_exceeded";
  const resetAt = new Date(rate.resetAt).toISOString();
  const seconds = Math.max(1, Math.ceil((rate.resetAt - now) / 1000));
  return new ServiceError(code, `The ${limit} ${what} are used up; ${verb} again at ${resetAt}.`, {
    details: { limit, window, resetAt },
    headers: { [HEADERS.retryAfter]: String(seconds) },
  });
}

/** Shorter windows first. */
type Windows = readonly [FixedWindow, ...FixedWindow[]];

/**
 * Usage of one of an account's rate-limit windows.
 * @inline
 */
export interface WindowUsage {
  /** The limit to which the window belongs. */
  readonly name: "requests-minute" | "test-requests-day" | "builds-day";
  /** Usage in the current window. */
  readonly used: number;
  /** Maximum requests or builds in the window; -1 for unlimited. */
  readonly limit: number;
  /** Start of the next window, ISO 8601. */
  readonly resetAt: string;
}

/** Limits of requests per minute, and of test requests and builds per day (decisions 5 to 10, 51). */
export class Limits {
  readonly #rows: Table<WindowRow>;
  /** True if limits are not enforced (decision 51). */
  readonly off: boolean;
  readonly #tierLimits: Readonly<Record<Tier, TierLimits>>;
  readonly #anonymous: AnonymousWindows;

  constructor(
    private readonly options: {
      readonly state: State;
      readonly clock: Clock;
      readonly limits?: LimitsOption | undefined;
    },
  ) {
    this.#rows = options.state.open("windows");
    this.off = options.limits === "off";
    this.#tierLimits = tierLimitsOf(options.limits);
    this.#anonymous = new AnonymousWindows(this.#rows);
    options.state.onRestore(() => this.#anonymous.clear());
  }

  of(tier: Tier): TierLimits {
    return this.#tierLimits[tier];
  }

  /** Counts a request, unless one of the caller's windows is used up. Runs before any other work on the request. */
  admit(caller: Pick<Caller, "account" | "environment" | "tier">): RateState {
    return this.#admit(this.#windowsOf(caller), this.options.clock.now());
  }

  /** Counts a request without a valid key for its remote address, unless the window is used up (decision 6). */
  admitAnonymous(remoteAddress: string): RateState {
    const now = this.options.clock.now();
    return this.#admit([this.#anonymous.of(remoteAddress, now)], now);
  }

  /** The rate-limit headers of a response to `OPTIONS`, which needs no key and is not counted. */
  peekAnonymous(remoteAddress: string): RateState {
    const now = this.options.clock.now();
    return this.#rateOf([this.#anonymous.of(remoteAddress, now)], now);
  }

  /**
   * Checks the daily build quota without counting (decision 10).
   *
   * @throws ServiceError `quota_exceeded`
   */
  requireBuild(caller: Pick<Caller, "account" | "tier">): void {
    const now = this.options.clock.now();
    const rate = this.#rateOf([this.#buildsOf(caller)], now);
    if (!rate.allowed) throw limitExceeded(rate, now, "transactions for today", "build");
  }

  /**
   * Counts a successful build. The quota is checked again, because several concurrent builds can pass the first check
   * when only one build is left. If this throws, the transaction must not be returned.
   *
   * @throws ServiceError `quota_exceeded`
   */
  countBuild(caller: Pick<Caller, "account" | "tier">): void {
    if (this.off) return;
    this.requireBuild(caller);
    countIn(this.#rows, this.#buildsOf(caller), this.options.clock.now());
  }

  /**
   * Undoes the count that `admit` made at the time `countedAt`. Returns the rate-limit headers without that request, which
   * is then no longer `allowed`: a count is undone once.
   */
  refund(
    caller: Pick<Caller, "account" | "environment" | "tier">,
    counted: RateState,
    countedAt: number,
  ): RateState {
    if (this.off) return counted;
    for (const window of this.#windowsOf(caller)) refundIn(this.#rows, window, countedAt);
    return { ...counted, allowed: false, remaining: counted.remaining + 1 };
  }

  /** Usage of an account's windows: requests per minute, test requests per day, builds per day (-1: unlimited). */
  windows(account: string, tier: Tier): readonly WindowUsage[] {
    const now = this.options.clock.now();
    const [minute, testDay] = this.#windowsOf({ account, environment: "test", tier });
    const named = [
      { name: "requests-minute", window: minute },
      ...(testDay ? [{ name: "test-requests-day", window: testDay } as const] : []),
      { name: "builds-day", window: this.#buildsOf({ account, tier }) },
    ] as const;
    return named.map(({ name, window }) => ({
      name,
      used: usedOf(this.#rows, window, now),
      limit: this.off || window.limit === Number.POSITIVE_INFINITY ? -1 : window.limit,
      resetAt: new Date(windowEnd(window.kind, now)).toISOString(),
    }));
  }

  /** Counts requests in an account's current windows, for a world that starts with part of its limits used. */
  spend(caller: Pick<Caller, "account" | "environment" | "tier">, requests: number): void {
    const now = this.options.clock.now();
    for (const window of this.#windowsOf(caller)) countIn(this.#rows, window, now, requests);
  }

  #windowsOf({ account, environment, tier }: Pick<Caller, "account" | "environment" | "tier">): Windows {
    const minute: FixedWindow = {
      key: `minute:${account}`,
      kind: "minute",
      limit: this.#tierLimits[tier].requestsPerMinute,
    };
    if (environment !== "test") return [minute];
    return [minute, { key: `test-day:${account}`, kind: "day", limit: LIMITS.testRequestsPerDay }];
  }

  #buildsOf({ account, tier }: Pick<Caller, "account" | "tier">): FixedWindow {
    return { key: `builds:${account}`, kind: "day", limit: this.#tierLimits[tier].transactionsPerDay };
  }

  #admit(windows: Windows, now: number): RateState {
    const rate = this.#rateOf(windows, now, this.off ? 0 : 1);
    if (this.off || !rate.allowed) return rate;
    for (const window of windows) countIn(this.#rows, window, now);
    return rate;
  }

  /**
   * Returns the state of the window with the fewest requests left (decision 5). If two windows have the same number
   * left, returns the one that ends later. `counted` requests, which the caller is about to count, are subtracted.
   */
  #rateOf(windows: Windows, now: number, counted = 0): RateState {
    const lefts = windows.map((window) =>
      this.off ? window.limit : Math.max(0, window.limit - usedOf(this.#rows, window, now)),
    );
    const left = Math.min(...lefts);
    const { limit, kind } = windows[lefts.lastIndexOf(left)] ?? windows[0];
    const allowed = left > 0;
    const remaining = allowed ? left - counted : left;
    return { allowed, limit, remaining, resetAt: windowEnd(kind, now), window: kind };
  }
}
