import * as z from "zod/mini";
import type { ParsingReason, Scope, UnauthorizedReason } from "./constants.js";
import { MOMENT, object, unnamed } from "./described.js";
import { anyObject, moment } from "./primitives.js";

/** All error codes of the service, each with HTTP status and cause (contract; decisions 9 to 15 and 35). */
export const ERROR_CODES = {
  validation_error: { status: 400, when: "A field of the request is invalid." },
  simulation_failed: { status: 400, when: "The pre-flight simulation of the transaction failed." },
  unauthorized: {
    status: 401,
    when: "The key is missing, malformed, unknown, expired, revoked or rotated out.",
  },
  insufficient_scope: { status: 403, when: "The key does not have the scope for this endpoint." },
  wallet_not_found: { status: 404, when: "The wallet does not exist or has no activity." },
  token_not_found: { status: 404, when: "The token is unknown or unsupported." },
  not_found: { status: 404, when: "No endpoint has this path." },
  intent_not_found: { status: 404, when: "The account has no intent with this identifier on this network." },
  key_not_found: { status: 404, when: "The account has no key with this identifier on this network." },
  method_not_allowed: {
    status: 405,
    when: "The endpoint does not support this method; `Allow` lists the supported ones.",
  },
  key_not_rotatable: { status: 409, when: "The key is rotating, revoked or expired." },
  idempotency_conflict: { status: 409, when: "The idempotency key was already used with a different body." },
  intent_expired: { status: 410, when: "The intent has expired." },
  payload_too_large: { status: 413, when: "The body is larger than 65,536 bytes." },
  unsupported_media_type: { status: 415, when: "The body is not `application/json`." },
  parsing_error: { status: 422, when: "The command is ambiguous or incomplete." },
  intent_not_buildable: { status: 422, when: "The intent is a query, which has no transaction to build." },
  rate_limit_exceeded: { status: 429, when: "The per-minute request limit has been exceeded." },
  quota_exceeded: { status: 429, when: "The daily request or transaction quota is exceeded." },
  internal_error: { status: 500, when: "The service failed." },
  service_unavailable: { status: 503, when: "The service is temporarily unavailable." },
} as const satisfies Record<string, { status: number; when: string }>;

/** One of the service's error codes. */
export type ErrorCode = keyof typeof ERROR_CODES;

/** Type of `error.details` for each code that has details. */
export interface ErrorDetails {
  validation_error: { field: string; reason: string };
  simulation_failed: { reason: string; logs: string[] };
  unauthorized: { reason: UnauthorizedReason | (string & {}) };
  insufficient_scope: { required: Scope | (string & {}); granted: (Scope | (string & {}))[] };
  wallet_not_found: ErrorDetails.Resource;
  token_not_found: ErrorDetails.Resource;
  not_found: ErrorDetails.Resource;
  intent_not_found: ErrorDetails.Resource;
  key_not_found: ErrorDetails.Resource;
  intent_expired: ErrorDetails.Resource;
  parsing_error: ErrorDetails.Parsing;
  rate_limit_exceeded: ErrorDetails.Limit;
  quota_exceeded: ErrorDetails.Limit;
}

/** Kinds of {@link ErrorDetails}. */
export declare namespace ErrorDetails {
  /** `details` of not-found errors. */
  interface Resource {
    /** The kind of resource: `wallet`, `token`, `intent`, `key` or `route`. */
    resource: string;
    /** The identifier in the request. */
    id: string;
  }

  /** `details` of 429 errors. */
  interface Limit {
    /** Requests or transactions that the window allows. */
    limit: number;
    /** The window that is used up. */
    window: "minute" | "day";
    /** When the next window starts, ISO 8601. */
    resetAt: string;
  }

  /** A swap to which one token was added (decision 38). */
  interface Completion {
    /** The complete command. */
    command: string;
    /** The symbol that was added. */
    added: string;
  }

  /** `details` of `parsing_error` (decision 38). */
  interface Parsing {
    /** The command as it was sent. */
    command: string;
    /** Stable, machine-readable reason. */
    reason: ParsingReason | (string & {});
    /** The reason, as one sentence. */
    message?: string | undefined;
    /** UTF-16 offsets of the words in the command that caused the error. */
    span?: { start: number; end: number } | undefined;
    /** Complete commands that would parse, best first. */
    suggestions?: string[] | undefined;
    /** The command, completed with a token that it lacks. Only the user can choose one. */
    completions?: Completion[] | undefined;
  }
}

/** `meta` of enveloped responses and of errors. */
export interface Meta {
  /** Identifier of the request. */
  requestId: string;
  /** Time of the response, ISO 8601. */
  timestamp: string;
}

/** Body of every error response. */
export interface ErrorBody {
  /** The error. */
  error: {
    /** Machine-readable code. */
    code: ErrorCode | (string & {});
    /** One human-readable sentence. */
    message: string;
    /** Details, whose fields depend on the code; see {@link ErrorDetails}. */
    details?: Record<string, unknown> | undefined;
    /** Name of the offending field, for `validation_error`. */
    field?: string | undefined;
  };
  /** Identifier of the request and time of the response; some services omit `meta`. */
  meta?: Meta | undefined;
}

/** Strict schema of {@link Meta}. */
export const MetaSchema = object("Meta", {
  requestId: [z.string(), "Identifier of the request.", "req_9fPz2LmQ"],
  timestamp: [moment(), "Time of the response.", MOMENT],
});

const SLIPPAGE_PROBLEM = "must be an integer from 1 to 1000";

/** Strict schema of {@link ErrorBody}; `code` is open because services may add codes (decision 15). */
export const ErrorBodySchema = object("Error", {
  error: [
    unnamed({
      code: [
        z.string() as z.ZodMiniType<ErrorCode | (string & {}), string>,
        "Stable error code; services may add codes.",
        "validation_error",
      ],
      message: [z.string(), "Human-readable message.", `slippage ${SLIPPAGE_PROBLEM}`],
      details: [
        z.optional(anyObject),
        "The fields depend on `code`.",
        { field: "slippage", reason: SLIPPAGE_PROBLEM },
      ],
      field: [z.optional(z.string()), "Dotted path of the invalid field, if any.", "slippage"],
    }),
    "The error.",
  ],
  meta: [z.optional(MetaSchema), "Request metadata."],
});
