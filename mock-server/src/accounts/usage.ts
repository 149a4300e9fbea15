import { LIMITS, type OperationPayload } from "intent-tx/contract";
import type { Clock } from "../kernel/clock.js";
import { DAY_MS, LAST_MOMENT } from "../kernel/time.js";
import type { UsageRow } from "../state/rows.js";
import type { State } from "../state/state.js";
import type { Table } from "../state/table.js";
import type { Caller } from "./keys.js";
import type { Limits } from "./limits.js";
import type { Metrics } from "./metrics.js";

const MINUTES_A_DAY = 1440;

/** Each account's usage in its billing period, the UTC calendar month of the server clock (decision 33). */
export class Usage {
  readonly #rows: Table<UsageRow>;

  constructor(
    private readonly parts: {
      readonly state: State;
      readonly clock: Clock;
      readonly limits: Limits;
      readonly metrics: Metrics;
    },
  ) {
    this.#rows = parts.state.open("usage");
  }

  /** Counts requests on arrival, so that a usage request counts itself. A 429 is subtracted later (`requests` -1). */
  count(caller: Pick<Caller, "account" | "environment">, requests = 1): void {
    const used = this.#used(caller.account);
    const test = caller.environment === "test" ? requests : 0;
    // The counts stay at least 0: a subtracted request might have been counted in the previous month.
    this.#rows.putLater(caller.account, {
      start: used.start,
      requests: Math.max(0, used.requests + requests),
      testRequests: Math.max(0, used.testRequests + test),
    });
  }

  usage(caller: Pick<Caller, "account" | "environment" | "tier">): OperationPayload<"analytics.usage"> {
    const { account, environment, tier } = caller;
    const now = this.parts.clock.now();
    const [start, end] = [monthStart(now), monthStart(now, 1)];
    const days = (end - start) / DAY_MS;
    const used = this.#used(account);
    const figures = this.parts.limits.of(tier);
    const requests =
      environment === "test"
        ? count(used.testRequests, LIMITS.testRequestsPerDay * days)
        : count(used.requests, figures.requestsPerMinute * MINUTES_A_DAY * days);
    return {
      billingPeriod: {
        start: new Date(start).toISOString(),
        end: new Date(Math.min(end, LAST_MOMENT)).toISOString(),
      },
      requests,
      transactions: count(
        this.parts.metrics.executed(account, start, end),
        figures.transactionsPerDay * days,
      ),
      tier,
    };
  }

  #used(account: string): UsageRow {
    const start = monthStart(this.parts.clock.now());
    const row = this.#rows.get(account);
    return row?.start === start ? row : { start, requests: 0, testRequests: 0 };
  }
}

/** The start of the UTC month of `now`, or of a later month. */
function monthStart(now: number, later = 0): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1);
}

/** A count and its limit, as in the response. The limit is -1 for unlimited. */
function count(used: number, limit: number): OperationPayload<"analytics.usage">["requests"] {
  if (limit === Number.POSITIVE_INFINITY) return { used, limit: -1, percentage: 0 };
  if (limit === 0) return { used, limit, percentage: used === 0 ? 0 : 100 };
  return { used, limit, percentage: (used * 100) / limit };
}
