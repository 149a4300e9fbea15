import type { Language } from "../languages/language.js";
import { Atom } from "./atom.js";
import type { Raw } from "./scan.js";
import type { TokenIndex } from "./token-index.js";

/** "5MSOL" is five mSOL or five million SOL. */
export function suffixOrSymbol(
  raw: Raw,
  letters: Raw | undefined,
  index: TokenIndex,
  language: Language,
): Atom | undefined {
  if (letters?.kind !== "unknown" || letters.start !== raw.end || !index.byName.has(letters.text))
    return undefined;
  for (const suffix of language.numbers.suffixes.keys()) {
    const symbol = letters.text.slice(suffix.length);
    if (!letters.text.startsWith(suffix) || !index.byName.has(symbol)) continue;
    const readings = [`${raw.text} ${letters.text}`, `${raw.text}${suffix} ${symbol}`];
    const text = raw.text + letters.text;
    return Atom.vague(raw.start, letters.end, text, readings);
  }
  return undefined;
}
