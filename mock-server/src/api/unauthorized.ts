import type { UnauthorizedReason } from "intent-tx/contract";
import { ServiceError } from "../kernel/service-error.js";

const WHY = {
  missing: "Send an API key as Authorization: Bearer <API_KEY>.",
  malformed: "The Authorization header does not hold an API key of the form svc_live_… or svc_test_….",
  unknown: "This API key does not exist.",
  expired: "This API key has expired; use another one.",
  revoked: "This API key was revoked; use another one.",
  rotated: "This API key was rotated and its overlap is over; use its successor.",
} as const;

/** The 401 of a request without a good key (decision 11). */
export function unauthorized(reason: UnauthorizedReason): ServiceError<"unauthorized"> {
  return new ServiceError("unauthorized", WHY[reason], {
    details: { reason },
    headers: { "WWW-Authenticate": "Bearer" },
  });
}
