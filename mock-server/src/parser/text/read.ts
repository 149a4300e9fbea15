import { decodeAddress } from "../../chain/addresses.js";
import { BPS } from "../../chain/base-units.js";
import type { Language } from "../languages/language.js";
import { type Lexeme, PART, type Phrase } from "../languages/lexicon.js";
import { Atom, type AtomKind, type Atoms } from "./atom.js";
import { type Rational, whole } from "./rational.js";
import type { Raw } from "./scan.js";
import { readSpelled } from "./spelled.js";
import type { Named, TokenIndex } from "./token-index.js";

const TYPO_LIMIT = 4;
/** Fewer letters may all be upper or all be lower case by chance. */
const LETTERS_MIN = 16;

/** Converts raw pieces to typed atoms: phrases, numbers with units, tokens, addresses. */
export function read(raws: Raws, index: TokenIndex, language: Language): Atom[] {
  const out: Atom[] = [];
  const reading = {
    raws: correctTypos(once(wholeSymbols(raws, index, language), language), index, language),
    index,
    language,
    out,
  };
  let i = 0;
  while (i < reading.raws.length) {
    const raw = reading.raws[i];
    if (raw === undefined) break;
    i = readAt(reading, i, raw);
    reconsider(out, language);
  }
  return out;
}

/** Reads "USDC.e" as one unknown word, not as USDC at the end of a sentence. */
function wholeSymbols(raws: Raws, index: TokenIndex, { lexicon }: Language): Raws {
  const at = raws.findIndex((raw, i) => {
    const point = raws[i + 1];
    const end = raws[i + 2];
    const isGlued = point?.text === "." && point.start === raw.end && end?.start === point.end;
    return isGlued && end.kind === "unknown" && index.byName.has(raw.text) && !lexicon.words.has(end.text);
  });
  const [symbol, , end] = at < 0 ? [] : raws.slice(at, at + 3);
  if (symbol === undefined || end === undefined) return raws;
  const whole = symbol.with({ end: end.end, text: `${symbol.text}.${end.text}` });
  return [...raws.slice(0, at), whole, ...raws.slice(at + 3)];
}

/** Reads a repeated verb or connector once: "to to". */
function once(raws: Raws, { phrasing }: Language): Raws {
  const isAgain = (raw: Raw, at: number): boolean =>
    raw.kind === "unknown" && raws[at - 1]?.text === raw.text && phrasing.repeatable.has(raw.text);
  return raws.some(isAgain) ? raws.filter((raw, at) => !isAgain(raw, at)) : raws;
}

/** Corrects unknown words to the verb or function word within one typing error. */
function correctTypos(raws: Raws, index: TokenIndex, language: Language): Raws {
  let out: Raw[] | undefined;
  let left = TYPO_LIMIT;
  for (let i = 0; i < raws.length && left > 0; i += 1) {
    const raw = raws[i];
    if (raw === undefined || raw.kind !== "unknown" || raw.form === "sigil") continue;
    if (language.lexicon.words.has(raw.text) || index.words.has(raw.text)) continue;
    // After a number a symbol is expected: "1 SOLL" is not "1 sell".
    if (raws[i - 1]?.kind === "number") continue;
    left -= 1;
    const text = language.correctTypo(raw.text);
    if (text === undefined) continue;
    out ??= [...raws];
    out[i] = raw.with({ text, form: "typo" });
  }
  return out ?? raws;
}

function readAt(reading: CommandReading, i: number, raw: Raw): number {
  const { raws, index, out, language } = reading;
  if (raw.kind === "number") return readNumber(reading, i, raw);
  if (raw.kind === "address") return push(out, i + 1, readAddress(raw, index));
  const next = raws[i + 1];
  if (raw.kind === "usd" && next !== undefined && language.numbers.dollars.has(next.text)) {
    return push(out, i + 2, joined(raw, next, "usd", raw.value ?? whole(0n), raw.form));
  }
  if (raw.kind !== "unknown") return push(out, i + 1, raw);
  if (raw.form === "sigil") return push(out, i + 1, named(raw, index.byName.get(raw.text), language) ?? raw);
  return readWord(reading, i, raw);
}

