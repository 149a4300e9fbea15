import type { Language } from "../languages/language.js";
import { Atom } from "./atom.js";
import { readNumeral } from "./numerals.js";

const isDigit = (text: string, at: number): boolean => /[0-9]/.test(text.charAt(at));
const isSpace = (text: string, at: number): boolean => /[ \t-\r]/.test(text.charAt(at));

/** "$5", "£5": a sign and its figure, or the sign alone. */
export function readMoney(
  text: string,
  i: number,
  afterSign: number,
  dollars: boolean,
  language: Language,
): Atom {
  let at = afterSign;
  while (isSpace(text, at)) at += 1;
  if (!isDigit(text, at) && !(text.charAt(at) === "." && isDigit(text, at + 1)))
    return new Atom("mark", i, afterSign, text.slice(i, afterSign));
  const amount = readNumeral(text, at, language);
  // "$5$" says it twice; "£20%" and "€5$" say two things.
  const unclear = amount.kind === "part" || amount.kind === "currency" || (amount.kind === "usd" && !dollars);
  if (unclear) return new Atom("vague_number", i, amount.end, text.slice(i, amount.end));
  if (amount.value === undefined) return amount.with({ start: i });
  return amount.with({ kind: dollars ? "usd" : "currency", start: i });
}

/** ",5", "swap.5": a decimal to some, five to others. */
export function readMarkFirst(text: string, i: number, language: Language): Atom {
  const { end } = readNumeral(text, i + 1, language);
  const digits = text.slice(i + 1, end);
  const readings = /^\d+$/.test(digits) ? [`0.${digits}`, digits] : undefined;
  return new Atom("vague_number", i, end, text.slice(i, end), undefined, undefined, undefined, readings);
}
