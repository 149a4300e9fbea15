import { ServiceError } from "../kernel/service-error.js";

/** The error for a session that is not open. */
export function ended(id: string): ServiceError {
  return new ServiceError(
    "not_found",
    `The session ${id} has ended: it was closed, or nobody asked for it during its ttl. Open another with POST /_mock/sessions.`,
    { details: { resource: "session", id } },
  );
}

/** The error for a session that cannot be opened now. */
export function unavailable(message: string): ServiceError {
  return new ServiceError("service_unavailable", message, { headers: { "Retry-After": "5" } });
}
