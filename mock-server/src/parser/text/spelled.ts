import { add, multiply, type Rational, whole } from "../../kernel/rational.js";
import type { Language } from "../languages/language.js";
import type { Atoms } from "./atom.js";

/** A number parsed from words, or from digits and words. */
export interface Spelled {
  readonly value: Rational;
  readonly next: number;
  /** True if the words have two readings, or continue after the number: "two grand five". */
  readonly vague: boolean;
  /** `grand` if the number is in thousands of dollars. */
  readonly form: "spelled" | "grand";
}

const DOZEN = 12n;
const HUNDRED = 100n;
const THOUSAND = 1_000n;
const MILLION = 1_000_000n;
const HALF: Rational = { n: 1n, d: 2n };

/** Parses "two hundred and fifty", "one and a half thousand", "3 docenas", "cero coma cinco" or "mil". */
export function readSpelled(raws: Atoms, start: number, { numbers }: Language): Spelled | undefined {
  const words = numbers.words;
  const read = new Reader(raws, start, words).read();
  const before = words.mistaken.get(wordIn(raws, start - 1));
  if (read === undefined || read.vague || before === undefined) return read;
  // "Our hundred" may be "four hundred", and "mi quinientos" may be "mil quinientos".
  const mended = raws.map((raw, at) => (at === start - 1 ? raw.with({ text: before }) : raw));
  const longer = new Reader(mended, start - 1, words).read();
  return longer !== undefined && !longer.vague && longer.next === read.next ? { ...read, vague: true } : read;
}

class Reader {
  private total: Rational = whole(0n);
  private group: Rational | undefined;
  private lastScale: bigint | undefined;
  private grand = false;
  private joined = false;
  /** True after a suffix, a last scale or a scaled fraction: later words do not belong to the number. */
  private closed = false;
  private doubtful = false;
  private pointed = false;
  /** True if a fraction followed "and". */
  private parted = false;
  /** True if "hundred" made the group 1,000 or more ("twelve hundred"): a larger scale cannot follow. */
  private many = false;
  private dozens = false;

  constructor(
    private readonly raws: Atoms,
    private at: number,
    private readonly words: Language["numbers"]["words"],
  ) {}

  read(): Spelled | undefined {
    const start = this.at;
    if (!this.first()) return undefined;
    while (this.scale() || this.rest() || this.decimals());
    if (this.at === start) return undefined;
    // "One million two" may be 1,200,000.
    const lacksScale =
      this.lastScale !== undefined && this.lastScale >= MILLION && this.group !== undefined && !this.joined;
    const vague = this.runsOn() || lacksScale;
    const value = this.group === undefined ? this.total : add(this.total, this.group);
    return { value, next: this.at, vague, form: this.grand ? "grand" : "spelled" };
  }

  private word(at = this.at): string {
    return wordIn(this.raws, at);
  }

  /** True if a further number word follows, as in "5k thousand", "two grand five" or "un billón". */
  private runsOn(): boolean {
    const { cardinals, scales, unclear } = this.words;
    const from = this.at;
    const isMore = (word: string): boolean =>
      (this.raws[this.at]?.kind === "number" && this.closed) ||
      [cardinals, scales, unclear].some((numerals) => numerals.has(word));
    while (isMore(this.word())) this.at += 1;
    if (this.at > from) return true;
    // "A hundred and a half" may be 150.
    const large = this.group !== undefined && this.group.n >= HUNDRED * this.group.d;
    const scaled = this.closed || large || this.lastScale !== undefined;
    const part = scaled ? this.partAfterAnd() : undefined;
    if (part !== undefined) this.at = part.next;
    return part !== undefined || this.doubtful;
  }

