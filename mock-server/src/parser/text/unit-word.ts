import { BPS } from "../../chain/base-units.js";
import type { Language } from "../languages/language.js";
import { PART } from "../languages/lexicon.js";
import { Atom } from "./atom.js";
import type { Rational } from "./rational.js";
import type { Raw } from "./scan.js";
import type { TokenIndex } from "./token-index.js";

/** A currency that tokens are called after: it is money only where something is worth so much of it. */
const USD = "usd";

export type Raws = readonly Raw[];

/** A command that is being read. */
export interface CommandReading {
  readonly raws: Raws;
  readonly index: TokenIndex;
  readonly language: Language;
  readonly out: Atom[];
}

/** Reads the unit in words behind a figure: "percent", "basis points", "dollars". */
export function withUnitWord(
  reading: CommandReading,
  i: number,
  next: number,
  value: Rational,
  form: string | undefined,
): number {
  const { raws, out, language } = reading;
  const { numbers, amounts } = language;
  const first = raws[i];
  const last = raws[next - 1];
  if (first === undefined || last === undefined) return next;
  const after = raws[next];
  // Not a "7%" that follows: that is another figure.
  const word = after?.kind === "unknown" || after?.kind === "mark" ? after.text : "";
  const following = raws[next + 1]?.text ?? "";
  if (after !== undefined && word !== "") {
    if (numbers.percent.has(word) && form === "suffix") return push(out, next + 1, runOn(raws, i, next + 1));
    if (numbers.percent.has(word))
      return push(out, next + 1, joined(first, after, "part", percent(value), form, PART.percent));
    if (numbers.percentPairs.get(word)?.has(following) === true) {
      const end = raws[next + 1] ?? after;
      return push(out, next + 2, joined(first, end, "part", percent(value), form, PART.percent));
    }
    const pair = numbers.bpsPairs.get(word)?.has(following) === true;
    if (pair || numbers.bps.has(word)) {
      const end = pair ? (raws[next + 1] ?? after) : after;
      const points = { n: value.n, d: value.d * BPS };
      return push(out, pair ? next + 2 : next + 1, joined(first, end, "part", points, form, PART.bps));
    }
    if (numbers.dollarLeads.has(word) && numbers.dollars.has(following)) {
      return push(out, next + 2, joined(first, raws[next + 1] ?? after, "usd", value, form ?? "word"));
    }
    // "Two grand of SOL" is money, as "$2000 of SOL" is.
    if (form === "grand" && numbers.worth.has(word))
      return push(out, next, joined(first, last, "usd", value, form));
    // "50 USD" could be a token; "50 USD worth of" is money.
    if (word === USD ? numbers.worth.has(following) : numbers.dollars.has(word)) {
      return push(out, next + 1, joined(first, after, "usd", value, form ?? "word"));
    }
    if (numbers.cents.has(word) && amounts.worth.has(following))
      return push(out, next + 1, joined(first, after, "usd", percent(value), form ?? "word"));
    if (numbers.currencies.has(word))
      return push(
        out,
        next + 1,
        joined(first, after, "currency", value, numbers.cents.has(word) ? "cents" : form),
      );
  }
  return push(out, next, joined(first, last, "number", value, form));
}

/** "half a percent", "a percent". */
export function partOfPercent(
  raws: Raws,
  i: number,
  raw: Raw,
  { numbers }: Language,
): { atom: Atom; next: number } | undefined {
  const part = numbers.parts.get(raw.text);
  if (part === undefined && !numbers.one.has(raw.text)) return undefined;
  const at = part !== undefined && numbers.one.has(raws[i + 1]?.text ?? "") ? i + 2 : i + 1;
  const last = raws[at];
  if (last?.kind !== "unknown" || !numbers.percent.has(last.text)) return undefined;
  const [n, d] = part ?? [1n, 1n];
  return { atom: joined(raw, last, "part", { n, d: d * 100n }, "spelled", PART.percent), next: at + 1 };
}

/** "two grand five", "1k%": a number that runs on and is not one. */
export function runOn(raws: Raws, from: number, to: number): Atom {
  const said = raws.slice(from, to).map(({ text }) => text);
  return Atom.vague(raws[from]?.start ?? 0, raws[to - 1]?.end ?? 0, said.join(" "));
}

const percent = (value: Rational): Rational => ({ n: value.n, d: value.d * 100n });

/** Puts down an atom; the next one is read from `next`. */
export function push(out: Atom[], next: number, atom: Atom): number {
  out.push(atom);
  return next;
}

/** One atom of several pieces. */
export function joined(
  first: Raw,
  last: Raw,
  kind: Atom["kind"],
  value: Rational,
  form: string | undefined,
  text: string = first.text,
): Atom {
  return new Atom(kind, first.start, last.end, text, value, form);
}
