// Looks back for the prefix: looking ahead from each of its letters is quadratic in a long text without any.
const SECRET = /(?<=[A-Za-z0-9]_(?:live|test)_)[\w-]{4,}/g;

/** Text without API keys: without those that were used, and without whatever looks like one. */
export function redact(text: string, ...secrets: readonly (string | undefined)[]): string {
  let clean = text;
  for (const secret of secrets) if (secret) clean = clean.replaceAll(secret, "***");
  return clean.replace(SECRET, "***");
}

/**
 * A copy of somebody else's error that can be shown: name, code and message, redacted. The original may hold the request
 * with its headers (ky's errors do), so it is never attached.
 */
export function safeCause(error: unknown, ...secrets: readonly (string | undefined)[]): Error {
  const { name = "Error", message = error, code, cause } = (error ?? {}) as Record<string, unknown>;
  // "fetch failed" says nothing; its cause does.
  const { message: inner, code: innerCode } = (cause ?? {}) as Record<string, unknown>;
  const show = (value: unknown) => redact(String(value), ...secrets);
  const why = inner || innerCode;
  const copy = new Error(show(why ? `${message}: ${why}` : message));
  const shownName = show(name);
  Object.assign(copy, { name: shownName, stack: `${shownName}: ${copy.message}` });
  const shownCode = code ?? innerCode;
  return shownCode === undefined ? copy : Object.assign(copy, { code: show(shownCode) });
}
