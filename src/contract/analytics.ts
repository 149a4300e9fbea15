import * as z from "zod/mini";
import { GRANULARITIES, type Granularity, TIERS, type Tier } from "./constants.js";
import { MOMENT, object, unnamed } from "./described.js";
import { count, display, limit, moment, openEnum } from "./primitives.js";

/**
 * The activity of an account in a time range. Response of `GET /analytics/metrics`. Each figure and text is for display:
 * it is null if the service sends none.
 */
export interface Metrics {
  /** The requested range. */
  period: {
    /** Start, inclusive, ISO 8601 with milliseconds. */
    start: string | null;
    /** End, exclusive, ISO 8601 with milliseconds. */
    end: string | null;
    /** The requested granularity. */
    granularity: Granularity | (string & {}) | null;
  };
  /** Transactions that the service built for the account and that landed. */
  transactions: {
    /** Number of these transactions. */
    total: number | null;
    /** Number of swaps among them. */
    swaps: number | null;
    /** Number of transfers among them. */
    transfers: number | null;
    /** Percentage that succeeded; 0 if none landed. */
    successRate: number | null;
  };
  /** Volume of these transactions, in USD at the time each landed. */
  volume: {
    /** Total volume. */
    totalUSD: number | null;
    /** Average volume per transaction; 0 if none landed. */
    averagePerTransaction: number | null;
  };
  /** The account's commands. */
  intents: {
    /** Number of commands that were understood. */
    total: number | null;
    /** Mean confidence of the understood commands; 0 if there are none. */
    averageConfidence: number | null;
    /** Number of commands rejected with 422. */
    parseErrors: number | null;
  };
}

/**
 * The usage of an account in this billing period. Response of `GET /analytics/usage`. Each figure and text is for display:
 * it is null if the service sends none.
 */
export interface Usage {
  /** The billing period: a UTC calendar month. */
  billingPeriod: {
    /** First instant, ISO 8601. */
    start: string | null;
    /** First instant of the next month, ISO 8601. */
    end: string | null;
  };
  /** Requests that the service responded to. */
  requests: Usage.Count;
  /** Executed transactions. */
  transactions: Usage.Count;
  /** The account's tier. */
  tier: Tier | (string & {}) | null;
}

/** Parts of a {@link Usage}. */
export declare namespace Usage {
  /** A used quantity and its limit. */
  interface Count {
    /** Amount used in the billing period. */
    used: number | null;
    /** Limit for the billing period; `Infinity` when unlimited (the wire writes -1, or none). Null if it is not a number. */
    limit: number | null;
    /** `used` as a percentage of `limit`; 0 if unlimited. */
    percentage: number | null;
  }
}

const start = [display(moment()), "Start of the period, inclusive.", MOMENT] as const;
const end = [display(moment()), "End of the period, exclusive.", "2026-02-01T00:00:00.000Z"] as const;

/** Strict schema of {@link Metrics}. */
export const MetricsSchema = object("Metrics", {
  period: [
    unnamed({
      start,
      end,
      granularity: [display(openEnum(GRANULARITIES)), "The requested granularity.", "day"],
    }),
    "The period that the counts cover.",
  ],
  transactions: [
    unnamed({
      total: [display(count()), "Number of transactions.", 42],
      swaps: [display(count()), "Number of swaps.", 30],
      transfers: [display(count()), "Number of transfers.", 12],
      successRate: [display(z.number()), "Percentage of successful transactions; 0 if none landed.", 95],
    }),
    "Transactions that the service built for the account and that landed.",
  ],
  volume: [
    unnamed({
      totalUSD: [display(z.number()), "Total value in USD.", 12_345.67],
      averagePerTransaction: [display(z.number()), "Average value per transaction in USD.", 293.94],
    }),
    "Value of these transactions at the time they landed.",
  ],
  intents: [
    unnamed({
      total: [display(count()), "Number of successfully parsed commands.", 60],
      averageConfidence: [
        display(z.number()),
        "Average confidence of the parsed commands, 0 to 1, or 0 without commands.",
        0.97,
      ],
      parseErrors: [display(count()), "Number of commands rejected with 422.", 4],
    }),
    "The account's commands.",
  ],
});

const used = unnamed({
  used: [display(count()), "Number used in the period.", 120],
  limit: [limit, "Number allowed in the period.", 5000],
  percentage: [display(z.number()), "Percentage of the limit that is used; 0 if unlimited.", 2.4],
});

/** Strict schema of {@link Usage}. */
export const UsageSchema = object("Usage", {
  billingPeriod: [unnamed({ start, end }), "The billing period, a calendar month."],
  requests: [used, "Requests in the billing period."],
  transactions: [used, "Executed transactions in the billing period."],
  tier: [display(openEnum(TIERS)), "The account's tier.", "pro"],
});
