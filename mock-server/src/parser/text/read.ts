import { decodeAddress } from "../../formats/addresses.js";
import { BPS } from "../../formats/base-units.js";
import { type Rational, whole } from "../../kernel/rational.js";
import type { Language } from "../languages/language.js";
import { type Lexeme, PART, type PhraseIndex } from "../languages/lexicon.js";
import { Atom, type AtomKind, type Atoms, isPerson } from "./atom.js";
import { charMap } from "./characters.js";
import { readSpelled } from "./spelled.js";
import type { Named, TokenIndex } from "./token-index.js";

const TYPO_LIMIT = 4;
/** Fewer letters may all be upper or all be lower case by chance. */
const LETTERS_MIN = 16;
/** Token names such as USDC contain this word, so "USD" means dollars only in "… worth of". */
const USD = "usd";
// A number from a million up is read as tokens, because a swap of that many dollars is unlikely.
const MILLION = 1_000_000n;

/** Converts raw pieces to typed atoms: phrases, numbers with units, tokens, addresses. */
export function read(raws: Atoms, index: TokenIndex, language: Language): Atom[] {
  const whole = once(wholeSymbols(raws, index, language), language);
  return new Reading(correctTypos(whole, index, language), index, language).read();
}

/** Reads "USDC.e" as one unknown word, not as USDC at the end of a sentence. */
function wholeSymbols(raws: Atoms, index: TokenIndex, { lexicon }: Language): Atoms {
  const at = raws.findIndex((raw, i) => {
    const point = raws[i + 1];
    const end = raws[i + 2];
    const isGlued = point?.text === "." && point.start === raw.end && end?.start === point.end;
    return isGlued && end.kind === "unknown" && index.byName.has(raw.text) && !lexicon.words().has(end.text);
  });
  const [symbol, , end] = at < 0 ? [] : raws.slice(at, at + 3);
  if (symbol === undefined || end === undefined) return raws;
  return raws.toSpliced(at, 3, symbol.with({ end: end.end, text: `${symbol.text}.${end.text}` }));
}

/** Reads a repeated verb or connector once: "to to". */
const once = (raws: Atoms, { phrasing }: Language): Atoms =>
  raws.filter(
    ({ kind, text }, at) => kind !== "unknown" || raws[at - 1]?.text !== text || !phrasing.isRepeatable(text),
  );

/** Corrects unknown words to the verb or function word within one typing error. */
function correctTypos(raws: Atoms, index: TokenIndex, { lexicon, correctTypo, phrasing }: Language): Atoms {
  const { connectors } = phrasing;
  let left = TYPO_LIMIT;
  return raws.map((raw, i) => {
    if (left === 0 || raw.kind !== "unknown" || raw.form === "sigil") return raw;
    // After a number a symbol is expected: "1 SOLL" is not "1 sell".
    if (lexicon.lexemeOf(raw.text) !== undefined || index.words.has(raw.text)) return raw;
    if (raws[i - 1]?.kind === "number" || lexicon.words().has(raw.text)) return raw;
    // At the end after "1 USDC to" too: "SWOP" is not a verb there.
    if (
      raws[i + 1] === undefined &&
      connectors.has(raws[i - 1]?.text ?? "") &&
      index.words.has(raws[i - 2]?.text ?? "")
    )
      return raw;
    left -= 1;
    const text = correctTypo(raw.text);
    return text === undefined ? raw : raw.with({ text, form: "typo" });
  });
}

/** The kind that a unit word gives to the number before it. */
interface Unit {
  readonly kind: AtomKind;
  /** The number of words. */
  readonly size: number;
  /** The unit is one of this many parts. */
  readonly per?: bigint;
  readonly text?: string;
}

class Reading {
  private readonly out: Atom[] = [];

  constructor(
    private readonly raws: Atoms,
    private readonly index: TokenIndex,
    private readonly language: Language,
  ) {}

