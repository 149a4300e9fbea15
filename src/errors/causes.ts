// Failures before the first byte of the request left: the name did not resolve, or the connection was refused.
const NEVER_SENT = new Set([
  "ECONNREFUSED",
  "ERR_SSL_WRONG_VERSION_NUMBER",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
  "ConnectionRefused",
  "FailedToOpenSocket",
]);

/** How to correct a failed connection, if the runtime's own text does not help. */
export const connectionHint = (text: string): string =>
  / mock\.invalid$/.test(text)
    ? " Pass server.clientOptions(), which has the mock server's fetch."
    : /wrong.version/i.test(text)
      ? " The port speaks http: correct baseUrl."
      : "";

/** Maximum depth of causes to inspect, since they can form a cycle. */
export const MAX_CAUSES = 8;

/** True if an error of a `fetch`, or its cause, proves that no byte of the request left. */
export function neverSent(error: unknown, depth = 0): boolean {
  const { code, cause, errors } = Object(error) as { code?: string; cause?: unknown; errors?: unknown[] };
  if (code !== undefined && NEVER_SENT.has(code)) return true;
  if (depth > MAX_CAUSES) return false;
  if (errors?.length) return errors.every((one) => neverSent(one, depth + 1));
  return cause !== undefined && neverSent(cause, depth + 1);
}

/**
 * An error and its causes, outermost first. Wallet adapters store the cause as `error`. The `errors` of an
 * `AggregateError` are left out: one of several attempts proves nothing about the others.
 */
export function causesOf(thrown: unknown, depth = 0): unknown[] {
  const { cause, error } = Object(thrown) as { cause?: unknown; error?: unknown };
  const inner = depth < MAX_CAUSES ? [cause, error].filter((one) => one !== undefined) : [];
  return [thrown, ...inner.flatMap((one) => causesOf(one, depth + 1))];
}
