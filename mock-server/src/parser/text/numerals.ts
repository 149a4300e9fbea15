import { add, decimal, multiply, type Rational, whole } from "../../kernel/rational.js";
import type { Language } from "../languages/language.js";
import { Atom } from "./atom.js";
import { execAt, matchAt } from "./characters.js";

/** Signs of fractions that people type. */
const SIGNS = "½⅓⅔¼¾⅕⅖⅗⅘⅛⅜⅝⅞";
const BODY = /\d[\d,._']*|\.\d+/y;
/** A whole number before a word, which needs no other pattern. */
const WHOLE = /\d+(?= [A-Za-z])/y;
const BLANKS = /[1-9]\d{0,2}(?: \d{3})+(?:,\d+)?(?![\d.,/]|\s?[%$])/y;
/** Groups by blanks that cannot be several numbers: "1 000", "1 234 567". "100 200" can, and "100 100 100" may repeat one. */
const CERTAIN_BLANKS = /^(?!.*\b(?!000)(\d{3})\b.* \1\b)\d+(?: 000| \d{3}(?: \d{3})+)(?:,\d+)?$/;
const QUOTED = /^[1-9]\d{0,2}(?:(['_])\d{3})(?:\1\d{3})*(?:\.\d+)?$/;
const MIXED = /(\d+)(?:\s+(\d+))?\/(\d+)(?![\d/.,])/y;
const EXPONENT = /e[+-]?\d{1,2}(?![A-Za-z0-9])/iy;

/** Digits without their unit. Without a value, they have two readings or none. */
interface Digits {
  readonly end: number;
  readonly value?: Rational;
  readonly form?: string;
  /** True for a division by zero, or of zero. */
  readonly invalid?: boolean;
}

/** Parses a number at a position: its digits, then a suffix, a percent sign, or an attached word. */
export function readNumeral(text: string, start: number, language: Language): Atom {
  const { end, value, form, invalid } = digitsAt(text, start, language);
  if (invalid === true) return new Atom("invalid_number", start, end, text.slice(start, end));
  return value === undefined
    ? Atom.vague(start, end, text.slice(start, end))
    : withUnitSign(text, start, end, value, form, language);
}

/** The value of a sign such as "½". */
function signAt(text: string, at: number): Rational | undefined {
  const sign = text.charAt(at);
  const [n = "", d = ""] = SIGNS.includes(sign) ? sign.normalize("NFKC").split("\u2044") : [];
  return d === "" ? undefined : { n: BigInt(n), d: BigInt(d) };
}

function digitsAt(text: string, start: number, { numbers }: Language): Digits {
  const digitsOnly = matchAt(WHOLE, text, start);
  if (digitsOnly !== undefined) return { end: start + digitsOnly.length, value: decimal(digitsOnly) };
  const sign = signAt(text, start);
  if (sign !== undefined) return { end: start + 1, value: sign, form: "fraction_sign" };
  const blanks = matchAt(BLANKS, text, start);
  if (blanks !== undefined) {
    const end = start + blanks.length;
    if (!numbers.blanks || !CERTAIN_BLANKS.test(blanks)) return { end };
    return { end, value: decimal(blanks.replaceAll(" ", "").replace(",", ".")), form: "grouped" };
  }
  const mixed = execAt(MIXED, text, start);
  if (mixed !== undefined) return fraction(start + mixed[0].length, mixed);
  const digits = (matchAt(BODY, text, start) ?? text.charAt(start)).replace(/[,._']+$/, "");
  const end = start + digits.length;
  const range = matchAt(numbers.range, text, end);
  if (range !== undefined) return { end: end + range.length };
  // "5,USDC" may have lost the digits after its decimal comma.
  if (/^,[A-Za-z]/.test(text.slice(end, end + 2))) return { end: end + 1 };
  if (QUOTED.test(digits)) return { end, value: decimal(digits.replace(/['_]/g, "")), form: "grouped" };
  const marks = numbers.marks.find(({ form }) => form.test(digits));
  if (marks === undefined) return { end };
  const value = decimal(digits.replaceAll(marks.groups, "").replace(",", "."));
  return marks.groups === "" ? plain(text, end, value) : { end, value, form: "grouped" };
}

/** A number without groups, with the fraction sign or the exponent after it. */
function plain(text: string, end: number, value: Rational): Digits {
  const extra = signAt(text, end);
  // "1.5½" is not a number.
  if (extra !== undefined && value.d !== 1n) return { end: end + 1 };
  if (extra !== undefined) return { end: end + 1, value: add(value, extra), form: "fraction_sign" };
  const exponent = matchAt(EXPONENT, text, end);
  if (exponent === undefined) return { end, value };
  const power = Number(exponent.slice(1));
  const scale: Rational = power >= 0 ? whole(10n ** BigInt(power)) : { n: 1n, d: 10n ** BigInt(-power) };
  return { end: end + exponent.length, value: multiply(value, scale), form: "suffix" };
}

function fraction(end: number, [, first = "0", second, third = "1"]: RegExpExecArray): Digits {
  const d = BigInt(third);
  const n = BigInt(second ?? first);
  if (d === 0n || n === 0n) return { end, invalid: true };
  // "50/50" and "10/2" are ratios, and "5 10/2" is a typing error. A fraction is not a whole number, and after a whole
  // number it is less than one. "21/2" may be missing a space.
  const isOdd = n > d && (second !== undefined || n > 9n);
  if (n % d === 0n || isOdd || isRatio(n, d)) return { end };
  const value = second === undefined ? { n, d } : add(whole(BigInt(first)), { n, d });
  return { end, value, form: "fraction_sign" };
}

/** True for a division or a date, such as "12/25". Only fractions such as 1/20 have a denominator above 10. */
const isRatio = (numerator: bigint, denominator: bigint): boolean =>
  denominator > 10n && !(numerator === 1n && ROUND_PARTS.has(denominator));
const ROUND_PARTS: ReadonlySet<bigint> = new Set([16n, 20n, 25n, 50n, 100n, 1000n]);

const PERCENT = /[\t-\r ]?%/y;
const LETTERS = /[A-Za-z]+/y;
const RUN = /[A-Za-z0-9]*/y;
const CURRENCY = /[\u00a2-\u00a5\u20a0-\u20bf]/;

/** Parses the unit after the digits: "%", "$", "k", or letters that change the kind, as in "24h". */
function withUnitSign(
  text: string,
  start: number,
  end: number,
  value: Rational,
  form: string | undefined,
  { numbers }: Language,
): Atom {
  const share = matchAt(PERCENT, text, end);
  if (share !== undefined)
    return new Atom("part", start, end + share.length, "%", multiply(value, { n: 1n, d: 100n }), form);
  const upTo = (until: number): string => text.slice(start, until);
  // "10$BONK" is ten $BONK, or ten dollars' worth of BONK.
  const symbolAfter = (dollar: number): Atom | undefined => {
    const symbol = matchAt(LETTERS, text, dollar + 1);
    if (symbol === undefined || numbers.behindDollars.test(symbol)) return undefined;
    return Atom.vague(start, dollar + 1 + symbol.length, upTo(dollar + 1 + symbol.length));
  };
  const sign = text.charAt(end);
  if (sign === "$") return symbolAfter(end) ?? new Atom("usd", start, end + 1, upTo(end + 1), value, form);
  if (CURRENCY.test(sign)) return new Atom("currency", start, end + 1, upTo(end + 1), value);
  const letters = matchAt(LETTERS, text, end)?.toLowerCase() ?? "";
  const stop = end + letters.length;
  const isGlued = /\d/.test(text.charAt(stop));
  const suffix = numbers.suffixes.get(letters);
  if (suffix !== undefined && !isGlued) {
    const scaled = multiply(value, whole(suffix));
    if (text.charAt(stop) !== "$") return new Atom("number", start, stop, upTo(stop), scaled, "suffix");
    return symbolAfter(stop) ?? new Atom("usd", start, stop + 1, upTo(stop + 1), scaled, "suffix");
  }
  if (numbers.timeUnits.has(letters)) return new Atom("time", start, stop, upTo(stop).toLowerCase());
  if (letters !== "" && (isGlued || numbers.noUnits.has(letters))) {
    const until = stop + (matchAt(RUN, text, stop)?.length ?? 0);
    return new Atom("unknown", start, until, upTo(until).toLowerCase());
  }
  // In "1.5SOL" and "100kUSDC", the letters belong to the next word.
  return new Atom("number", start, end, upTo(end), value, form);
}

/** Parses "$5" or "£5". A sign without a number is a mark. */
export function readMoney(
  text: string,
  i: number,
  afterSign: number,
  dollars: boolean,
  language: Language,
): Atom {
  const at = afterSign + (matchAt(AMOUNT_AHEAD, text, afterSign)?.length ?? 0);
  if (at === afterSign && !/^\.?\d/.test(text.slice(at, at + 2)))
    return new Atom("mark", i, afterSign, text.slice(i, afterSign));
  const amount = readNumeral(text, at, language);
  // "$5$" repeats the unit; "£20%" and "€5$" have two units.
  const unclear = amount.kind === "part" || amount.kind === "currency" || (amount.kind === "usd" && !dollars);
  if (unclear) return Atom.vague(i, amount.end, text.slice(i, amount.end));
  if (amount.value === undefined) return amount.with({ start: i });
  return amount.with({ kind: dollars ? "usd" : "currency", start: i });
}

const AMOUNT_AHEAD = /[\t-\r ]+(?=\.?\d)/y;

/** Reads ",5" and "swap.5" as vague: the mark may begin a decimal (0.5), or separate a 5 from the word before it. */
export function readMarkFirst(text: string, i: number, language: Language): Atom {
  const { end } = readNumeral(text, i + 1, language);
  return Atom.vague(i, end, text.slice(i, end));
}
