import type { Language } from "../languages/language.js";
import { Atom } from "./atom.js";
import { execAt, isDigit, isLetter, isSpace, matchAt } from "./characters.js";
import { add, decimal, multiply, type Rational, whole } from "./rational.js";

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
const BLANKS = /[1-9]\d{0,2}(?: \d{3})+(?:,\d+)?(?![\d.,/]|\s?[%$])/y;
/** Groups by blanks that cannot be two numbers: "1 000", "1 234 567". "100 200" can. */
const CERTAIN_BLANKS = /^\d+(?: 000| \d{3}(?: \d{3})+)(?:,\d+)?$/;
const QUOTED = /^[1-9]\d{0,2}(?:(['_])\d{3})(?:\1\d{3})*(?:\.\d+)?$/;
const MIXED = /(\d+)(?:\s+(\d+))?\/(\d+)(?![\d/.,])/y;
const EXPONENT = /e[+-]?\d{1,2}(?![A-Za-z0-9])/iy;

/** Parses a number at a position: its digits, then a suffix, a percent sign, or an attached word. */
export function readNumeral(text: string, start: number, language: Language): Atom {
  const { numbers } = language;
  const plain = plainEnd(text, start, numbers.eitherMark);
  if (plain > start)
    return withUnitSign(text, start, plain, decimal(text.slice(start, plain)), undefined, language);
  const sign = SIGNS.get(text.charAt(start));
  if (sign !== undefined)
    return withUnitSign(text, start, start + 1, { n: sign[0], d: sign[1] }, "fraction_sign", language);
  const blanks = matchAt(BLANKS, text, start);
  if (blanks !== undefined) {
    const end = start + blanks.length;
    if (!numbers.blanks || !CERTAIN_BLANKS.test(blanks)) return Atom.vague(start, end, blanks);
    const value = decimal(blanks.replaceAll(" ", "").replace(",", "."));
    return withUnitSign(text, start, end, value, "grouped", language);
  }
  const mixed = execAt(MIXED, text, start);
  if (mixed !== undefined) return readFraction(text, start, mixed, language);
  const digits = (matchAt(BODY, text, start) ?? text.charAt(start)).replace(/[,._']+$/, "");
  const end = start + digits.length;
  const range = execAt(numbers.range, text, end);
  // "5,USDC" may have lost the digits after its decimal comma.
  const cut = text.charAt(end) === "," && isLetter(text.charCodeAt(end + 1)) ? 1 : 0;
  const vague = range === undefined ? cut : range[0].length;
  if (vague > 0) return Atom.vague(start, end + vague, text.slice(start, end + vague));
  if (QUOTED.test(digits))
    return withUnitSign(text, start, end, decimal(digits.replace(/['_]/g, "")), "grouped", language);
  const marks = numbers.marks.find(({ form }) => form.test(digits));
  if (marks === undefined) return Atom.vague(start, end, digits);
  const value = decimal(digits.replaceAll(marks.groups, "").replace(",", "."));
  return marks.groups === ""
    ? readPlain(text, start, end, value, language)
    : withUnitSign(text, start, end, value, "grouped", language);
}

const PERCENT = 37;
const DOLLAR = 36;
const POINT = 46;
const ZERO = 48;
const SPACE = 32;
const LOWER_E = 101;

/** Fast path for most numbers: the end of "1" or "0.5" if a word, a unit sign or nothing follows, otherwise `start`. */
function plainEnd(text: string, start: number, eitherMark: boolean): number {
  let end = start;
  while (isDigit(text.charCodeAt(end))) end += 1;
  if (end === start) return start;
  if (text.charCodeAt(end) === POINT && isDigit(text.charCodeAt(end + 1))) {
    end += 1;
    while (isDigit(text.charCodeAt(end))) end += 1;
    // "1.000" may be a thousand, and "1.234" too where a point may separate thousands.
    const last = text.charCodeAt(end - 1);
    if (text.charCodeAt(end - 4) === POINT && (last === ZERO || eitherMark)) return start;
  }
  if (end === text.length) return end;
  const next = text.charCodeAt(end);
  const unit = next === PERCENT || next === DOLLAR || (isLetter(next) && (next | 32) !== LOWER_E);
  return unit || (next === SPACE && isLetter(text.charCodeAt(end + 1))) ? end : start;
}

function readPlain(text: string, start: number, end: number, value: Rational, language: Language): Atom {
  const extra = SIGNS.get(text.charAt(end));
  // "1.5½" is not a number.
  if (extra !== undefined && value.d !== 1n) return Atom.vague(start, end + 1, text.slice(start, end + 1));
  if (extra !== undefined)
    return withUnitSign(text, start, end + 1, add(value, { n: extra[0], d: extra[1] }), "fraction_sign", language);
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
  // "50/50" and "10/2" are ratios, and "5 10/2" is a typing error. A fraction is not a whole number, and after a whole
  // number it is less than one. "21/2" may be missing a space.
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
  return withUnitSign(text, start, end, value, "fraction_sign", language);
}

/** True for a division or a date, such as "12/25". Only fractions such as 1/20 have a denominator above 10. */
const isRatio = (numerator: bigint, denominator: bigint): boolean =>
  denominator > 10n && !(numerator === 1n && ROUND_PARTS.has(denominator));
const ROUND_PARTS: ReadonlySet<bigint> = new Set([16n, 20n, 25n, 50n, 100n, 1000n]);

const LETTERS = /[A-Za-z]+/y;
const CURRENCY = /[\u00a2-\u00a5\u20a0-\u20bf]/;

/** Parses the unit after the digits: "%", "$", "k", or letters that change the kind, as in "24h". */
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

/** Reads "10$BONK" as vague: ten $BONK, or ten dollars' worth of BONK. Undefined before words such as "of". */
function worthOrSymbol(text: string, start: number, end: number, { numbers }: Language): Atom | undefined {
  const symbol = matchAt(LETTERS, text, end + 1) ?? "";
  if (numbers.behindDollars.test(symbol)) return undefined;
  const until = end + 1 + symbol.length;
  return Atom.vague(start, until, text.slice(start, until));
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
  // In "1.5SOL" and "100kUSDC", the letters belong to the next word.
  return new Atom("number", start, end, text.slice(start, end), value, form);
}

function runEnd(text: string, from: number): number {
  let at = from;
  while (/[A-Za-z0-9]/.test(text.charAt(at))) at += 1;
  return at;
}

/** Parses "$5" or "£5". A sign without a number is a mark. */
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
  // "$5$" repeats the unit; "£20%" and "€5$" have two units.
  const unclear = amount.kind === "part" || amount.kind === "currency" || (amount.kind === "usd" && !dollars);
  if (unclear) return Atom.vague(i, amount.end, text.slice(i, amount.end));
  if (amount.value === undefined) return amount.with({ start: i });
  return amount.with({ kind: dollars ? "usd" : "currency", start: i });
}

/** Reads ",5" and "swap.5" as vague: the mark may begin a decimal (0.5), or separate a 5 from the word before it. */
export function readMarkFirst(text: string, i: number, language: Language): Atom {
  const { end } = readNumeral(text, i + 1, language);
  return Atom.vague(i, end, text.slice(i, end));
}
