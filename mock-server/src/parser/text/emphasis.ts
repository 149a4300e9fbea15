const MARKED = /(?<![^\s([])(\*{1,3}|_{1,2}|`{1,3}|~~)(?=[^\s*_`~])([^*_`~\n]*[^\s*_`~])\1(?=$|[\s.,!?)\]])/g;
const CLOSING: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "`": "`",
  "\u00ab": "\u00bb",
  "\u201e": '"',
};

/**
 * The text without the marks of emphasis and without quotes around the whole of it: both come with what is pasted, and
 * quote nobody. Blanks stand in their place, so that every offset stays.
 */
export function withoutEmphasis(text: string): string {
  const plain = /[*_`~]/.test(text) ? unmarked(text) : text;
  return /["'`\u00ab\u201e]/.test(plain) ? unquoted(plain) : plain;
}

const unmarked = (text: string): string =>
  text.replace(MARKED, (_, mark: string, inner: string) => {
    const blank = " ".repeat(mark.length);
    return blank + inner + blank;
  });

function unquoted(text: string): string {
  const from = text.length - text.trimStart().length;
  const body = text.trim().replace(/[.!]$/, "");
  const close = CLOSING[body.charAt(0)];
  const inner = body.slice(1, -1);
  // A word or two in quotes is a name; quotes inside are somebody's words.
  if (close === undefined || !body.endsWith(close) || !/\s\S+\s/.test(inner)) return text;
  if (inner.includes(close) || inner.includes(body.charAt(0))) return text;
  const end = from + body.length;
  return `${text.slice(0, from)} ${text.slice(from + 1, end - 1)} ${text.slice(end)}`;
}
