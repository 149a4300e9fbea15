import type { Language } from "../languages/language.js";
import { Atom } from "./atom.js";
import { isDigit, isSpace } from "./characters.js";
import { readNumeral } from "./numerals.js";

/** "$5", "£5": a sign and its figure, or the sign alone. */
export function readMoney(
  text: string,
  i: number,
  afterSign: number,
  dollars: boolean,
  language: Language,
): Atom {
  let at = afterSign;
  while (isSpace(text.charCodeAt(at))) at += 1;
  if (!isDigit(text.charCodeAt(text.charAt(at) === "." ? at + 1 : at)))
    return new Atom("mark", i, afterSign, text.slice(i, afterSign));
  const amount = readNumeral(text, at, language);
  // "$5$" says it twice; "£20%" and "€5$" say two things.
  const unclear = amount.kind === "part" || amount.kind === "currency" || (amount.kind === "usd" && !dollars);
  if (unclear) return Atom.vague(i, amount.end, text.slice(i, amount.end));
  if (amount.value === undefined) return amount.with({ start: i });
  return amount.with({ kind: dollars ? "usd" : "currency", start: i });
}

/** ",5", "swap.5": a decimal to some, five to others. */
export function readMarkFirst(text: string, i: number, language: Language): Atom {
  const { end } = readNumeral(text, i + 1, language);
  const digits = text.slice(i + 1, end);
  const readings = /^\d+$/.test(digits) ? [`0.${digits}`, digits] : undefined;
  return Atom.vague(i, end, text.slice(i, end), readings);
}
