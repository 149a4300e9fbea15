import { ERROR_CODES, type ErrorCode } from "intent-tx/contract";
import type { Check, Probe } from "../probe.js";
import { errorOf, member, rateOf } from "../read.js";

/** A refusal with this code and its status. */
export function refusedWith(decision: number, code: ErrorCode, what: string): Check {
  const { status } = ERROR_CODES[code];
  return {
    decision,
    expect: `${what} is ${status} ${code}`,
    holds: (answer) => answer.status === status && errorOf(answer)["code"] === code,
  };
}

/** `error.details` with these fields. */
function detailsOf(decision: number, what: string, fields: Readonly<Record<string, unknown>>): Check {
  return {
    decision,
    expect: `${what} has details.${Object.keys(fields).join(", details.")}`,
    holds: (answer) => {
      if (answer.status < 400) return undefined;
      const details = errorOf(answer)["details"];
      return Object.entries(fields).every(([name, value]) =>
        value === undefined ? typeof member(details, name) === "string" : member(details, name) === value,
      );
    },
    found: (answer) => `details are ${JSON.stringify(errorOf(answer)["details"]) ?? "absent"}`,
  };
}

const challenged: Check = {
  decision: 11,
  expect: "401 has WWW-Authenticate: Bearer",
  holds: (answer) =>
    answer.status === 401 ? /^bearer\b/i.test(answer.headers.get("www-authenticate") ?? "") : undefined,
  found: (answer) => `WWW-Authenticate is ${answer.headers.get("www-authenticate") ?? "absent"}`,
};

/** A 400 that names its field, in `error.field` and in `details` (decision 39). */
export function namesField(decision: number, what: string, field: string): Check {
  return {
    decision,
    expect: `${what} is 400 validation_error on ${field}`,
    holds: (answer) => {
      const error = errorOf(answer);
      // A service that leaves `field` out has not named another one.
      return (
        answer.status === 400 && error["code"] === "validation_error" && (error["field"] ?? field) === field
      );
    },
    found: (answer) => `error.field is ${JSON.stringify(errorOf(answer)["field"]) ?? "absent"}`,
  };
}

/** Whether the second of two requests was counted after the first. */
export function counted(decision: number, before: string, what: string): Check {
  return {
    decision,
    expect: `${what} counts as a request`,
    holds: (answer, { seen }) => {
      const earlier = seen.get(before);
      if (!earlier) return undefined;
      const [from, to] = [rateOf(earlier), rateOf(answer)];
      if (from.remaining === undefined || to.remaining === undefined || from.limit !== to.limit)
        return undefined;
      // Limits that are off never fall, nor does nothing; a window that began anew rises.
      if (from.remaining === 0 || to.remaining === to.limit || to.remaining > from.remaining)
        return undefined;
      return to.remaining < from.remaining;
    },
    found: () => "X-RateLimit-Remaining did not fall",
  };
}

/** Keys that are refused, and what comes before what (decisions 6, 11, 14, 15, 39). */
export const REFUSAL_PROBES: readonly Probe[] = [
  {
    name: "no key",
    request: () => ({ method: "GET", path: "/analytics/usage", key: "none" }),
    checks: [
      refusedWith(11, "unauthorized", "a request without a key"),
      detailsOf(11, "a request without a key", { reason: "missing" }),
      challenged,
    ],
  },
  {
    name: "malformed key",
    request: () => ({ method: "GET", path: "/portfolio/not-an-address", key: "malformed" }),
    checks: [
      detailsOf(11, "a malformed key", { reason: "malformed" }),
      {
        decision: 14,
        expect: "the key is checked before path and query",
        holds: ({ status }) => (status === 401 ? true : status === 400 ? false : undefined),
      },
    ],
  },
  {
    name: "unknown key",
    request: () => ({ method: "GET", path: "/analytics/usage", key: "unknown" }),
    checks: [
      refusedWith(11, "unauthorized", "an unknown key"),
      detailsOf(11, "an unknown key", { reason: "unknown" }),
    ],
  },
  {
    name: "no key, unknown path",
    request: () => ({ method: "GET", path: "/intent-tx-verify/no-such-path", key: "none" }),
    checks: [
      {
        decision: 14,
        expect: "the route is checked before the key",
        holds: ({ status }) => (status === 404 ? true : status === 401 ? false : undefined),
      },
    ],
  },
  {
    name: "unknown token",
    request: () => ({ method: "GET", path: "/prices/IntentTxVerifyNoSuchToken" }),
    checks: [
      refusedWith(15, "token_not_found", "an unknown token"),
      detailsOf(39, "404 token_not_found", { resource: "token", id: "IntentTxVerifyNoSuchToken" }),
    ],
  },
  {
    name: "unknown path",
    request: () => ({ method: "GET", path: "/intent-tx-verify/no-such-path" }),
    checks: [refusedWith(15, "not_found", "an unknown path"), counted(6, "unknown token", "a 404")],
  },
  {
    name: "wrong method",
    request: () => ({ method: "GET", path: "/intents" }),
    checks: [
      refusedWith(15, "method_not_allowed", "a method that a path lacks"),
      {
        decision: 15,
        expect: "405 names the methods in Allow",
        holds: (answer) =>
          answer.status === 405 ? /\bPOST\b/.test(answer.headers.get("allow") ?? "") : undefined,
        found: (answer) => `Allow is ${answer.headers.get("allow") ?? "absent"}`,
      },
      counted(6, "unknown path", "a 405"),
    ],
  },
  {
    name: "invalid address",
    request: () => ({ method: "GET", path: "/portfolio/not-an-address" }),
    checks: [
      namesField(39, "an invalid wallet address", "walletAddress"),
      detailsOf(39, "400 validation_error", { field: "walletAddress", reason: undefined }),
      {
        decision: 39,
        expect: "400 validation_error has error.field",
        holds: (answer) => (answer.status === 400 ? typeof errorOf(answer)["field"] === "string" : undefined),
        found: (answer) => `error has ${Object.keys(errorOf(answer)).join(", ") || "nothing"}`,
      },
    ],
  },
];
