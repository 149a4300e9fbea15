import {
  type Metrics,
  type MetricsQuery,
  MetricsQuerySchema,
  MetricsSchema,
  type Usage,
  type UsageCount,
  UsageSchema,
} from "../analytics.js";
import { type ErrorBody, ErrorBodySchema, type Meta, MetaSchema } from "../errors.js";
import {
  type ApiKey,
  ApiKeySchema,
  type CreateKeyRequest,
  CreateKeyRequestSchema,
  type IssuedKey,
  IssuedKeySchema,
} from "../keys.js";
import { type About, about, type Field, part, SAMPLE } from "./field.js";

const key: { readonly [K in keyof ApiKey]-?: Field } = {
  keyId: ["Identifier of the key; not its secret.", SAMPLE.keyId],
  name: ["The name that it was given.", "worker"],
  scopes: ["Everything that it may do.", ["read:portfolio", "read:prices"]],
  environment: ["The network that it belongs to.", "live"],
  status: ["Whether it works.", "active"],
  createdAt: ["When it was made.", SAMPLE.moment],
  expiresAt: ["When it ends, where it does.", "2027-01-01T00:00:00.000Z"],
  lastUsedAt: ["When it was last used, where it was.", SAMPLE.moment],
  rotatedFrom: ["The key that it replaced, where it did.", SAMPLE.keyId],
  overlapEndsAt: ["Until when the replaced key works beside its successor.", "2026-01-02T00:00:00.000Z"],
};
const used: { readonly [K in keyof UsageCount]-?: Field } = {
  used: ["How many were used.", 120],
  limit: ["How many the period allows.", 5000],
  percentage: ["The used part of the limit, in percent; 0 without a limit.", 2.4],
};
const from: Field = ["Start, inclusive.", SAMPLE.moment];
const to: Field = ["End, exclusive.", "2026-02-01T00:00:00.000Z"];

/** The fields of analytics, keys and errors. */
export const ACCOUNT_FIELDS: readonly About[] = [
  about<MetricsQuery>(MetricsQuerySchema, {
    startDate: ["Start, inclusive.", "2026-01-01"],
    endDate: ["End, exclusive, after `startDate`.", "2026-02-01"],
    granularity: ["Comes back in `period` and changes nothing else; `day` by default.", "day"],
  }),
  about<Metrics>(MetricsSchema, {
    period: ["The range that was counted."],
    transactions: ["Transactions that the service built for the account and that landed."],
    volume: ["Their value when each landed."],
    intents: ["Commands."],
  }),
  about<Metrics["period"]>(part(MetricsSchema, "period"), {
    start: from,
    end: to,
    granularity: ["The granularity that was asked for.", "day"],
  }),
  about<Metrics["transactions"]>(part(MetricsSchema, "transactions"), {
    total: ["All of them.", 42],
    swaps: ["Swaps among them.", 30],
    transfers: ["Transfers among them.", 12],
    successRate: ["The part that succeeded, in percent; 0 when none landed.", 95],
  }),
  about<Metrics["volume"]>(part(MetricsSchema, "volume"), {
    totalUSD: ["Value of all, in USD.", 12_345.67],
    averagePerTransaction: ["Value of one on average, in USD.", 293.94],
  }),
  about<Metrics["intents"]>(part(MetricsSchema, "intents"), {
    total: ["Commands that were understood.", 60],
    averageConfidence: ["Their confidence on average, 0 to 1; 0 when there are none.", 0.97],
    parseErrors: ["Commands that were refused with 422.", 4],
  }),
  about<Usage>(UsageSchema, {
    billingPeriod: ["The calendar month."],
    requests: ["Requests in it."],
    transactions: ["Executed transactions in it."],
    tier: ["The account's price plan.", "pro"],
  }),
  about<Usage["billingPeriod"]>(part(UsageSchema, "billingPeriod"), { start: from, end: to }),
  about<UsageCount>(part(UsageSchema, "requests"), used),
  about<CreateKeyRequest>(CreateKeyRequestSchema, {
    name: ["A name for people.", "worker"],
    scopes: ["Everything that the key may do, at least one, none twice.", ["read:portfolio", "read:prices"]],
    expiresAt: ["When it ends, in the future; never, if left out.", "2027-01-01"],
  }),
  about<ApiKey>(ApiKeySchema, key),
  about<IssuedKey>(IssuedKeySchema, {
    ...key,
    key: ["The secret, shown this once.", "svc_live_3KqzV0mUe8Yt5RnPw2Xb7Lc9"],
  }),
  about<ErrorBody>(ErrorBodySchema, {
    error: ["What is wrong."],
    meta: ["Facts about the request."],
  }),
  about<ErrorBody["error"]>(part(ErrorBodySchema, "error"), {
    code: ["Stable code; a service may add some.", "validation_error"],
    message: ["A sentence for people.", "slippage must be an integer from 1 to 1000"],
    details: [
      "Facts that depend on the code.",
      { field: "slippage", reason: "must be an integer from 1 to 1000" },
    ],
    field: ["Dotted path of the field that is wrong, where one is.", "slippage"],
  }),
  about<Meta>(MetaSchema, {
    requestId: ["Identifier of the request.", "req_9fPz2LmQ"],
    timestamp: ["When it was answered.", SAMPLE.moment],
  }),
];
