/** Strings, which may hold digits, and whole numbers too long to be read as a double without loss. */
const TOKENS = /"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;
const LONG = /\d{16}/;
const MARK = "\u0000integer:";

/**
 * Reads JSON with every whole number exact: one beyond 2^53 becomes a `bigint`. Clients write lamports and slots as u64.
 *
 * @throws SyntaxError
 */
export function readJson(text: string): unknown {
  // Read as it is first: in text that is no JSON the search for tokens would take quadratic time.
  const value: unknown = JSON.parse(text);
  if (!LONG.test(text)) return value;
  const marked = text.replace(TOKENS, (token) =>
    token.startsWith('"') || Number.isSafeInteger(Number(token)) ? token : JSON.stringify(MARK + token),
  );
  return JSON.parse(marked, (_key, value: unknown) =>
    typeof value === "string" && value.startsWith(MARK) ? BigInt(value.slice(MARK.length)) : value,
  ) as unknown;
}