  read(): Atom[] {
    for (let i = 0, raw = this.raws[0]; raw !== undefined; raw = this.raws[i]) {
      i = this.next(i, raw);
      this.reconsider();
    }
    return this.out;
  }

  /** Adds an atom and returns the next position. */
  private push(next: number, atom: Atom): number {
    this.out.push(atom);
    return next;
  }

  private next(i: number, raw: Atom): number {
    if (raw.kind === "number") return this.number(i, raw);
    if (raw.kind === "address") return this.push(i + 1, readAddress(raw, this.index));
    const repeats = raw.kind === "usd" && this.language.numbers.dollars.has(this.raws[i + 1]?.text ?? "");
    if (repeats) return this.push(i + 2, this.joined(i, i + 2, "usd", raw.value ?? whole(0n), raw.form));
    if (raw.kind !== "unknown") return this.push(i + 1, raw);
    if (raw.form === "sigil")
      return this.push(i + 1, this.named(raw, this.index.byName.get(raw.text)) ?? raw);
    return this.word(i, raw);
  }

  private word(i: number, raw: Atom): number {
    const { raws, language } = this;
    const { text } = raw;
    const { numbers } = language;
    const { lexicon } = language;
    const name = this.index.words.get(text);
    const percentage = this.partOfPercent(i, text);
    if (percentage !== undefined) return percentage;
    const phrase = longest(raws, i, lexicon.phrasesOf(text));
    const title = longest(raws, i, name?.phrases);
    const length = phrase?.length ?? 0;
    if (title !== undefined && title.length >= length) {
      const last = raws[i + title.length - 1] ?? raw;
      const full = title.join(" ");
      const atom = this.named(raw.with({ end: last.end, text: full }), this.index.byName.get(full));
      if (atom !== undefined) return this.push(i + title.length, atom);
    }
    const numeral = lexicon.numerals.has(text) || text.includes("-");
    if (numeral && (phrase === undefined || numbers.beginnings.has(text))) {
      const spelled = this.spelled(i, i + length);
      if (spelled !== undefined) return spelled;
    }
    const entry = lexicon.lexemeOf(phrase === undefined ? text : phrase.join(" "));
    if (phrase !== undefined && entry !== undefined)
      return this.push(i + length, this.lexeme(entry, i, i + length));
    const next = raws[i + 1];
    if (next?.kind === "unknown" && numbers.one.has(text) && numbers.dollars.has(next.text))
      return this.push(i + 2, this.joined(i, i + 2, "usd", whole(1n), "spelled"));
    // "all my SOL minus 0.1", "all minus 0.1 SOL": after a token or a share "minus" subtracts, elsewhere it negates.
    const before = this.out.at(-1)?.kind;
    if (next?.kind === "number" && numbers.minus.has(text) && before !== "token" && before !== "part")
      return this.push(i + 2, new Atom("invalid_number", raw.start, next.end, text));
    if (entry !== undefined) return this.push(i + 1, this.lexeme(entry, i, i + 1));
    return this.push(i + 1, this.named(raw, name?.named) ?? this.owner(raw) ?? raw);
  }

  /** Reads "SOL's". */
  private owner(raw: Atom): Atom | undefined {
    const { possessive } = this.language.spelling;
    if (possessive === undefined || !raw.text.endsWith(possessive)) return undefined;
    const owner = raw.with({ text: raw.text.slice(0, -possessive.length) });
    return this.named(owner, this.index.byName.get(owner.text))?.with({ form: "possessive" });
  }

  private lexeme({ kind, text, value, form, roles }: Lexeme, from: number, to: number): Atom {
    const raws = this.raws.slice(from, to);
    const typo = raws.some((raw) => raw.form === "typo");
    const { start = 0 } = raws[0] ?? {};
    const end = raws.at(-1)?.end ?? start;
    return new Atom(kind, start, end, text, value, typo ? "typo" : form, undefined, roles);
  }

