// Failures that come before a byte of the request has left: the name did not resolve, or nobody took the connection.
const NEVER_SENT = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
  "ConnectionRefused",
  "FailedToOpenSocket",
]);

/** Causes of causes that are looked at: some lead in a circle. */
export const MOST_CAUSES = 8;

/** True when the failure proves that the request did not leave. */
export function neverSent(error: unknown, depth = 0): boolean {
  const { code, cause, errors } = (error ?? {}) as {
    code?: string;
    cause?: unknown;
    errors?: readonly unknown[];
  };
  if (code !== undefined && NEVER_SENT.has(code)) return true;
  if (depth > MOST_CAUSES) return false;
  if (errors?.length) return errors.every((one) => neverSent(one, depth + 1));
  return cause !== undefined && neverSent(cause, depth + 1);
}
