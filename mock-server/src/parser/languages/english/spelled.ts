import type { Atoms } from "../../text/atom.js";
import { add, multiply, type Rational, whole } from "../../text/rational.js";
import { words } from "../words.js";

/** Number words up to ninety. */
export const CARDINALS: ReadonlyMap<string, bigint> = new Map([
  ...words`
    zero, one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, fourteen, fifteen,
    sixteen, seventeen, eighteen, nineteen`.map((name, at): [string, bigint] => [name, BigInt(at)]),
  ...words`twenty, thirty, forty, fifty, sixty, seventy, eighty, ninety`.map((name, at): [string, bigint] => [
    name,
    BigInt(10 * at + 20),
  ]),
]);

/** Words that multiply the preceding number. */
export const SCALES: ReadonlyMap<string, bigint> = new Map(
  Object.entries({
    dozen: 12n,
    hundred: 100n,
    thousand: 1_000n,
    grand: 1_000n,
    k: 1_000n,
    thousands: 1_000n,
    million: 1_000_000n,
    mil: 1_000_000n,
    mill: 1_000_000n,
    millions: 1_000_000n,
    billion: 1_000_000_000n,
    bil: 1_000_000_000n,
    trillion: 1_000_000_000_000n,
  }),
);

/** A number parsed from words, or from digits and words. */
export interface Spelled {
  readonly value: Rational;
  readonly next: number;
  /** The number continues in a way that has two readings: "two grand five". */
  readonly vague?: boolean;
  /** `grand` if the words include "grand", which means thousands of dollars. */
  readonly form: "spelled" | "grand";
}

const MILLION = 1_000_000n;
const HALF: Rational = { n: 1n, d: 2n };
const QUARTER: Rational = { n: 1n, d: 4n };
const THREE_QUARTERS: Rational = { n: 3n, d: 4n };
// "Hundred USDC" means 100 USDC.
const BARE_SCALES = new Set(["hundred", "thousand", "million"]);
const ARTICLES = new Set(["a", "an"]);
const PART_WORDS = new Set(["half", "quarter"]);
const LAST_SCALES = new Set(["k", "grand", "thousands", "millions"]);

/** Parses "two hundred and fifty", "one and a half thousand", "3 dozen", "zero point five" or "a hundred". */
export function readSpelled(raws: Atoms, start: number): Spelled | undefined {
  const reader = new Reader(raws, start);
  return reader.read();
}

class Reader {
  private total: Rational = whole(0n);
  private group: Rational | undefined;
  private lastScale: bigint | undefined;
  private at: number;
  private grand = false;
  private joined = false;
  /** True after a suffix, "grand" or a scaled fraction: later words do not belong to the number. */
  private closed = false;
  private doubtful = false;
  private pointed = false;
  /** True if "hundred" made the group 1,000 or more ("twelve hundred"): a larger scale cannot follow. */
  private many = false;
  private dozens = false;

  constructor(
    private readonly raws: Atoms,
    start: number,
  ) {
    this.at = start;
  }

  read(): Spelled | undefined {
    const start = this.at;
    if (!this.first()) return undefined;
    while (this.scale() || this.tail() || this.hundredth());
    if (this.at === start) return undefined;
    if (this.runsOn()) return { value: this.total, next: this.at, form: "spelled", vague: true };
    // "One million two" may be 1,200,000.
    if (this.lastScale !== undefined && this.lastScale >= MILLION && this.group !== undefined && !this.joined)
      return undefined;
    const value = this.group === undefined ? this.total : add(this.total, this.group);
    return { value, next: this.at, form: this.grand ? "grand" : "spelled" };
  }

  /** True if a further number word follows, as in "5k thousand", "two grand five" or "zero point two hundred". */
  private runsOn(): boolean {
    const from = this.at;
    for (;;) {
      const word = wordAt(this.raws, this.at);
      const figure = this.raws[this.at]?.kind === "number" && this.closed;
      if (!figure && !CARDINALS.has(word) && !SCALES.has(word)) break;
      this.at += 1;
    }
    if (this.at > from) return true;
    const part = this.closed && wordAt(this.raws, this.at) === "and" && this.partAfterAnd(this.at + 1);
    if (part) this.at += PART_WORDS.has(wordAt(this.raws, this.at + 1)) ? 2 : 3;
    return part || this.doubtful;
  }

