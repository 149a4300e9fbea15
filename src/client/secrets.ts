// Looks back for the prefix: looking ahead from each of its letters is quadratic in a long text without any. Not `{4,}`,
// which takes a place on the stack for each letter.
const SECRET = /(?<=[A-Za-z0-9]_(?:live|test)_)[\w-]{4}[\w-]*/g;
// How JSON and addresses write a character that they may not show, or need not: one after the other, as a key may itself
// look like an escape of the other kind. From a run's first backslash alone: from each of a long run it is quadratic.
const ESCAPES = [/(?<!\\)\\+(?:u00([\da-f]{2})|(?=["/]))/gi, /%([\da-f]{2})/gi];
/** Keys that are found under more escapes than this are no accident: of such a text nothing is shown. */
const MOST_STEPS = 24;

/**
 * A text as base64 has it within a longer one: three ways, as it may begin at any of three bytes. Characters that its
 * neighbours share in are left out.
 */
function inBase64(secret: string): string[] {
  if (typeof btoa !== "function" || !/^[\x21-\x7e]{9,}$/.test(secret)) return [];
  return [0, 1, 2].map((before) => {
    const bits = 8 * (before + secret.length);
    return btoa("x".repeat(before) + secret).slice(Math.ceil((8 * before) / 6), Math.floor(bits / 6));
  });
}

/**
 * Text without API keys: without those that were used, and without whatever looks like one; also where they are escaped
 * as in JSON or percent-encoded, up to four times over, and those that were used where they are written as base64.
 */
export function redact(text: string, ...secrets: readonly (string | undefined)[]): string {
  const hide = (shown: string) => {
    let clean = shown;
    for (const secret of secrets) {
      if (!secret) continue;
      clean = clean.replaceAll(secret, "***");
      if (clean.length > secret.length)
        for (const coded of inBase64(secret))
          for (const one of [coded, coded.replaceAll("+", "-").replaceAll("/", "_")])
            clean = clean.replaceAll(one, "***");
    }
    return /_(?:live|test)_/.test(clean) ? clean.replace(SECRET, "***") : clean;
  };
  let clean = hide(text);
  for (let plain = clean, step = 0, last = 8; step < last && /[\\%]/.test(plain); step++) {
    plain = plain.replace(ESCAPES[step % 2] as RegExp, (_, hex?: string) =>
      hex ? String.fromCharCode(Number(`0x${hex}`)) : "",
    );
    const hidden = hide(plain);
    if (hidden === plain) continue;
    if (step > MOST_STEPS) return "***";
    // Where one was escaped, the text is shown without its escapes, and looked through again.
    clean = plain = hidden;
    last = step + 9;
  }
  return clean;
}

/**
 * Redacts every string and name in a JSON value. Drops objects and arrays more than 20 levels deep, and what is beyond some
 * ten thousand letters in all: to look through megabytes takes seconds.
 */
export function redactAll(value: unknown, key: string): unknown {
  let left = 60_000;
  const show = (text: string) => {
    // At a space, which no key has: one that the cut goes through would not be found.
    const shown = text.length > left ? `${text.slice(0, text.lastIndexOf(" ", left) + 1)}…` : text;
    left -= shown.length;
    return redact(shown, key);
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