  private named({ start, end, text }: Atom, found: Named | undefined): Atom | undefined {
    const isVague = found === "shared" || this.language.numbers.vagueTokens.has(text);
    if (found === undefined || found === "shared")
      return isVague ? new Atom("vague_token", start, end, text) : undefined;
    return new Atom("token", start, end, text, undefined, found.form, found.token);
  }

  private joined(
    from: number,
    to: number,
    kind: AtomKind,
    value: Rational,
    form: string | undefined,
    text = this.raws[from]?.text ?? "",
  ): Atom {
    return new Atom(kind, this.raws[from]?.start ?? 0, this.raws[to - 1]?.end ?? 0, text, value, form);
  }

  /** Adds a vague number for words that continue after a complete number: "two grand five", "1k%". */
  private vague(from: number, to: number): number {
    const words = this.raws.slice(from, to);
    const text = words.map((raw) => raw.text).join(" ");
    return this.push(to, Atom.vague(words[0]?.start ?? 0, words.at(-1)?.end ?? 0, text));
  }

  /** Reads a number, its scale words, and its unit. */
  private number(i: number, raw: Atom): number {
    const after = this.raws[i + 1];
    if (after?.kind === "unknown" && after.start === raw.end && this.isDoubtfulAfterDigits(after.text))
      return this.push(i + 2, Atom.vague(raw.start, after.end, raw.text + after.text));
    return this.spelled(i, i + 1) ?? this.withUnit(i, i + 1, raw.value ?? whole(0n), raw.form);
  }

  /** "5ok USDC" is a typing error. "5MSOL" is five mSOL, or five million SOL. */
  private isDoubtfulAfterDigits(text: string): boolean {
    const { phrasing, numbers } = this.language;
    if (phrasing.isPolite(text)) return true;
    const isName = (name: string): boolean => this.index.byName.has(name);
    const suffixes = [...numbers.suffixes.keys()].filter((suffix) => text.startsWith(suffix));
    return isName(text) && suffixes.some((suffix) => isName(text.slice(suffix.length)));
  }

  /** Reads a number in words that ends after a position. */
  private spelled(i: number, after: number): number | undefined {
    const { raws, language } = this;
    const found = readSpelled(raws, i, language);
    if (found === undefined || (!found.vague && found.next <= after)) return undefined;
    let { next } = found;
    if (!found.vague) return this.withUnit(i, next, found.value, found.form);
    while (language.lexicon.numerals.has(raws[next]?.text ?? "")) next += 1;
    return this.vague(i, next);
  }

  /** Reads "half a percent" and "a percent". */
  private partOfPercent(i: number, text: string): number | undefined {
    const { parts, one, percent } = this.language.numbers;
    const part = parts.get(text);
    if (part === undefined && !one.has(text)) return undefined;
    const at = part !== undefined && one.has(this.raws[i + 1]?.text ?? "") ? i + 2 : i + 1;
    const last = this.raws[at];
    if (last?.kind !== "unknown" || !percent.has(last.text)) return undefined;
    const { n, d } = part ?? whole(1n);
    return this.push(at + 1, this.joined(i, at + 1, "part", { n, d: d * 100n }, "spelled", PART.percent));
  }

  /** Reads a unit word after a number: "percent", "basis points", "dollars". */
  private withUnit(i: number, next: number, { n, d }: Rational, form: string | undefined): number {
    const unit = this.unitAt(next, form);
    if (unit?.text === PART.percent && unit.size === 1 && form === "suffix") return this.vague(i, next + 1);
    const { kind, size, per = 1n, text } = unit ?? { kind: "number", size: 0 };
    return this.push(next + size, this.joined(i, next + size, kind, { n, d: d * per }, form, text));
  }