  private partAfterAnd(at: number): boolean {
    const word = wordAt(this.raws, at);
    const next = wordAt(this.raws, at + 1);
    if (this.ownPart(at + (PART_WORDS.has(word) ? 1 : 2))) return false;
    return PART_WORDS.has(word) || (ARTICLES.has(word) && PART_WORDS.has(next));
  }

  private first(): boolean {
    const raw = this.raws[this.at];
    const word = wordAt(this.raws, this.at);
    if (raw?.kind === "number" && raw.value !== undefined) {
      this.group = raw.value;
      this.at += 1;
      if (raw.form === "suffix") {
        this.closed = true;
        return true;
      }
      if (/^\d+$/.test(raw.text)) this.point(raw.value.n);
      this.andPart();
      return true;
    }
    if (BARE_SCALES.has(word)) {
      this.group = whole(1n);
      this.doubtful = this.isCorrected();
      return true;
    }
    if (word === "point") {
      this.doubtful = this.isCorrected();
      return this.point(0n);
    }
    if (ARTICLES.has(word) && SCALES.get(wordAt(this.raws, this.at + 1)) !== undefined) {
      this.group = whole(1n);
      this.at += 1;
      return true;
    }
    if (
      word === "half" &&
      ARTICLES.has(wordAt(this.raws, this.at + 1)) &&
      SCALES.get(wordAt(this.raws, this.at + 2)) !== undefined
    ) {
      this.group = HALF;
      this.at += 2;
      return true;
    }
    const value = this.belowHundred();
    if (value === undefined) return false;
    this.group = whole(value);
    this.point(value);
    this.andPart();
    return true;
  }

  /**
   * True if a typo may hide part of the number: "teh thousand" may mean ten thousand, and "our hundred" four
   * hundred.
   */
  private isCorrected(): boolean {
    return wordAt(this.raws, this.at - 1) === "our" || this.raws.some(({ form }) => form === "typo");
  }

  private belowHundred(): bigint | undefined {
    const read = readBelowHundred(this.raws, this.at);
    this.at = read?.next ?? this.at;
    return read?.value;
  }

  /** Parses the digits after "point": "point two five", "point 25". */
  private point(integer: bigint): boolean {
    if (wordAt(this.raws, this.at) !== "point") return false;
    let at = this.at + 1;
    let digits = "";
    for (;;) {
      const value = CARDINALS.get(wordAt(this.raws, at));
      const raw = this.raws[at];
      if (value !== undefined && value < 10n) digits += value.toString();
      else {
        if (raw?.kind !== "number" || !/^\d+$/.test(raw.text) || digits !== "") break;
        digits = raw.text;
        at += 1;
        break;
      }
      at += 1;
    }
    if (digits === "") return false;
    // Digits must be all words or all figures, unlike in "point 20 five" and "point five 20".
    this.doubtful ||= CARDINALS.has(wordAt(this.raws, at)) || this.raws[at]?.kind === "number";
    this.pointed = true;
    this.group = add(whole(integer), { n: BigInt(digits), d: 10n ** BigInt(digits.length) });
    this.at = at;
    return true;
  }

  /** Parses "and a half", "and half", "and 1/2" and "and a quarter". */
  private andPart(): void {
    if (wordAt(this.raws, this.at) !== "and" || this.group === undefined) return;
    const bare = wordAt(this.raws, this.at + 1);
    const digits = this.raws[this.at + 1];
    const written = digits?.kind === "number" && digits.form === "fraction" ? digits.value : undefined;
    const short = written ?? (bare === "half" ? HALF : bare === "quarter" ? QUARTER : undefined);
    if (short !== undefined && short.n < short.d && this.group.d === 1n && !this.ownPart(this.at + 2)) {
      this.group = add(this.group, short);
      this.at += 2;
      return;
    }
    const article = ARTICLES.has(wordAt(this.raws, this.at + 1)) || wordAt(this.raws, this.at + 1) === "one";
    const noun = wordAt(this.raws, this.at + 2);
    const three = wordAt(this.raws, this.at + 1) === "three" && (noun === "quarters" || noun === "fourths");
    const part = three
      ? THREE_QUARTERS
      : article && noun === "half"
        ? HALF
        : article && noun === "quarter"
          ? QUARTER
          : undefined;
    if (part === undefined || this.group.d !== 1n) return;
    this.group = add(this.group, part);
    this.at += 3;
  }

  /** True if the half is a separate amount: "1 and half of my SOL", "1 and half a SOL". */
  private ownPart(at: number): boolean {
    return ["of", "my", "the", "a", "an"].includes(wordAt(this.raws, at));
  }

