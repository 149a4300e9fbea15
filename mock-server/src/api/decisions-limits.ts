import { LIMITS } from "intent-tx/contract";
import type { Decision } from "./decisions-row.js";

/** Decisions on rate limits, quotas and what is counted. */
export const LIMIT_DECISIONS: readonly Decision[] = [
  {
    number: 5,
    topic: "window behind the rate-limit headers",
    rule: "Of the windows that apply (the minute, and the day of a test key) the headers show the one with the fewest requests left.",
  },
  {
    number: 6,
    topic: "rate-limit headers on errors, and what counts",
    rule: `They are on every response, errors included. A request with a valid key counts against its account, 404 and 405 too; one without counts against a window of its remote address (${LIMITS.anonymousRequestsPerMinute} a minute). \`OPTIONS\` needs no key and is not counted; \`HEAD\` is \`GET\` without the body.`,
    sdk: "Missing headers.",
  },
  {
    number: 7,
    topic: "owner of a limit",
    rule: `The account: all of its keys, live and test, share one minute window, so that rotating a key does not double the budget. Its test keys share one window of ${LIMITS.testRequestsPerDay} requests a day.`,
  },
  {
    number: 8,
    topic: "shape of a window",
    rule: "Fixed, and aligned to the UTC minute or the UTC day of the server's clock.",
  },
  {
    number: 9,
    topic: "a limit is exceeded",
    rule: "429 with `Retry-After` in whole seconds (at least 1): `rate_limit_exceeded` for the minute, `quota_exceeded` for a day. `details` is `{ limit, window, resetAt }`. Nothing else happens to such a request, and it is not counted.",
    strictMinimal: "No `Retry-After` and no `details`.",
    sdk: "`Retry-After` in seconds, as an HTTP date, or not at all.",
  },
  {
    number: 10,
    topic: "transactions a day",
    rule: "The quota counts successful builds: the one that would pass the tier's limit gets 429 `quota_exceeded` and no transaction. Usage and metrics count executed transactions, those that the service built for the account and that landed on the ledger.",
  },
  {
    number: 32,
    topic: "metrics",
    rule: "They cover the calling account from `startDate` (inclusive) to `endDate` (exclusive), both echoed with milliseconds; an end that is not after the start is 400. `granularity` is echoed and changes nothing else. Empty ranges give zeros. `intents.total` counts successful parses and `parseErrors` the 422s; volume is in USD at the time each transaction landed.",
  },
  {
    number: 33,
    topic: "billing period of usage",
    rule: `The UTC calendar month of the server's clock, its end exclusive. \`requests.used\` counts every answered request but 429s, this one included; \`requests.limit\` is the tier's limit a minute times the minutes of the period (for a test key ${LIMITS.testRequestsPerDay} times its days), \`transactions.limit\` the limit a day times its days. Unlimited is \`-1\` with \`percentage\` 0.`,
    sdk: "`-1`, `null` or an absent limit as `Infinity`.",
  },
  {
    number: 51,
    topic: "limits switched off",
    rule: "They are in force.",
    option: {
      name: "limits",
      given: "--limits",
      values: {
        on: "They are in force.",
        off: "Nothing is refused; the headers are still sent, and `X-RateLimit-Remaining` stays at the limit.",
        "<figures by tier>":
          "Other figures are in force, in the library alone: `limits: { pro: { requestsPerMinute: 1000 } }`.",
      },
    },
  },
];
