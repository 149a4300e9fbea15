// Sixteen digits in a row are the least that can pass 2^53; without them JSON.parse alone is exact, and eight times faster.
const MAYBE_BIG = /\d{16}/;
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const INTEGER = /^-?[1-9]\d{15,}$/;

/**
 * `JSON.parse` that reads integers beyond 2^53 as `bigint` (decision 27).
 *
 * @throws SyntaxError as `JSON.parse` does.
 */
export function parseJson(text: string): unknown {
  if (!MAYBE_BIG.test(text)) return JSON.parse(text);
  // Big integers go through JSON.parse as marked texts. No text of the answer can begin with the mark: it is not in it.
  let mark = "int";
  while (text.includes(mark)) mark += "_";
  // In the place of a name a number is an error, and must stay one.
  const marked = text.replace(TOKENS, (token, at: number) =>
    INTEGER.test(token) &&
    !Number.isSafeInteger(Number(token)) &&
    !/^\s*:/.test(text.slice(at + token.length))
      ? `"${mark}${token}"`
      : token,
  );
  return JSON.parse(marked, (_, value) =>
    typeof value === "string" && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value,
  );
}
