import { LIMITS, TIER_LIMITS, TIERS, type Tier } from "intent-tx/contract";
import { DAY_MS } from "../../../kernel/duration.js";
import type { Answer, Check, Context, Probe } from "../probe.js";
import { member, payloadOf, rateOf, resetAtOf } from "../read.js";
import { payloadIs } from "./data.js";
import { namesField } from "./refusals.js";

function monthOf(now: number): { start: number; end: number } {
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return { start: Date.UTC(year, month), end: Date.UTC(year, month + 1) };
}

function tierOf(answer: Answer): Tier | undefined {
  const tier = member(payloadOf(answer), "tier");
  return TIERS.find((name) => name === tier);
}

/** The windows of which the headers may speak: the minute, and the day of a test key (decision 5). */
function windowsOf(tier: Tier, testKey: boolean): readonly { limit: number; length: number }[] {
  const minute = { limit: TIER_LIMITS[tier].requestsPerMinute, length: 60_000 };
  return testKey ? [minute, { limit: LIMITS.testRequestsPerDay, length: DAY_MS }] : [minute];
}

const usage = (answer: Answer, ...names: readonly string[]) => member(payloadOf(answer), ...names);

function expectedRequestLimit(answer: Answer, testKey: boolean): number | undefined {
  const tier = tierOf(answer);
  const { start, end } = monthOf(answer.at);
  if (!tier) return undefined;
  if (testKey) return (LIMITS.testRequestsPerDay * (end - start)) / DAY_MS;
  return (TIER_LIMITS[tier].requestsPerMinute * (end - start)) / 60_000;
}

const limitsOfTier: Check = {
  decision: 5,
  expect: "the headers describe the tier's minute, or the day of a test key",
  holds: (answer, { testKey }) => {
    const tier = answer.status === 200 ? tierOf(answer) : undefined;
    const { limit } = rateOf(answer);
    if (!tier || limit === undefined) return undefined;
    return windowsOf(tier, testKey).some((window) => window.limit === limit);
  },
  found: (answer) => `X-RateLimit-Limit is ${rateOf(answer).limit ?? "absent"}, the tier ${tierOf(answer)}`,
};

const alignedWindow: Check = {
  decision: 8,
  expect: "the window ends with the UTC minute (the UTC day for a test key's day)",
  holds: (answer, { testKey }) => {
    const tier = answer.status === 200 ? tierOf(answer) : undefined;
    const { limit } = rateOf(answer);
    const resetAt = resetAtOf(answer);
    if (!tier || resetAt === undefined) return undefined;
    const window = windowsOf(tier, testKey).find((one) => one.limit === limit);
    if (!window) return undefined;
    // The Date header and a rounded reset leave a second open on either side.
    const beyond = resetAt % window.length;
    return beyond <= 1000 || beyond >= window.length - 1000;
  },
  found: (answer) => `the window ends at ${new Date(resetAtOf(answer) ?? 0).toISOString()}`,
};

const month: Check = {
  decision: 33,
  expect: "the billing period is the UTC month",
  holds: (answer) => {
    if (answer.status !== 200) return undefined;
    const { start, end } = monthOf(answer.at);
    const said = [usage(answer, "billingPeriod", "start"), usage(answer, "billingPeriod", "end")];
    return Date.parse(String(said[0])) === start && Date.parse(String(said[1])) === end;
  },
  found: (answer) => `billingPeriod is ${JSON.stringify(usage(answer, "billingPeriod"))}`,
};

const requestLimit: Check = {
  decision: 33,
  expect: "requests.limit is the tier's limit over the period",
  holds: (answer, { testKey }) => {
    const expected = answer.status === 200 ? expectedRequestLimit(answer, testKey) : undefined;
    return expected === undefined ? undefined : usage(answer, "requests", "limit") === expected;
  },
  found: (answer) => `requests.limit is ${JSON.stringify(usage(answer, "requests", "limit"))}`,
};