function readWord(reading: CommandReading, i: number, raw: Raw): number {
  const { raws, index, out, language } = reading;
  const { text } = raw;
  const { numbers } = language;
  const word = language.lexicon.words.get(text);
  const name = index.words.get(text);
  const numeral = word === undefined ? text.includes("-") : word.numeral;
  if (numeral || word?.part === true) {
    const percentage = partOfPercent(raws, i, raw, language);
    if (percentage !== undefined) return push(out, percentage.next, percentage.atom);
  }
  const phrase = word?.phrases === undefined ? undefined : longest(raws, i, word.phrases);
  const title = name?.phrases === undefined ? undefined : longest(raws, i, name.phrases);
  const length = phrase?.words.length ?? 0;
  if (title !== undefined && title.words.length >= length) {
    const last = raws[i + title.words.length - 1] ?? raw;
    const atom = named(new Atom("token", raw.start, last.end, title.words.join(" ")), title.value, language);
    if (atom !== undefined) return push(out, i + title.words.length, atom);
  }
  if (numeral && (phrase === undefined || numbers.beginnings.has(text))) {
    const spelled = readSpelled(raws, i, language);
    if (spelled?.vague === true) return pushVague(reading, i, spelled.next);
    if (spelled !== undefined && spelled.next > i + length)
      return withUnitWord(reading, i, spelled.next, spelled.value, spelled.form);
  }
  if (phrase !== undefined) {
    const last = raws[i + length - 1] ?? raw;
    const typo = raws.slice(i, i + length).some((part) => part.form === "typo");
    return push(out, i + length, atomOf(phrase.value, raw.start, last.end, typo));
  }
  const next = raws[i + 1];
  if (next?.kind === "unknown" && numbers.one.has(text) && numbers.dollars.has(next.text))
    return push(out, i + 2, joined(raw, next, "usd", whole(1n), "spelled"));
  // "all my SOL minus 0.1", "all minus 0.1 SOL": after a token or a share "minus" subtracts, elsewhere it negates.
  const before = out[out.length - 1]?.kind;
  if (next?.kind === "number" && numbers.minus.has(text) && before !== "token" && before !== "part") {
    return push(out, i + 2, new Atom("invalid_number", raw.start, next.end, text));
  }
  return push(out, i + 1, single(raw, word?.lexeme, name?.named, index, language));
}

/** Reads one word: a lexicon entry, a token name, or an unknown word. */
function single(
  raw: Raw,
  lexeme: Lexeme | undefined,
  name: Named | undefined,
  index: TokenIndex,
  language: Language,
): Atom {
  const { possessive } = language.spelling;
  if (lexeme !== undefined) return atomOf(lexeme, raw.start, raw.end, raw.form === "typo");
  const token = named(raw, name, language);
  if (token !== undefined) return token;
  const owner =
    possessive !== undefined && raw.text.endsWith(possessive)
      ? raw.text.slice(0, -possessive.length)
      : undefined;
  if (owner === undefined) return raw;
  return (
    named(raw.with({ text: owner }), index.byName.get(owner), language)?.with({ form: "possessive" }) ?? raw
  );
}

function atomOf({ kind, text, value, form, roles }: Lexeme, start: number, end: number, typo: boolean): Atom {
  return new Atom(kind, start, end, text, value, typo ? "typo" : form, undefined, roles);
}

/** Reads a number, its scale words, and its unit. */
function readNumber(reading: CommandReading, i: number, raw: Raw): number {
  const { raws, index, out, language } = reading;
  const after = raws[i + 1];
  // "5ok USDC" is a typing error: politeness needs a space before it.
  if (after?.start === raw.end && after.kind === "unknown" && language.phrasing.polite.has(after.text))
    return push(out, i + 2, Atom.vague(raw.start, after.end, raw.text + after.text));
  const glued = suffixOrSymbol(raw, raws[i + 1], index, language);
  if (glued !== undefined) return push(out, i + 2, glued);
  const spelled = readSpelled(raws, i, language);
  if (spelled?.vague === true) return pushVague(reading, i, spelled.next);
  if (spelled !== undefined && spelled.next > i + 1)
    return withUnitWord(reading, i, spelled.next, spelled.value, spelled.form);
  return withUnitWord(reading, i, i + 1, raw.value ?? whole(0n), raw.form);
}

function readAddress(raw: Raw, index: TokenIndex): Atom {
  const token = index.byMint.get(raw.text);
  if (token !== undefined) return raw.with({ kind: "token", token, form: "mint" });
  if (decodeAddress(raw.text) === undefined) return raw.with({ kind: "bad_address" });
  return isOneCase(raw.text) ? raw.with({ kind: "bad_address", form: "case" }) : raw;
}

/** True if all letters have the same case: the address was probably changed, and may now decode to another key. */
function isOneCase(address: string): boolean {
  const letters = address.replace(/\d/g, "");
  return (
    letters.length >= LETTERS_MIN && (letters === letters.toLowerCase() || letters === letters.toUpperCase())
  );
}

function named({ start, end, text }: Raw, found: Named | undefined, language: Language): Atom | undefined {
  if (found === undefined)
    return language.numbers.vagueTokens.has(text) ? new Atom("vague_token", start, end, text) : undefined;
  if (found === "shared") return new Atom("vague_token", start, end, text);
  return new Atom("token", start, end, text, undefined, found.form, found.token);
}