  private unitAt(at: number, form: string | undefined): Unit | undefined {
    const { numbers } = this.language;
    const after = this.raws[at];
    // Only words and marks can be a unit. A following "7%" is another number.
    if (after?.kind !== "unknown" && after?.kind !== "mark") return undefined;
    const word = after.text;
    const following = this.raws[at + 1]?.text ?? "";
    const pair = `${word} ${following}`;
    const percent = { kind: "part", per: 100n, text: PART.percent } as const;
    if (numbers.percent.has(word)) return { ...percent, size: 1 };
    if (numbers.percent.has(pair)) return { ...percent, size: 2 };
    const points = { kind: "part", per: BPS, text: PART.bps } as const;
    if (numbers.bps.has(pair)) return { ...points, size: 2 };
    if (numbers.bps.has(word)) return { ...points, size: 1 };
    if (numbers.dollarLeads.has(word) && numbers.dollars.has(following)) return { kind: "usd", size: 2 };
    // "Two grand of SOL" is money, as "$2000 of SOL" is.
    const worth = numbers.worth.has(following);
    if (form === "grand" && numbers.worth.has(word)) return { kind: "usd", size: 0 };
    // "50 USD" could be a token; "50 USD worth of" is money.
    if (word === USD ? worth : numbers.dollars.has(word)) return { kind: "usd", size: 1 };
    if (numbers.cents.has(word) && worth) return { kind: "usd", size: 1, per: 100n };
    return numbers.currencies.has(word) ? { kind: "currency", size: 1 } : undefined;
  }

  /** Corrects atoms before the last one, whose meaning may depend on it. */
  private reconsider(): void {
    const { out } = this;
    const last = out.at(-1);
    if (last === undefined) return;
    this.letterForWord(last);
    if (last.kind === "name" || last.kind === "address") this.numberForWord();
    if (last.kind === "token") this.dollarsOrCoins(last);
    else if (last.value !== undefined) {
      // Before a value, ">" is a comparison ("SOL > 150 USDC"); elsewhere it is an arrow.
      const sign = out.at(-2);
      if (sign?.form === "greater") out[out.length - 2] = sign.with({ text: ">" });
    }
  }

  /** Reads "two" as "to" in the dictated "send ten USDC two bob.sol". */
  private numberForWord(): void {
    const { out } = this;
    const before = out.at(-2);
    const [sound, meaning = ""] = this.language.spelling.homophone ?? [];
    if (before?.kind !== "number" || before.text !== sound || out.at(-3)?.kind !== "token") return;
    out[out.length - 2] = new Atom("word", before.start, before.end, meaning, undefined, "typo");
  }

  /** Reads "w" as "with" in "buy BONK w 1 SOL", because an order never names three tokens in a row. */
  private letterForWord(next: Atom): void {
    const { out, language } = this;
    const found = out.at(-2);
    if (found?.form !== "symbol" || found.end > found.start + 1) return;
    const [letter, meaning = ""] = language.spelling.letter ?? [];
    const paid = PAID.has(next.kind) || (next.kind === "word" && language.amounts.mine.has(next.text));
    if (found.text !== letter || !paid || next.form === "mint" || out.at(-3)?.kind !== "token") return;
    const roles = language.lexicon.rolesOf(meaning);
    const { start, end } = found;
    out[out.length - 2] = new Atom("word", start, end, meaning, undefined, undefined, undefined, roles);
  }

  /** Makes "100 of SOL" and "two grand SOL" vague: dollars or coins. "100 of my SOL" counts coins. */
  private dollarsOrCoins(token: Atom): void {
    const { out } = this;
    const { numbers, amounts } = this.language;
    if (/USD/i.test(token.token?.symbol ?? "")) return;
    const before = out.at(-2);
    const of = before?.kind === "word" && amounts.of.has(before.text) ? before : undefined;
    const at = out.length - (of === undefined ? 2 : 3);
    const figure = out[at];
    if (figure?.kind !== "number" || figure.value === undefined || figure.form === "fraction_sign") return;
    if (numbers.countsWithOf && figure.form === "spelled") return;
    const { n, d } = figure.value;
    if (of === undefined ? figure.form !== "grand" : n < d || n >= MILLION * d) return;
    out.splice(at, out.length - at, Atom.vague(figure.start, (of ?? figure).end, figure.text), token);
  }
}