const counts: Check = {
  decision: 33,
  expect: "requests.used counts every request, this one included",
  holds: (answer, { seen }) => {
    const first = seen.get("usage");
    if (answer.status !== 200 || first?.status !== 200) return undefined;
    const grown = Number(usage(answer, "requests", "used")) - Number(usage(first, "requests", "used"));
    return grown >= keyedSince(seen);
  },
  found: (answer) => `requests.used is ${JSON.stringify(usage(answer, "requests", "used"))}`,
};

/** Requests that carried the key since the first look at usage; that look is not one of them. */
function keyedSince(seen: Context["seen"]): number {
  let keyed = 0;
  for (const { request, status } of seen.values()) {
    if ((request.key ?? "given") === "given" && status !== 429) keyed += 1;
  }
  return keyed - 1;
}

/** Asked first: it shows whether the key is accepted at all. */
export const FIRST_PROBE: Probe = {
  name: "usage",
  request: () => ({ method: "GET", path: "/analytics/usage" }),
  checks: [...payloadIs("analytics.usage", 33), limitsOfTier, alignedWindow, month, requestLimit],
};

/** Asked last: it shows what was counted in between. */
export const LAST_PROBE: Probe = {
  name: "usage again, with an unknown parameter",
  request: () => ({ method: "GET", path: "/analytics/usage?intentTxVerify=1" }),
  checks: [
    {
      decision: 31,
      expect: "an unknown query parameter is ignored",
      holds: ({ status }, { seen }) => (seen.get("usage")?.status === 200 ? status === 200 : undefined),
    },
    counts,
  ],
};

/** Metrics and the preflight of a browser (decisions 6, 32, 47, 50). */
export const ACCOUNT_PROBES: readonly Probe[] = [
  {
    name: "metrics",
    request: () => ({
      method: "GET",
      path: "/analytics/metrics?startDate=2026-01-01T01:00:00%2B01:00&endDate=2026-01-02&granularity=hour",
    }),
    checks: [
      ...payloadIs("analytics.metrics", 32),
      {
        decision: 47,
        expect: "an offset is understood, and a date alone is 00:00 UTC",
        holds: (answer) => {
          if (answer.status === 400) return false;
          if (answer.status !== 200) return undefined;
          const at = (name: string) => Date.parse(String(member(payloadOf(answer), "period", name)));
          return at("start") === Date.UTC(2026, 0, 1) && at("end") === Date.UTC(2026, 0, 2);
        },
        found: (answer) => `period is ${JSON.stringify(member(payloadOf(answer), "period"))}`,
      },
      {
        decision: 32,
        expect: "the period is echoed with milliseconds, and the granularity",
        holds: (answer) =>
          answer.status === 200
            ? member(payloadOf(answer), "period", "start") === "2026-01-01T00:00:00.000Z" &&
              member(payloadOf(answer), "period", "granularity") === "hour"
            : undefined,
        found: (answer) => `period is ${JSON.stringify(member(payloadOf(answer), "period"))}`,
      },
    ],
  },
  {
    name: "metrics without a zone",
    request: () => ({
      method: "GET",
      path: "/analytics/metrics?startDate=2026-01-01T00:00:00&endDate=2026-01-02",
    }),
    checks: [namesField(47, "a time without a zone", "startDate")],
  },
  {
    name: "metrics of no time",
    request: () => ({ method: "GET", path: "/analytics/metrics?startDate=2026-01-02&endDate=2026-01-02" }),
    checks: [namesField(32, "an end that is not after the start", "endDate")],
  },
  {
    name: "preflight",
    request: () => ({
      method: "OPTIONS",
      path: "/prices/SOL",
      key: "none",
      headers: {
        origin: "https://intent-tx-verify.example",
        "access-control-request-method": "GET",
        "access-control-request-headers": "authorization",
      },
    }),
    checks: [
      {
        decision: 6,
        expect: "OPTIONS needs no key",
        holds: ({ status }) => status < 400,
      },
      {
        decision: 50,
        expect: "a preflight from any origin is allowed",
        holds: ({ status, headers }) => status < 300 && headers.get("access-control-allow-origin") === "*",
        found: ({ headers }) =>
          `Access-Control-Allow-Origin is ${headers.get("access-control-allow-origin") ?? "absent"}`,
      },
    ],
  },
];
