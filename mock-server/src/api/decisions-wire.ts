import { LIMITS } from "intent-tx/contract";
import { HOUR_MS } from "../kernel/duration.js";
import type { Decision } from "./decisions-row.js";
import { grouped } from "./grouped.js";
import { REPLAYED_MS } from "./idempotency.js";

/** Decisions on the form of requests and answers. */
export const WIRE_DECISIONS: readonly Decision[] = [
  {
    number: 1,
    topic: "envelope",
    rule: "The payload is the body itself; a transaction list is `{ data, pagination }`, an error `{ error, meta }`.",
    option: {
      name: "envelope",
      given: "--contract",
      values: {
        false:
          "The payload is the body itself; a transaction list is `{ data, pagination }`, an error `{ error, meta }`.",
        true: "Every payload is wrapped as `{ data, meta }`; a transaction list is `{ data, pagination, meta }`.",
      },
    },
    strictMinimal: "No `meta` anywhere.",
    sdk: "Both forms, unwrapped to the same value.",
  },
  {
    number: 2,
    topic: "request id",
    rule: "Every response names its request in `X-Request-Id`; where a body has `meta`, `meta.requestId` is the same id.",
    strictMinimal: "Neither the header nor `meta`.",
    sdk: "The header, `meta`, or neither.",
  },
  {
    number: 3,
    topic: "names of the cursor",
    rule: "A list is paged by the query parameter `before` and answers `pagination.before`; the parameter is also understood as `cursor`.",
    option: {
      name: "pagination",
      given: "--contract",
      values: {
        before:
          "A list is paged by the query parameter `before` and answers `pagination.before`; the parameter is also understood as `cursor`.",
        cursor:
          "A list is paged by the query parameter `cursor` and answers `pagination.nextCursor`; the parameter is also understood as `before`.",
      },
    },
    sdk: "Both names.",
  },
  {
    number: 4,
    topic: "unit of `X-RateLimit-Reset`",
    rule: "The Unix time, in seconds, at which the window ends.",
    option: {
      name: "rateLimitReset",
      given: "--contract",
      values: {
        "epoch-seconds": "The Unix time, in seconds, at which the window ends.",
        "epoch-ms": "The Unix time, in milliseconds, at which the window ends.",
        "delta-seconds": "The seconds that are left until the window ends.",
      },
    },
    sdk: "All three, told apart by their size; always handed out as a `Date`.",
  },
  {
    number: 14,
    topic: "order of checks",
    rule: "Anonymous window (429, only without a valid key), method and route (404, 405), key (401), rate limit (429), scope (403), media type and size (415, 413), path, query and body (400), then state (404, 410, 422, 409).",
  },
  {
    number: 15,
    topic: "further error codes",
    rule: `\`not_found\` 404, \`method_not_allowed\` 405 with \`Allow\`, \`payload_too_large\` 413 above ${grouped(LIMITS.bodyBytes)} bytes, \`unsupported_media_type\` 415 (a body without a content type too), \`intent_not_found\` 404, \`intent_expired\` 410, \`intent_not_buildable\` 422 for a query, \`key_not_found\` 404, \`key_not_rotatable\` 409, \`internal_error\` 500, \`service_unavailable\` 503. Building for another wallet than the intent's is 400 \`validation_error\` on \`walletAddress\`.`,
    sdk: "An unknown code becomes a plain `ApiError` with its status.",
  },
  {
    number: 27,
    topic: "base units above 2^53",
    rule: "JSON carries the exact integer, never a rounded one.",
    sdk: "A number or a string of any size, without loss; every base-unit field of a result is a `bigint`.",
  },
  {
    number: 31,
    topic: "unknown fields of a request",
    rule: "In a body they are 400 `validation_error` with the field's name; in a query they are ignored.",
  },
  {
    number: 35,
    topic: "idempotency",
    rule: "The contract knows no such key: an `Idempotency-Key` header changes nothing.",
    option: {
      name: "idempotency",
      given: "--contract",
      values: {
        false: "The contract knows no such key: an `Idempotency-Key` header changes nothing.",
        true: `Honoured on POSTs for ${REPLAYED_MS / HOUR_MS} hours: the same key and body get the stored answer with \`Idempotent-Replayed: true\`, the same key with another body gets 409 \`idempotency_conflict\`.`,
      },
    },
    sdk: "Never relies on it. What may be sent again is decided by operation; creating and rotating keys are repeated only if the request provably never left. A key store that processes share asks once more, under the same key, for a rotation whose answer nobody has: by decision 23 no second successor can come of it.",
  },
  {
    number: 39,
    topic: "`details` of other errors",
    rule: "`validation_error` has `{ field, reason }` and names the field in `error.field` as well; `simulation_failed` has `{ reason, logs }`; the not-found codes have `{ resource, id }`.",
    strictMinimal: "No `details` and no `field`.",
    sdk: "Any object, or none.",
  },
  {
    number: 40,
    topic: "extra fields of an answer",
    rule: "There are none: what neither the contract nor this table names is never sent, so that no app grows to need what another service lacks.",
    sdk: "Ignores unknown fields.",
  },
  {
    number: 47,
    topic: "dates, flags and names in a request",
    rule: "Dates are ISO 8601: a date alone is 00:00 UTC, an offset is understood, a time without a zone is 400. Flags in a query are `true` or `false` and nothing else. Token symbols ignore case, mint addresses do not.",
  },
  {
    number: 50,
    topic: "CORS",
    rule: "The API allows every origin and exposes `X-RateLimit-*`, `X-Request-Id`, `Retry-After` and `Date`; the control plane allows no origin.",
  },
];
