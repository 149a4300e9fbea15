const KEY = /([A-Za-z0-9]+_(?:live|test)_)[\w-]{4,}/g;

/** Text without API keys: without those that were used, and without whatever looks like one. */
export function redact(text: string, ...secrets: readonly (string | undefined)[]): string {
  let clean = text;
  for (const secret of secrets) if (secret) clean = clean.replaceAll(secret, "***");
  return clean.replace(KEY, "$1***");
}

/**
 * A copy of somebody else's error that can be shown: name, code and redacted message. The original may hold the
 * request with its headers (ky's errors do), so it is never attached.
 */
export function safeCause(error: unknown, ...secrets: readonly (string | undefined)[]): Error {
  const { name, message, code, cause } = (error ?? {}) as Record<string, unknown>;
  const show = (value: unknown) => redact(String(value), ...secrets);
  const inner = code ?? (cause as Record<string, unknown> | undefined)?.["code"];
  return Object.assign(
    new Error(show(message ?? error)),
    name && { name: show(name) },
    inner && { code: show(inner) },
  );
}