function longest<T>(
  raws: Raws,
  i: number,
  phrases: ReadonlyMap<string, readonly Phrase<T>[]>,
): Phrase<T> | undefined {
  const second = raws[i + 1];
  if (second === undefined || second.kind !== "unknown") return undefined;
  return phrases.get(second.text)?.find(({ words }) => spells(raws, i, words));
}

function spells(raws: Raws, i: number, words: readonly string[]): boolean {
  for (let k = 2; k < words.length; k += 1) {
    const raw = raws[i + k];
    if (raw === undefined || raw.kind !== "unknown" || raw.text !== words[k]) return false;
  }
  return true;
}

/** Token names such as USDC contain this word, so "USD" means dollars only in "… worth of". */
const USD = "usd";

export type Raws = readonly Raw[];

export interface CommandReading {
  readonly raws: Raws;
  readonly index: TokenIndex;
  readonly language: Language;
  readonly out: Atom[];
}

/** Reads a unit word after a number: "percent", "basis points", "dollars". */
export function withUnitWord(
  reading: CommandReading,
  i: number,
  next: number,
  value: Rational,
  form: string | undefined,
): number {
  const { raws, out, language } = reading;
  const { numbers } = language;
  const first = raws[i];
  const last = raws[next - 1];
  if (first === undefined || last === undefined) return next;
  const after = raws[next];
  // Only words and marks can be a unit. A following "7%" is another number.
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
    if (numbers.cents.has(word) && numbers.worth.has(following))
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

/** Parses "half a percent" and "a percent". */
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

/** Adds a vague number with all number words after it. */
function pushVague({ raws, out, language }: CommandReading, from: number, to: number): number {
  let next = to;
  while (language.lexicon.words.get(raws[next]?.text ?? "")?.numeral === true) next += 1;
  return push(out, next, runOn(raws, from, next));
}

/** Returns a vague number for words that continue after a complete number: "two grand five", "1k%". */
export function runOn(raws: Raws, from: number, to: number): Atom {
  const words = raws.slice(from, to).map(({ text }) => text);
  return Atom.vague(raws[from]?.start ?? 0, raws[to - 1]?.end ?? 0, words.join(" "));
}

const percent = (value: Rational): Rational => ({ n: value.n, d: value.d * 100n });

/** Adds an atom and returns the next position. */
export function push(out: Atom[], next: number, atom: Atom): number {
  out.push(atom);
  return next;
}

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

/** Reads "5MSOL" as vague: five mSOL, or five million SOL. */
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
    return Atom.vague(raw.start, letters.end, raw.text + letters.text);
  }
  return undefined;
}

// A number from a million up is read as tokens, because a swap of that many dollars is unlikely.
const MILLION = 1_000_000n;

/** Corrects atoms before the last one, whose meaning may depend on it. */
export function reconsider(out: Atom[], language: Language): void {
  const last = out[out.length - 1];
  if (last === undefined) return;
  letterForWord(out, last, language);
  if (last.kind === "name" || last.kind === "address") numberForWord(out, language);
  if (last.kind === "token") dollarsOrCoins(out, last, language);
  else if (last.value !== undefined) comparison(out);
}

/** Reads "two" as "to" in the dictated "send ten USDC two bob.sol". */
function numberForWord(out: Atom[], { spelling }: Language): void {
  const before = out[out.length - 2];
  const [sound, meaning = ""] = spelling.homophone ?? [];
  if (before?.kind !== "number" || before.text !== sound || out[out.length - 3]?.kind !== "token") return;
  out[out.length - 2] = new Atom("word", before.start, before.end, meaning, undefined, "typo");
}

/** Reads "w" as "with" in "buy BONK w 1 SOL", because an order never names three tokens in a row. */
function letterForWord(out: Atom[], next: Atom, { spelling, lexicon, amounts }: Language): void {
  const letter = out[out.length - 2];
  if (spelling.letter === undefined || letter?.form !== "symbol" || letter.text !== spelling.letter[0])
    return;
  const paid = PAID.has(next.kind) || (next.kind === "word" && amounts.mine.has(next.text));
  if (!paid || next.form === "mint" || letter.end > letter.start + 1 || out[out.length - 3]?.kind !== "token")
    return;
  const [, letterWord] = spelling.letter;
  const roles = lexicon.rolesOf(letterWord);
  out[out.length - 2] = new Atom(
    "word",
    letter.start,
    letter.end,
    letterWord,
    undefined,
    undefined,
    undefined,
    roles,
  );
}

