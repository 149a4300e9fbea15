import * as z from "zod/mini";
import { GRANULARITIES, type Granularity, TIERS, type Tier } from "./constants.js";
import { count, isoDate, limit, listed, moment, type OpenEnum, openEnum } from "./primitives.js";

/** Query of `GET /analytics/metrics`. */
export interface MetricsQuery {
  /** Start of the range, inclusive, ISO 8601. */
  startDate: string;
  /** End of the range, exclusive, ISO 8601; after `startDate`. */
  endDate: string;
  /** Default `day`. */
  granularity?: Granularity | undefined;
}

/** The activity of an account in a time range. Response of `GET /analytics/metrics`. */
export interface Metrics {
  /** The requested range. */
  period: {
    /** Start, inclusive, ISO 8601 with milliseconds. */
    start: string;
    /** End, exclusive, ISO 8601 with milliseconds. */
    end: string;
    /** The requested granularity. */
    granularity: OpenEnum<Granularity>;
  };
  /** Transactions that the service built for the account and that landed. */
  transactions: {
    /** Number of these transactions. */
    total: number;
    /** Number of swaps among them. */
    swaps: number;
    /** Number of transfers among them. */
    transfers: number;
    /** Percentage that succeeded; 0 if none landed. */
    successRate: number;
  };
  /** Volume of these transactions, in USD at the time each landed. */
  volume: {
    /** Total volume. */
    totalUSD: number;
    /** Average volume per transaction; 0 if none landed. */
    averagePerTransaction: number;
  };
  /** The account's commands. */
  intents: {
    /** Number of commands that were understood. */
    total: number;
    /** Mean confidence of the understood commands; 0 if there are none. */
    averageConfidence: number;
    /** Number of commands rejected with 422. */
    parseErrors: number;
  };
}

/** A used quantity and its limit. */
export interface UsageCount {
  /** Amount used in the billing period. */
  used: number;
  /** Limit for the billing period; `Infinity` when unlimited (the wire writes -1). */
  limit: number;
  /** `used` as a percentage of `limit`; 0 if unlimited. */
  percentage: number;
}

/** The usage of an account in this billing period. Response of `GET /analytics/usage`. */
export interface Usage {
  /** The billing period: a UTC calendar month. */
  billingPeriod: {
    /** First instant, ISO 8601. */
    start: string;
    /** First instant of the next month, ISO 8601. */
    end: string;
  };
  /** Requests that the service responded to. */
  requests: UsageCount;
  /** Executed transactions. */
  transactions: UsageCount;
  /** The account's tier. */
  tier: OpenEnum<Tier>;
}

/** Strict schema of {@link MetricsQuery}. */
export const MetricsQuerySchema = z
  .strictObject({
    startDate: isoDate,
    endDate: isoDate,
    granularity: z.optional(listed(GRANULARITIES)),
  })
  .check(
    z.refine((query) => Date.parse(query.endDate) > Date.parse(query.startDate), {
      error: "must be after startDate",
      path: ["endDate"],
    }),
  );

/** Strict schema of {@link Metrics}. */
export const MetricsSchema = z.strictObject({
  period: z.strictObject({ start: moment(), end: moment(), granularity: openEnum(GRANULARITIES) }),
  transactions: z.strictObject({
    total: count(),
    swaps: count(),
    transfers: count(),
    successRate: z.number(),
  }),
  volume: z.strictObject({ totalUSD: z.number(), averagePerTransaction: z.number() }),
  intents: z.strictObject({ total: count(), averageConfidence: z.number(), parseErrors: count() }),
});

const used = z.strictObject({ used: count(), limit, percentage: z.number() });

/** Strict schema of {@link Usage}. */
export const UsageSchema = z.strictObject({
  billingPeriod: z.strictObject({ start: moment(), end: moment() }),
  requests: used,
  transactions: used,
  tier: openEnum(TIERS),
});
