// Numbers beyond 2^53 have sixteen digits or more, and follow a space or punctuation, unlike the digits in an address. If the
// text has none, JSON.parse is exact and eight times faster.
const MAYBE_BIG = /(?:^|[\s:,[-])\d{16}/;
const NUMBER = /-?\d[\d.eE+-]*/g;
// Longer numbers, which are never amounts, are left to JSON.parse: BigInt takes long for millions of digits.
const INTEGER = /^-?\d{16,100}$/;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** `JSON.parse` that returns integers beyond 2^53 as `bigint` (decision 27). */
export function readJson(text: string): unknown {
  // Parses first, because in valid JSON every string ends. Searching for missing ends would be quadratic.
  const plain: unknown = JSON.parse(text);
  if (!MAYBE_BIG.test(text)) return plain;
  // Big integers pass through JSON.parse as strings with a random mark, which no string in the text has.
  const mark = `${Math.random()}:`;
  const marked = replaceNumbers(text, (token) =>
    INTEGER.test(token) && !Number.isSafeInteger(Number(token)) ? `"${mark}${token}"` : token,
  );
  if (marked === text) return plain;
  return replaceTexts(JSON.parse(marked), (inner) =>
    inner.startsWith(mark) ? BigInt(inner.slice(mark.length)) : inner,
  );
}

/** Replaces the strings in a JSON value, in place. */
export function replaceTexts(value: unknown, replace: (text: string, name: string) => unknown): unknown {
  const whole: Record<string, unknown> = { value };
  // An explicit stack, since outside text may be nested deeper than the call stack allows. A reviver is called recursively.
  for (const open = [whole]; open.length > 0; ) {
    const one = open.pop() ?? {};
    for (const name of Object.keys(one)) {
      const inner = one[name];
      if (isObject(inner)) open.push(inner);
      else if (typeof inner === "string") one[name] = replace(inner, name);
    }
  }
  return whole["value"];
}

/** Replaces each number of a valid JSON text. The text is searched by index: a regex would use stack space for each escape. */
export function replaceNumbers(text: string, replace: (token: string) => string): string {
  let replaced = "";
  for (let at = 0; at < text.length; ) {
    // Between two strings of the JSON there are only numbers, literals and punctuation.
    const quote = text.indexOf('"', at);
    const end = quote < 0 ? text.length : quote;
    replaced += text.slice(at, end).replace(NUMBER, replace);
    at = quote < 0 ? end : endOfString(text, quote);
    replaced += text.slice(end, at);
  }
  return replaced;
}

/** Index after the string of a valid JSON text that starts at `quote`. */
export function endOfString(text: string, quote: number): number {
  for (let at = quote + 1; ; at++) {
    at = text.indexOf('"', at);
    let slash = at;
    while (text[slash - 1] === "\\") slash--;
    if ((at - slash) % 2 === 0) return at + 1;
  }
}