  private first(): boolean {
    const { articles, bare, halfAlone, halves, points, scales } = this.words;
    const raw = this.raws[this.at];
    const word = this.word();
    if (raw?.kind === "number" && raw.value !== undefined) {
      this.group = raw.value;
      this.at += 1;
      this.closed = raw.form === "suffix";
      if (this.closed) return true;
      if (/^\d+$/.test(raw.text)) this.point(raw.value);
      this.andPart();
      return true;
    }
    if (bare.has(word) || points.has(word)) {
      // A typo may hide part of the number: "teh thousand" may mean ten thousand.
      this.doubtful = this.raws.some(({ form }) => form === "typo");
      if (points.has(word)) return this.point(whole(0n));
      this.group = whole(1n);
      return true;
    }
    if (articles.has(word) && scales.has(this.word(this.at + 1))) {
      this.group = whole(1n);
      this.at += 1;
      return true;
    }
    if (halves.has(word)) {
      const next = this.at + (articles.has(this.word(this.at + 1)) ? 2 : 1);
      const isScaled = scales.has(this.word(next));
      if (!isScaled && !halfAlone) return false;
      this.group = HALF;
      this.at = isScaled ? next : this.at + 1;
      return true;
    }
    const value = this.below();
    if (value === undefined) return false;
    this.group = whole(value);
    this.point(this.group);
    if (value < HUNDRED) this.andPart();
    return true;
  }

  /** Parses the decimals of "two hundred point five". */
  private decimals(): boolean {
    const isWhole = this.group !== undefined && this.group.d === 1n;
    return isWhole && !this.closed && !this.pointed && this.point(this.group ?? whole(0n));
  }

  /** The value of one word: "five", "twenty-five". */
  private cardinal(at: number): bigint | undefined {
    const word = this.word(at);
    const dash = word.indexOf("-");
    if (dash < 0) return this.words.cardinals.get(word);
    const tens = this.words.cardinals.get(word.slice(0, dash));
    const unit = this.words.cardinals.get(word.slice(dash + 1));
    const fits = tens !== undefined && unit !== undefined && tens >= 20n && unit > 0n && unit < 10n;
    return fits ? tens + unit : undefined;
  }

  /** Parses a number below a thousand without a scale: "twenty five", "doscientos treinta y cinco". */
  private below(): bigint | undefined {
    const { tensAnd } = this.words;
    const from = this.at;
    let total = 0n;
    let limit = THOUSAND;
    while (limit > 0n) {
      const tens = limit === 10n;
      const joined = tens && tensAnd !== undefined && this.word() === tensAnd;
      const value = this.cardinal(this.at + (joined ? 1 : 0));
      if (value === undefined || value >= limit || (value === 0n && total > 0n)) break;
      // "Treinta cinco" is missing its "y" and may be two numbers.
      if (tens && tensAnd !== undefined && !joined) break;
      total += value;
      limit = value >= HUNDRED ? HUNDRED : value >= 20n && value % 10n === 0n ? 10n : 0n;
      this.at += joined ? 2 : 1;
    }
    return this.at === from ? undefined : total;
  }

  /** Parses the digits after a point: "point two five", "point 25", "coma veinticinco". */
  private point(integer: Rational): boolean {
    const { cardinals, points } = this.words;
    if (!points.has(this.word())) return false;
    let at = this.at + 1;
    let digits = "";
    for (; (cardinals.get(this.word(at)) ?? 10n) < 10n; at += 1) digits += cardinals.get(this.word(at));
    const raw = this.raws[at];
    if (digits === "" && raw?.kind === "number" && /^\d+$/.test(raw.text)) {
      digits = raw.text;
      at += 1;
    } else if (digits === "") {
      const after = new Reader(this.raws, at, this.words);
      const value = after.below();
      if (value === undefined || value >= HUNDRED) return false;
      digits = value.toString();
      at = after.at;
    }
    // Digits must be all words or all figures, unlike in "point 20 five" and "point five 20".
    this.doubtful ||= cardinals.has(this.word(at)) || this.raws[at]?.kind === "number";
    this.pointed = true;
    this.group = add(integer, { n: BigInt(digits), d: 10n ** BigInt(digits.length) });
    this.at = at;
    return true;
  }

  /** Adds the fraction of "one and a half", "2 and 1/2" or "dos y medio". */
  private andPart(): void {
    const part = this.group?.d === 1n ? this.partAfterAnd() : undefined;
    if (part === undefined || this.group === undefined) return;
    this.group = add(this.group, part.value);
    this.at = part.next;
    this.parted = true;
  }

