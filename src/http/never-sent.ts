// Failures that come before a byte of the request has left: the name did not resolve, or nobody took the connection.
const NEVER_SENT = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
  "ConnectionRefused",
  "FailedToOpenSocket",
]);

/** True when the failure proves that the request did not leave. */
export function neverSent(error: unknown): boolean {
  const { code, cause, errors } = (error ?? {}) as {
    code?: string;
    cause?: unknown;
    errors?: readonly unknown[];
  };
  if (code !== undefined && NEVER_SENT.has(code)) return true;
  if (errors?.length) return errors.every(neverSent);
  return cause !== undefined && cause !== error && neverSent(cause);
}
