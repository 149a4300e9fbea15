import { ERROR_CODES, type ErrorCode, OPERATIONS, type Operation } from "intent-tx/contract";
import type { Caller } from "../accounts/keys.js";
import type { Fault } from "../faults/fault-rules.js";
import { fieldOf } from "../http/json-body.js";
import type { ErrorContent } from "../kernel/errors.js";
import { type ReplyContext, unauthorized } from "./reply.js";
import { findRoute, type Match } from "./routes.js";

type StatusFault = Extract<Fault, { kind: "status" }>;

interface Refused {
  readonly match: Match | undefined;
  readonly caller: Caller | undefined;
  /** Path including `/v1`. */
  readonly path: string;
  readonly context: ReplyContext;
  readonly body: Uint8Array | undefined;
}

const CODES = Object.keys(ERROR_CODES) as ErrorCode[];
/** Codes that only particular endpoints return; any endpoint can return the other codes. */
const OWNED: ReadonlySet<ErrorCode> = new Set(
  Object.values<Operation>(OPERATIONS).flatMap(({ errors }) => errors),
);

/** The code that the service would use for this status: the endpoint's own, or the general one. */
function codeOf(status: number, match: Match | undefined): ErrorCode {
  const fits = (code: ErrorCode) => ERROR_CODES[code].status === status;
  // A 429 concerns the minute window unless the fault specifies the day.
  const own = status === 429 ? undefined : match?.route.errors.find(fits);
  return own ?? CODES.find((code) => fits(code) && !OWNED.has(code)) ?? CODES.find(fits) ?? "internal_error";
}

/**
 * Builds a fault's response with the real refusal's code, details and headers, as far as the request determines them.
 */
export function injectedRefusal(fault: StatusFault, refused: Refused): ErrorContent {
  const code = fault.code ?? codeOf(fault.status, refused.match);
  const { status, retryAfter } = fault;
  const message = `The mock server returned ${status} because of a fault.`;
  return { code, message, status, ...extrasOf(code, message, retryAfter, refused) };
}

type Extras = Pick<ErrorContent, "details" | "field" | "headers">;

function extrasOf(
  code: string,
  message: string,
  retryAfter: StatusFault["retryAfter"],
  refused: Refused,
): Extras {
  const { match, caller, path, context } = refused;
  const resource = (name: string, id: unknown): Extras =>
    typeof id === "string" ? { details: { resource: name, id } } : {};
  const param = (name: string) => match?.params[name] ?? "";
  switch (code) {
    case "unauthorized": {
      const { details, headers } = unauthorized("unknown");
      return { details, headers };
    }
    case "insufficient_scope": {
      const required = match?.route.scope ?? "admin";
      const granted = (caller?.scopes ?? []).filter((scope) => scope !== required && scope !== "admin");
      return { details: { required, granted } };
    }
    case "rate_limit_exceeded":
    case "quota_exceeded": {
      const window = code === "quota_exceeded" ? "day" : "minute";
      const resetAt = new Date(retryMoment(String(retryAfter ?? 0), context.now)).toISOString();
      return { details: { limit: context.rate.limit, window, resetAt } };
    }
    case "validation_error": {
      const [field = "body"] = Object.keys(match?.params ?? {});
      return { field, details: { field, reason: message } };
    }
    case "simulation_failed":
      return { details: { reason: message, logs: [] } };
    case "parsing_error": {
      const command = String(fieldOf(refused.body, "command") ?? "");
      return { details: { command, reason: "not_a_command", message } };
    }
    case "method_not_allowed": {
      const found = findRoute("", path);
      return found && "allow" in found ? { headers: { Allow: found.allow.join(", ") } } : {};
    }
    case "not_found":
      return resource("route", path);
    case "wallet_not_found":
      return resource("wallet", param("walletAddress"));
    case "token_not_found":
      return resource("token", param("tokenMint"));
    case "key_not_found":
      return resource("key", param("keyId"));
    case "intent_not_found":
    case "intent_expired":
      return resource("intent", fieldOf(refused.body, "intentId"));
    default:
      return {};
  }
}

/** The time at which `Retry-After` allows a retry; now if it is missing or invalid. */
function retryMoment(retryAfter: string, now: number): number {
  if (/^\d{1,9}$/.test(retryAfter)) return now + Number(retryAfter) * 1000;
  const date = /[A-Za-z]{3}/.test(retryAfter) ? Date.parse(retryAfter) : Number.NaN;
  return Number.isNaN(date) ? now : Math.max(now, date);
}