  /** "hundred" multiplies the group, and a larger scale closes the group. Scales must descend. */
  private scale(): boolean {
    const word = wordAt(this.raws, this.at);
    const scale = SCALES.get(word);
    if (scale === undefined || this.group === undefined || this.closed) return false;
    if (this.lastScale !== undefined && scale >= this.lastScale) return false;
    // "Five hundred six hundred" is two numbers.
    if (scale === 100n && this.group.n >= 100n * this.group.d) return false;
    this.grand ||= word === "grand";
    // "k", "grand" and a scale after a fraction end a number: "two grand five" could be 2,005 or 2,500.
    this.closed = LAST_SCALES.has(word) || this.group.d !== 1n;
    // "Thousand eleven hundred" and "twenty hundred thousand" are not numbers.
    const hundreds = scale === 100n && this.group.n >= 10n * this.group.d;
    this.doubtful ||=
      (hundreds && this.lastScale !== undefined) || this.many || (this.dozens && scale !== 12n);
    // "Zero thousand forty" is not a number. "A hundred and six dozen" may mean 172.
    const odd = this.lastScale !== undefined || (this.group.n > 100n && this.group.n % 100n !== 0n);
    this.doubtful ||= this.group.n === 0n || (scale === 12n && odd);
    this.many ||= hundreds;
    this.dozens ||= scale === 12n;
    // "Zero point two hundred" is 0.2 hundred or 0.200.
    this.doubtful ||= this.pointed && (scale < 1_000n || this.group.n < this.group.d);
    this.at += 1;
    // No "and a half" may follow: "a dozen and a half" is eighteen, and "a hundred and a half" is ambiguous.
    if (scale === 100n || scale === 12n) {
      this.group = multiply(this.group, whole(scale));
      return true;
    }
    const scaledGroup = multiply(this.group, whole(scale));
    // A scale ends the group: "five hundred k thousand" is not a number.
    this.total = add(this.total, scaledGroup);
    this.group = undefined;
    this.lastScale = scale;
    return true;
  }

  /** Parses the number after a thousand or a million: "and fifty", "five hundred". */
  private tail(): boolean {
    if (this.group !== undefined || this.lastScale === undefined || this.closed) return false;
    const before = this.at;
    const joined = wordAt(this.raws, this.at) === "and";
    if (joined) this.at += 1;
    const value = this.belowHundred();
    if (value === undefined || value === 0n) {
      this.at = before;
      return false;
    }
    this.joined = joined;
    // "Two thousand five" is 2,005 or 2,500. With "hundred" or "and" it has one reading.
    this.doubtful ||= !joined && value < 10n && !SCALES.has(wordAt(this.raws, this.at));
    this.group = whole(value);
    return true;
  }

  /** Parses the number after a hundred: "and fifty", "twenty five". */
  private hundredth(): boolean {
    const last = this.raws[this.at - 1];
    if (this.group === undefined || last?.text !== "hundred" || this.closed) return false;
    const before = this.at;
    if (wordAt(this.raws, this.at) === "and") this.at += 1;
    const value = this.belowHundred();
    if (value === undefined || value === 0n) {
      this.at = before;
      return false;
    }
    this.group = add(this.group, whole(value));
    this.point(this.group.n);
    return true;
  }
}

function wordAt(raws: Atoms, at: number): string {
  const raw = raws[at];
  // "$k" is a token symbol.
  return raw !== undefined && raw.kind === "unknown" && raw.form !== "sigil" ? raw.text : "";
}

/** Parses "twelve", "twenty-five" or "twenty five" at a position. */
function readBelowHundred(raws: Atoms, at: number): { value: bigint; next: number } | undefined {
  const word = wordAt(raws, at);
  const dash = word.indexOf("-");
  if (dash > 0) {
    const tens = CARDINALS.get(word.slice(0, dash));
    const unit = unitOf(word.slice(dash + 1));
    if (tens === undefined || unit === undefined || tens < 20n) return undefined;
    return { value: tens + unit, next: at + 1 };
  }
  const value = CARDINALS.get(word);
  if (value === undefined) return undefined;
  const unit = value < 20n ? undefined : unitOf(wordAt(raws, at + 1));
  return unit === undefined ? { value, next: at + 1 } : { value: value + unit, next: at + 2 };
}

/** Parses a word from "one" to "nine". */
function unitOf(word: string): bigint | undefined {
  const value = CARDINALS.get(word);
  return value !== undefined && value > 0n && value < 10n ? value : undefined;
}