const PAID: ReadonlySet<Atom["kind"]> = new Set(["number", "usd", "part", "token"]);

/** Before a value, ">" is a comparison ("SOL > 150 USDC"); elsewhere it is an arrow. */
function comparison(out: Atom[]): void {
  const sign = out[out.length - 2];
  if (sign?.form === "greater") out[out.length - 2] = sign.with({ text: ">" });
}

/** Makes "100 of SOL" and "two grand SOL" vague: dollars or coins. "100 of my SOL" counts coins. */
function dollarsOrCoins(out: Atom[], token: Atom, { numbers, amounts }: Language): void {
  if (/USD/i.test(token.token?.symbol ?? "")) return;
  const before = out[out.length - 2];
  const of = before?.kind === "word" && amounts.of.has(before.text) ? before : undefined;
  const at = out.length - (of === undefined ? 2 : 3);
  const figure = out[at];
  if (figure?.kind !== "number" || figure.value === undefined || figure.form === "fraction_sign") return;
  if (numbers.countsWithOf && figure.form === "spelled") return;
  const { n, d } = figure.value;
  if (of === undefined ? figure.form !== "grand" : n < d || n >= MILLION * d) return;
  const vague = Atom.vague(figure.start, (of ?? figure).end, figure.text);
  out.splice(at, out.length - at, vague, token);
}

// "1.500" and "1,500" may mean fifteen hundred, or one and a half.
const THREE_DIGITS = /^[1-9]\d{0,2}[.,]\d{3}$/;

/** Makes doubtful numbers vague. Runs after the whole text is read. */
export function markDoubtful(atoms: Atoms, text: string, language: Language): Atoms {
  let out: Atom[] | undefined;
  for (let at = 0; at < atoms.length; at += 1) {
    const atom = atoms[at];
    if (atom === undefined || (atom.kind !== "number" && atom.kind !== "usd")) continue;
    if (!isDoubtful(atoms, at, text.slice(atom.start, atom.end), language)) continue;
    out ??= [...atoms];
    out[at] = atom.with({ kind: "vague_number" });
  }
  return out ?? atoms;
}

function isDoubtful(atoms: Atoms, at: number, figure: string, { numbers }: Language): boolean {
  // A misspelled word may be foreign, and its language may use the other decimal mark.
  if (THREE_DIGITS.test(figure.replace(/^\D+/, "")) && atoms.some(({ form }) => form === "typo")) return true;
  if (numbers.foreignScale.test(figure)) return true;
  // "025" may be missing its decimal point.
  if (/^\D*0\d+(?![\d.,])/.test(figure)) return true;
  // "0 .5" may be a half.
  const after = atoms[at + 1];
  if (after?.kind === "number" && after.text.startsWith(".")) return true;
  // In "for,ty nine SOL", the word before the number may be its beginning.
  if (numbers.endings.has(atoms[at - 1]?.text ?? "")) return true;
  // In "nine ty SOL" and "seven,ty SOL", the word before the token may be the end of the number.
  const next = atoms[at + 1]?.text === "," ? at + 2 : at + 1;
  return numbers.endings.has(atoms[next]?.text ?? "") && atoms[next + 1]?.kind === "token";
}

const CLOSING: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ["`", "`"],
  ["(", ")"],
  ["<", ">"],
  ["[", "]"],
]);
const PASTED: ReadonlySet<AtomKind> = new Set(["address", "bad_address", "name", "foreign_name", "handle"]);

/** Removes quotes around a pasted address, name or symbol, and brackets around an address or name. */
export function unwrap(atoms: Atoms): Atoms {
  let out: Atom[] | undefined;
  let from = 0;
  for (let at = 0; at + 2 < atoms.length; at += 1) {
    const inner = atoms[at + 1];
    if (inner === undefined || !isWrapped(atoms[at], inner, atoms[at + 2])) continue;
    out ??= [];
    const isPerson = inner.kind === "address" && atoms[at]?.text === "(";
    out.push(...atoms.slice(from, at), isPerson ? inner.with({ form: "bracketed" }) : inner);
    from = at + 3;
    at += 2;
  }
  return out === undefined ? atoms : [...out, ...atoms.slice(from)];
}

function isWrapped(open: Atom | undefined, inner: Atom, close: Atom | undefined): boolean {
  if (open?.kind !== "mark" || close?.kind !== "mark") return false;
  const wanted = CLOSING.get(open.text);
  if (wanted === undefined || (close.text !== wanted && !(wanted === ">" && close.text === "->")))
    return false;
  // Brackets around a token may name it a second time, as in "BONK (Dez…)"; `tokenAt` parses them.
  if (inner.kind === "token" || inner.kind === "unknown") return wanted === open.text;
  return PASTED.has(inner.kind);
}