const PAID: ReadonlySet<AtomKind> = new Set(["number", "usd", "part", "token"]);

function readAddress(raw: Atom, index: TokenIndex): Atom {
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

/** The longest phrase that the raw pieces spell. */
function longest(raws: Atoms, i: number, phrases: PhraseIndex | undefined): readonly string[] | undefined {
  const isWord = (word: string, k: number): boolean =>
    k === 0 || (raws[i + k]?.kind === "unknown" && raws[i + k]?.text === word);
  return phrases?.get(raws[i + 1]?.text ?? "")?.find((words) => words.every(isWord));
}

// "1.500" and "1,500" may mean fifteen hundred, or one and a half.
const THREE_DIGITS = /^[1-9]\d{0,2}[.,]\d{3}$/;

/** Makes doubtful numbers vague. Runs after the whole text is read. */
export const markDoubtful = (atoms: Atoms, text: string, language: Language): Atoms =>
  atoms.map((atom, at) =>
    (atom.kind === "number" || atom.kind === "usd") &&
    isDoubtful(atoms, at, text.slice(atom.start, atom.end), language)
      ? atom.with({ kind: "vague_number" })
      : atom,
  );

function isDoubtful(atoms: Atoms, at: number, figure: string, { numbers }: Language): boolean {
  // A misspelled word may be foreign, and its language may use the other decimal mark.
  if (THREE_DIGITS.test(figure.replace(/^\D+/, "")) && atoms.some(({ form }) => form === "typo")) return true;
  if (numbers.foreignScale.test(figure)) return true;
  // "025" may be missing its decimal point; ".05" has it.
  if (/^[^\d.]*0\d+(?![\d.,])/.test(figure)) return true;
  // "0 .5" may be a half.
  const after = atoms[at + 1];
  if (after?.kind === "number" && after.text.startsWith(".")) return true;
  // In "for,ty nine SOL", the word before the number may be its beginning.
  if (numbers.endings.has(atoms[at - 1]?.text ?? "")) return true;
  // In "nine ty SOL" and "seven,ty SOL", the word before the token may be the end of the number.
  const next = after?.text === "," ? at + 2 : at + 1;
  return numbers.endings.has(atoms[next]?.text ?? "") && atoms[next + 1]?.kind === "token";
}

const CLOSING = charMap('""', "''", "``", "()", "<>", "[]");

/** Removes quotes around a pasted address, name or symbol, and brackets around an address or name. */
export function unwrap(atoms: Atoms): Atoms {
  const out: Atom[] = [];
  for (let at = 0; at < atoms.length; at += 1) {
    const open = atoms[at];
    const inner = atoms[at + 1];
    if (open === undefined) break;
    const isInner = inner !== undefined && isWrapped(open, inner, atoms[at + 2]);
    const isPerson = isInner && inner.kind === "address" && open.text === "(";
    out.push(isPerson ? inner.with({ form: "bracketed" }) : isInner ? inner : open);
    if (isInner) at += 2;
  }
  return out;
}

function isWrapped(open: Atom, inner: Atom, close: Atom | undefined): boolean {
  const wanted = open.kind === "mark" ? CLOSING.get(open.text) : undefined;
  if (wanted === undefined || close?.kind !== "mark") return false;
  if (close.text !== wanted && !(wanted === ">" && close.text === "->")) return false;
  // Brackets around a token may name it a second time, as in "BONK (Dez…)"; `tokenAt` parses them.
  if (inner.kind === "token" || inner.kind === "unknown") return wanted === open.text;
  return isPerson(inner);
}
