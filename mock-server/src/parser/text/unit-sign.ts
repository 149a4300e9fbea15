import type { Language } from "../languages/language.js";
import { Atom } from "./atom.js";
import { isDigit, isLetter, isSpace, matchAt } from "./characters.js";
import { multiply, type Rational, whole } from "./rational.js";

const PERCENT = 37;
const DOLLAR = 36;
const LETTERS = /[A-Za-z]+/y;
const CURRENCY = /[\u00a2-\u00a5\u20a0-\u20bf]/;

/** Reads what is behind the digits: "%", "$", "k", or letters that turn the figure into another kind. */
export function withUnitSign(
  text: string,
  start: number,
  end: number,
  value: Rational,
  form: string | undefined,
  language: Language,
): Atom {
  const c = text.charCodeAt(end);
  if (c === PERCENT || (isSpace(c) && text.charCodeAt(end + 1) === PERCENT)) {
    const after = c === PERCENT ? end + 1 : end + 2;
    return new Atom("part", start, after, "%", multiply(value, { n: 1n, d: 100n }), form);
  }
  if (c === DOLLAR && isLetter(text.charCodeAt(end + 1))) {
    const worth = worthOrSymbol(text, start, end, language);
    if (worth !== undefined) return worth;
  }
  if (c === DOLLAR) return new Atom("usd", start, end + 1, text.slice(start, end + 1), value, form);
  if (c > 0x7f && CURRENCY.test(text.charAt(end)))
    return new Atom("currency", start, end + 1, text.slice(start, end + 1), value);
  const letters = isLetter(c) ? matchAt(LETTERS, text, end) : undefined;
  if (letters === undefined) return new Atom("number", start, end, text.slice(start, end), value, form);
  return glued(text, start, end, letters, value, form, language);
}

/** "10$BONK" is ten $BONK or ten dollars of it. */
function worthOrSymbol(text: string, start: number, end: number, { numbers }: Language): Atom | undefined {
  const symbol = matchAt(LETTERS, text, end + 1) ?? "";
  if (numbers.behindDollars.test(symbol)) return undefined;
  const digits = text.slice(start, end);
  const until = end + 1 + symbol.length;
  const readings = [`${digits} ${symbol}`, numbers.dollarsOf(digits, symbol)];
  return Atom.vague(start, until, text.slice(start, until), readings);
}

function glued(
  text: string,
  start: number,
  end: number,
  letters: string,
  value: Rational,
  form: string | undefined,
  language: Language,
): Atom {
  const low = letters.toLowerCase();
  const stop = end + letters.length;
  const afterLetters = text.charCodeAt(stop);
  const digitFollows = isDigit(afterLetters);
  const suffix = language.numbers.suffixes.get(low);
  if (suffix !== undefined && !digitFollows) {
    const dollars = afterLetters === DOLLAR;
    const until = dollars ? stop + 1 : stop;
    const scaled = multiply(value, whole(suffix));
    if (dollars && isLetter(text.charCodeAt(until))) {
      const worth = worthOrSymbol(text, start, stop, language);
      if (worth !== undefined) return worth;
    }
    return new Atom(dollars ? "usd" : "number", start, until, text.slice(start, until), scaled, "suffix");
  }
  if (language.numbers.timeUnits.has(low))
    return new Atom("time", start, stop, text.slice(start, stop).toLowerCase());
  if (digitFollows || language.numbers.noUnits.has(low)) {
    const until = runEnd(text, stop);
    return new Atom("unknown", start, until, text.slice(start, until).toLowerCase());
  }
  // "1.5SOL", "100k" then "USDC": the letters are the next word.
  return new Atom("number", start, end, text.slice(start, end), value, form);
}

function runEnd(text: string, from: number): number {
  let at = from;
  while (/[A-Za-z0-9]/.test(text.charAt(at))) at += 1;
  return at;
}