  private partAfterAnd(): { readonly value: Rational; readonly next: number } | undefined {
    const { and, owners, parts } = this.words;
    if (this.word() !== and) return undefined;
    const from = this.at + 1;
    const digits = this.raws[from];
    const figure = digits?.kind === "number" && digits.form === "fraction_sign" ? digits.value : undefined;
    const part = parts.find(([words]) => words.split(" ").every((word, k) => this.word(from + k) === word));
    const value = part?.[1] ?? (figure !== undefined && figure.n < figure.d ? figure : undefined);
    const next = from + (part?.[0].split(" ").length ?? 1);
    // In "1 and half of my SOL", the half is a separate amount.
    return value === undefined || owners.has(this.word(next)) ? undefined : { value, next };
  }

  /** "hundred" multiplies the group, and a larger scale closes the group. Scales must descend. */
  private scale(): boolean {
    const { alone, last, money, scales } = this.words;
    const word = this.word();
    const scale = scales.get(word);
    const { group, lastScale } = this;
    if (scale === undefined || group === undefined || this.closed) return false;
    if (lastScale !== undefined && scale >= lastScale) return false;
    // "Five hundred six hundred" is two numbers.
    if (scale === HUNDRED && group.n >= HUNDRED * group.d) return false;
    this.grand ||= money.has(word);
    // A scale after a fraction ends a number: "1,5 mil quinientos" has two readings.
    this.closed = last.has(word) || group.d !== 1n;
    // "Thousand eleven hundred" and "twenty hundred thousand" are not numbers.
    const hundreds = scale === HUNDRED && group.n >= 10n * group.d;
    this.doubtful ||= (hundreds && lastScale !== undefined) || this.many || (this.dozens && scale !== DOZEN);
    // "Zero thousand forty" is not a number. "A hundred and six dozen" may mean 172.
    const odd = lastScale !== undefined || (group.n > HUNDRED && group.n % HUNDRED !== 0n);
    this.doubtful ||= group.n === 0n || (scale === DOZEN && odd) || alone.has(this.word(this.at - 1));
    // "A hundred and 3/4 thousand" is 100,750 or 850.
    this.doubtful ||= this.parted && group.n >= HUNDRED * group.d;
    this.many ||= hundreds;
    this.dozens ||= scale === DOZEN;
    // "Zero point two hundred" is 0.2 hundred or 0.200.
    this.doubtful ||= this.pointed && (scale < THOUSAND || group.n < group.d);
    this.at += 1;
    // No "and a half" may follow: "a dozen and a half" is eighteen, and "a hundred and a half" is ambiguous.
    this.group = multiply(group, whole(scale));
    if (scale === HUNDRED || scale === DOZEN) return true;
    this.total = add(this.total, this.group);
    this.group = undefined;
    this.lastScale = scale;
    return true;
  }

  /** Parses the number after a scale: "a thousand and fifty", "two hundred five", "mil quinientos". */
  private rest(): boolean {
    const { and, restAfterAnd, scales } = this.words;
    const afterHundred = this.group !== undefined && scales.get(this.word(this.at - 1)) === HUNDRED;
    const afterMore = this.group === undefined && this.lastScale !== undefined;
    if (this.closed || !(afterHundred || afterMore)) return false;
    const before = this.at;
    const joined = restAfterAnd && this.word() === and;
    if (joined) this.at += 1;
    const value = this.below();
    if (value === undefined || value === 0n) {
      this.at = before;
      return false;
    }
    if (afterMore) {
      this.joined = joined;
      // "Two thousand five" is 2,005 or 2,500. With "hundred" or "and" it has one reading.
      this.doubtful ||= !joined && value < 10n && !scales.has(this.word());
    }
    this.group = add(this.group ?? whole(0n), whole(value));
    this.point(this.group);
    return true;
  }
}

function wordIn(raws: Atoms, at: number): string {
  const raw = raws[at];
  // "$k" is a token symbol.
  return raw !== undefined && raw.kind === "unknown" && raw.form !== "sigil" ? raw.text : "";
}
