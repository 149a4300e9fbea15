import { MalformedJsonError } from "../errors/value-errors.js";

// Numbers beyond 2^53 have sixteen digits or more, and follow a space or punctuation, unlike the digits in an address. If the
// text has none, JSON.parse is exact and eight times faster.
const MAYBE_BIG = /(?:^|[\s:,[-])\d{16}/;
const NUMBER = /-?\d[\d.eE+-]*/g;
// Longer numbers, which are never amounts, are left to JSON.parse: BigInt takes long for millions of digits.
const INTEGER = /^-?\d{16,100}$/;

/** `JSON.parse` that returns integers beyond 2^53 as `bigint` (decision 27). */
export function parseJson(text: string): unknown {
  // Parses first, because in valid JSON every string ends. Searching for missing ends would be quadratic.
  const plain: unknown = JSON.parse(text);
  if (!MAYBE_BIG.test(text)) return plain;
  // Big integers pass through JSON.parse as strings with a random mark, which no string in the text has.
  const mark = `${Math.random()}:`;
  let marked = "";
  for (let at = 0; at < text.length; ) {
    // Between two strings of the JSON there are only numbers, literals and punctuation.
    const quote = text.indexOf('"', at);
    const end = quote < 0 ? text.length : quote;
    marked += text
      .slice(at, end)
      .replace(NUMBER, (token) =>
        INTEGER.test(token) && !Number.isSafeInteger(Number(token)) ? `"${mark}${token}"` : token,
      );
    at = quote < 0 ? end : endOfText(text, quote);
    marked += text.slice(end, at);
  }
  return marked === text
    ? plain
    : JSON.parse(marked, (_, value) =>
        typeof value === "string" && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value,
      );
}

/** Index after the string that starts at `quote`. A regex would use stack space for each escape. */
function endOfText(text: string, quote: number): number {
  for (let at = quote + 1; ; at++) {
    at = text.indexOf('"', at);
    let slash = at;
    while (text[slash - 1] === "\\") slash--;
    if ((at - slash) % 2 === 0) return at + 1;
  }
}

/**
 * `JSON.stringify` that writes a `bigint` as a string, so that results of the SDK can be logged and stored.
 * @param value The value to write.
 * @param replacer As for `JSON.stringify`; it receives the original `bigint`.
 * @param space As for `JSON.stringify`.
 * @example
 * ```ts
 * import { stringify } from "intent-tx";
 * const json = stringify({ amount: 1500000000n }); // {"amount":"1500000000"}
 * ```
 */
export function stringify(
  value: unknown,
  replacer?: ((key: string, value: unknown) => unknown) | null,
  space?: string | number,
): string {
  const write = (key: string, inner: unknown) => {
    const next = replacer ? replacer(key, inner) : inner;
    return typeof next === "bigint" ? next.toString() : next;
  };
  return JSON.stringify(value, write, space);
}

/** The base-unit fields of intents, built transactions, records and portfolios. */
const UNITS = /^(?:amount|inAmount|outAmount|outputAmount|fee|balance|solBalance)$/;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

function revive(value: unknown): unknown {
  // An explicit stack, since outside text may be nested deeper than the call stack allows.
  for (const open = isObject(value) ? [value] : []; open.length > 0; ) {
    const one = open.pop() as Record<string, unknown>;
    for (const [name, inner] of Object.entries(one))
      if (isObject(inner)) open.push(inner);
      else if (typeof inner === "string" && UNITS.test(name) && /^-?\d{1,100}$/.test(inner))
        one[name] = BigInt(inner);
  }
  return value;
}

/**
 * The inverse of {@link stringify} for intents, built transactions, records and portfolios: digits in base-unit fields
 * become `bigint` again; human units, which are numbers, stay numbers. Nothing else is validated: for untrusted text
 * use {@link intentCodec} and {@link builtTransactionCodec}.
 * @param text JSON written by `stringify`.
 * @throws MalformedJsonError (a `SyntaxError`) when the text is not JSON.
 * @example
 * ```ts
 * import { type Intent, parse, stringify } from "intent-tx";
 * const copy = (intent: Intent) => parse<Intent>(stringify(intent));
 * ```
 */
export function parse<T>(text: string): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new MalformedJsonError("The text is not JSON: it may be cut off, or an error page.");
  }
  return revive(value) as T;
}
