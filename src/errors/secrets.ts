// A lookbehind, because matching the prefix is quadratic on long text. `{4,}` would use stack space for each letter.
const SECRET = /(?<=[A-Za-z0-9]_(?:live|test)_)[\w-]{4}[\w-]*/g;
// JSON escapes, URL escapes and invisible characters, decoded in alternating steps, because part of a key can look like an
// escape of another kind. A match starts only at the first backslash of a run: starting at each would be quadratic.
const ESCAPES = [
  /(?<!\\)\\+(?:u00([\da-f]{2})|u(?:200[b-f]|2060|feff)|(?=["/]))/gi,
  /%(?:e2%80%8[b-f]|e2%81%a0|ef%bb%bf|([\da-f]{2}))/gi,
  /[\u200b-\u200f\u2060\ufeff\u00ad]/g,
];
const MAYBE_ESCAPED = /[\\%\u200b-\u200f\u2060\ufeff\u00ad]/;
/** A key escaped more times than this is hidden on purpose, so the whole text is dropped. */
const MAX_STEPS = 36;

/**
 * The base64 of a string inside a longer base64 text, at each of the three possible byte offsets. Characters that also
 * depend on neighbouring bytes are left out.
 */
function inBase64(secret: string): string[] {
  if (typeof btoa !== "function" || !/^[\x21-\x7e]{9,}$/.test(secret)) return [];
  return [0, 1, 2].map((before) => {
    const bits = 8 * (before + secret.length);
    return btoa("x".repeat(before) + secret).slice(Math.ceil((8 * before) / 6), Math.floor(bits / 6));
  });
}

/**
 * Removes API keys from text: the given secrets and everything that looks like a key. Also finds keys that are
 * JSON-escaped, percent-encoded or split by invisible characters up to four times, and the given secrets in base64.
 */
export function redact(text: string, ...secrets: readonly (string | undefined)[]): string {
  const hide = (value: string) => {
    let clean = value;
    for (const secret of secrets) {
      if (!secret) continue;
      clean = clean.replaceAll(secret, "***");
      if (clean.length > secret.length)
        for (const coded of inBase64(secret))
          for (const one of [coded, coded.replaceAll("+", "-").replaceAll("/", "_")])
            clean = clean.replaceAll(one, "***");
    }
    return clean.replace(SECRET, "***");
  };
  let clean = hide(text);
  for (let plain = clean, step = 0, last = 12; step < last && MAYBE_ESCAPED.test(plain); step++) {
    plain = plain.replace(ESCAPES[step % 3] as RegExp, (_, hex?: string | number) =>
      typeof hex === "string" ? String.fromCharCode(Number(`0x${hex}`)) : "",
    );
    const hidden = hide(plain);
    if (hidden === plain) continue;
    if (step > MAX_STEPS) return "***";
    // If an escaped key is found, the result is the unescaped text, which is checked again.
    clean = plain = hidden;
    last = step + 13;
  }
  return clean;
}

/** Removes the secrets that it knows from text. */
export type Hide = (text: string) => string;

/**
 * Redacts all strings and names in a JSON value. Drops objects and arrays nested more than 20 levels deep, and
 * everything after about 60,000 characters: scanning megabytes would take seconds.
 */
export function redactAll(value: unknown, hide: Hide): unknown {
  let remaining = 60_000;
  const show = (text: string) => {
    // Cut at a space, which keys never contain: half a key would not be recognised.
    const cut = text.length > remaining ? `${text.slice(0, text.lastIndexOf(" ", remaining) + 1)}…` : text;
    remaining -= cut.length;
    return hide(cut);
  };
  const inner = (one: unknown, depth = 0): unknown => {
    if (typeof one === "string") return show(one);
    if (typeof one !== "object" || !one) return one;
    if (depth > 20) return undefined;
    return Array.isArray(one)
      ? one.map((each) => inner(each, depth + 1))
      : Object.fromEntries(Object.entries(one).map(([name, each]) => [show(name), inner(each, depth + 1)]));
  };
  return inner(value);
}

/**
 * A copy of another library's error that is safe to show: its redacted name, code and message. The original is never
 * attached, because it can contain the request with its headers, as ky's errors do.
 */
export function safeCause(error: unknown, hide: Hide = redact): Error {
  const { name = "Error", message = error, code, cause } = (error ?? {}) as Record<string, unknown>;
  // The message of a failed fetch is only "fetch failed"; its cause has the reason.
  const { message: inner, code: innerCode } = (cause ?? {}) as Record<string, unknown>;
  const show = (value: unknown) => hide(String(value));
  const reason = inner || innerCode;
  const copy = new Error(show(reason ? `${message}: ${reason}` : message));
  const shownName = show(name);
  Object.assign(copy, { name: shownName, stack: `${shownName}: ${copy.message}` });
  const shownCode = code ?? innerCode;
  return shownCode === undefined ? copy : Object.assign(copy, { code: show(shownCode) });
}
