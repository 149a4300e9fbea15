import type { Language } from "../languages/language.js";
import { Atom } from "./atom.js";
import { execAt, isDigit, isLetter, matchAt } from "./characters.js";
import { add, decimal, multiply, type Rational, whole } from "./rational.js";
import { withUnitSign } from "./unit-sign.js";

const SIGNS: ReadonlyMap<string, readonly [bigint, bigint]> = new Map<string, readonly [bigint, bigint]>(
  Object.entries({
    "½": [1n, 2n],
    "⅓": [1n, 3n],
    "⅔": [2n, 3n],
    "¼": [1n, 4n],
    "¾": [3n, 4n],
    "⅕": [1n, 5n],
    "⅖": [2n, 5n],
    "⅗": [3n, 5n],
    "⅘": [4n, 5n],
    "⅛": [1n, 8n],
    "⅜": [3n, 8n],
    "⅝": [5n, 8n],
    "⅞": [7n, 8n],
  }),
);

const BODY = /\d[\d,._']*|\.\d+/y;
// "1 000": digits grouped by spaces, or two figures side by side.
const SPACED = /[1-9]\d{0,2}(?: \d{3})+(?![\d.,%/$]|\s?%)/y;
const MIXED = /(\d+)(?:\s+(\d+))?\/(\d+)(?![\d/.,])/y;
const EXPONENT = /e[+-]?\d{1,2}(?![A-Za-z0-9])/iy;

const PLAIN = /^\d+(?:\.\d+)?$|^\.\d+$/;
const GROUPED = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/;
// "1.000" is one to some readers and a thousand to others; "1.500" and "0.001" are decimals.
const GROUPED_BY_POINTS = /^[1-9]\d{0,2}(?:\.\d{3}){2,}$|^[1-9]\d{0,2}\.000$/;

/** Reads a number at a place: its digits, then a suffix, a percent sign, or the word glued to it. */
export function readNumeral(text: string, start: number, language: Language): Atom {
  const either = language.numbers.eitherMark ? readEitherMark(text, start, language) : undefined;
  if (either !== undefined) return either;
  const plain = plainEnd(text, start);
  if (plain > start)
    return withUnitSign(text, start, plain, decimal(text.slice(start, plain)), undefined, language);
  const sign = SIGNS.get(text.charAt(start));
  if (sign !== undefined)
    return withUnitSign(text, start, start + 1, { n: sign[0], d: sign[1] }, "fraction", language);
  const spaced = matchAt(SPACED, text, start);
  if (spaced !== undefined) {
    const joined = [spaced.replaceAll(" ", "")];
    return Atom.vague(start, start + spaced.length, spaced, joined);
  }
  const mixed = execAt(MIXED, text, start);
  if (mixed !== undefined) return readFraction(text, start, mixed, language);
  const body = matchAt(BODY, text, start) ?? text.charAt(start);
  const digits = body.replace(/[,._']+$/, "");
  const end = start + digits.length;
  const range = execAt(language.numbers.range, text, end);
  // "5,USDC" may have lost what stood behind its decimal comma.
  const cut = text.charAt(end) === "," && isLetter(text.charCodeAt(end + 1)) ? 1 : 0;
  const vague = range === undefined ? cut : range[0].length;
  if (vague > 0) return Atom.vague(start, end + vague, text.slice(start, end + vague));
  if (PLAIN.test(digits) && !GROUPED_BY_POINTS.test(digits))
    return readPlain(text, start, end, digits, language);
  if (GROUPED.test(digits))
    return withUnitSign(text, start, end, decimal(digits.replaceAll(",", "")), "grouped", language);
  return Atom.vague(start, end, digits, readings(digits));
}

// A comma or a point may be the decimal mark: what groups is told by two marks, by one that comes again, or by blanks.
const MARKED = /\d[\d.,]*\d|\d/y;
const DECIMAL_MARK = /^(?:0|[1-9]\d*)[.,](?:\d{1,2}|\d{4,})$|^0[.,]\d+$|^\d+$/;
const GROUPED_NATIVE = /^[1-9]\d{0,2}(?:\.\d{3})+,\d+$|^[1-9]\d{0,2}(?:\.\d{3}){2,}$/;
const GROUPED_OTHER = /^[1-9]\d{0,2}(?:,\d{3})+\.\d+$|^[1-9]\d{0,2}(?:,\d{3}){2,}$/;
const BLANKS = /[1-9]\d{0,2}(?: \d{3})+(?:,\d+)?(?![\d.,])/y;

function readEitherMark(text: string, start: number, language: Language): Atom | undefined {
  const blanks = matchAt(BLANKS, text, start);
  if (blanks !== undefined)
    return withUnitSign(
      text,
      start,
      start + blanks.length,
      decimal(blanks.replaceAll(" ", "").replace(",", ".")),
      "grouped",
      language,
    );
  const digits = matchAt(MARKED, text, start);
  if (digits === undefined) return undefined;
  const end = start + digits.length;
  // Fractions, ranges and powers are read as everywhere.
  if (/[/\u00bc-\u00be\u2150-\u215e]/.test(text.charAt(end)) || /^e[+-]?\d/i.test(text.slice(end, end + 3)))
    return undefined;
  if (execAt(language.numbers.range, text, end) !== undefined) return undefined;
  if (/^\s+\d+\//.test(text.slice(end))) return undefined;
  if (DECIMAL_MARK.test(digits))
    return withUnitSign(text, start, end, decimal(digits.replace(",", ".")), undefined, language);
  if (GROUPED_NATIVE.test(digits))
    return withUnitSign(
      text,
      start,
      end,
      decimal(digits.replaceAll(".", "").replace(",", ".")),
      "grouped",
      language,
    );
  if (GROUPED_OTHER.test(digits))
    return withUnitSign(text, start, end, decimal(digits.replaceAll(",", "")), "grouped", language);
  return Atom.vague(start, end, digits);
}

const PERCENT = 37;
const DOLLAR = 36;
const POINT = 46;
const SPACE = 32;
const LOWER_E = 101;

/** Where "1" or "0.5" ends if a word, a sign of its unit or nothing follows: most numbers, which no rule below concerns. */
function plainEnd(text: string, start: number): number {
  let end = start;
  while (isDigit(text.charCodeAt(end))) end += 1;
  if (end === start) return start;
  if (text.charCodeAt(end) === POINT && isDigit(text.charCodeAt(end + 1))) {
    end += 1;
    while (isDigit(text.charCodeAt(end))) end += 1;
    // "1.000" may be a thousand.
    if (text.startsWith(".000", end - 4)) return start;
  }
  if (end === text.length) return end;
  const next = text.charCodeAt(end);
  const unit = next === PERCENT || next === DOLLAR || (isLetter(next) && (next | 32) !== LOWER_E);
  return unit || (next === SPACE && isLetter(text.charCodeAt(end + 1))) ? end : start;
}

function readPlain(text: string, start: number, end: number, digits: string, language: Language): Atom {
  const value = decimal(digits);
  const extra = SIGNS.get(text.charAt(end));
  // "1.5½" is no number.
  if (extra !== undefined && value.d !== 1n) return Atom.vague(start, end + 1, text.slice(start, end + 1));
  if (extra !== undefined)
    return withUnitSign(text, start, end + 1, add(value, { n: extra[0], d: extra[1] }), "fraction", language);
  const exponent = matchAt(EXPONENT, text, end);
  if (exponent === undefined) return withUnitSign(text, start, end, value, undefined, language);
  const power = Number(exponent.slice(1));
  const scale: Rational = power >= 0 ? whole(10n ** BigInt(power)) : { n: 1n, d: 10n ** BigInt(-power) };
  return withUnitSign(text, start, end + exponent.length, multiply(value, scale), "suffix", language);
}

function readFraction(text: string, start: number, found: RegExpExecArray, language: Language): Atom {
  const [all, first = "0", second, third = "1"] = found;
  const end = start + all.length;
  const denominator = BigInt(third);
  if (denominator === 0n || BigInt(second ?? first) === 0n)
    return new Atom("invalid_number", start, end, all);
  // "50/50", "10/2" and "5 10/2" are ratios or slips: a fraction is no whole number, and less than one behind one;
  // "21/2" may have lost its space.
  const numerator = BigInt(second ?? first);
  const lost = second === undefined && numerator > denominator && numerator > 9n;
  if (
    numerator % denominator === 0n ||
    (second !== undefined && numerator > denominator) ||
    lost ||
    isRatio(numerator, denominator)
  )
    return Atom.vague(start, end, all);
  const value =
    second === undefined
      ? { n: BigInt(first), d: denominator }
      : add(whole(BigInt(first)), { n: BigInt(second), d: denominator });
  return withUnitSign(text, start, end, value, "fraction", language);
}

/** "12/25" is a division or a date; parts of one have a small denominator, or one above it. */
const isRatio = (numerator: bigint, denominator: bigint): boolean =>
  denominator > 10n && !(numerator === 1n && ROUND_PARTS.has(denominator));
const ROUND_PARTS: ReadonlySet<bigint> = new Set([16n, 20n, 25n, 50n, 100n, 1000n]);

/** "1,5" and "1.000,50": what each reader would take them for. */
function readings(digits: string): readonly string[] | undefined {
  const [head = "", tail = "", cents = ""] = digits.split(/[,.]/);
  if (/^\d+,\d+$/.test(digits)) return [`${head}.${tail}`, `${head}${tail}`];
  if (/^\d+\.\d+$/.test(digits)) return [head, `${head}${tail}`];
  if (/^\d{1,3}(?:\.\d{3})+$/.test(digits)) return [digits.replaceAll(".", "")];
  if (!/^\d{1,3}\.\d{3},\d+$/.test(digits)) return undefined;
  return [`${head}${tail}.${cents}`, `${head}.${tail}${cents}`];
}
