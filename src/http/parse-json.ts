// Sixteen digits in a row are the least that can pass 2^53; without them JSON.parse alone is exact, and eight times faster.
const MAYBE_BIG = /\d{16}/;
const NUMBER = /-?\d[\d.eE+-]*/g;
// More digits than any amount has are left to JSON.parse: BigInt takes long for millions of them.
const INTEGER = /^-?\d{16,100}$/;

/**
 * `JSON.parse` that reads integers beyond 2^53 as `bigint` (decision 27).
 *
 * @throws SyntaxError as `JSON.parse` does.
 */
export function parseJson(text: string): unknown {
  // First, as only in JSON that is whole every text ends: in any other, looking for the ends is quadratic.
  const plain: unknown = JSON.parse(text);
  if (!MAYBE_BIG.test(text)) return plain;
  // Big integers go through JSON.parse as marked texts; what the service wrote cannot begin with a mark drawn after it.
  const mark = `${Math.random()}:`;
  let marked = "";
  for (let at = 0; at < text.length; ) {
    // Between two texts of the JSON there are only numbers, words and marks.
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

/** Index after the quote that ends the text which begins at `quote`. Not by a regex: they take stack for each escape. */
function endOfText(text: string, quote: number): number {
  for (let at = quote + 1; ; at++) {
    at = text.indexOf('"', at);
    let slash = at;
    while (text[slash - 1] === "\\") slash--;
    if ((at - slash) % 2 === 0) return at + 1;
  }
}
