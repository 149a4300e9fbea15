import { BULLET, DENIALS } from "../languages/frame.js";
import type { Language } from "../languages/language.js";
import { ROLE } from "../languages/lexicon.js";
import { Atom } from "./atom.js";
import {
  execAt,
  isAlnum,
  isCurrencySign,
  isDigit,
  isFractionSign,
  isLetter,
  isSpace,
  isUpper,
  matchAt,
} from "./characters.js";
import { readMarkFirst, readMoney, readNumeral } from "./numerals.js";
import type { TokenIndex } from "./token-index.js";

/** A piece of text before phrases, units and tokens are recognised. */
export type Raw = Atom;

const ADDRESS_LENGTH_MIN = 32;
const CHUNK_LENGTH_MIN = 16;

// Limits the number and length of labels, so that a long "a.a.a." is scanned in linear time.
const NAME = /[A-Za-z0-9_-]{1,64}(?:\.[A-Za-z0-9_-]{1,64}){1,5}/y;
const URL_START = /(?:https?:\/\/|www\.)\S*/iy;
const SMILE = /(?:[:;]-?[)D]|<3)(?![A-Za-z0-9])/y;
const SHORTENED_ADDRESS = /[A-Za-z0-9]{2,}(?:\.{2,}|\u2026)[A-Za-z0-9]*/y;
const SOL_ENDING = ".sol";
const SOL_NAME = /\.sol$/i;
const FOREIGN_NAME =
  /\.(?:eth|bnb|crypto|lens|xyz|com|io|net|org|btc|x|nft|base|arb|near|ton|dao|app|fun|me)$/i;
const PHONE = /\+\d{1,3}(?:[ ()-]{0,2}\d{2,4}){2,4}(?!\d)/y;
const US = "US";
const MONEY_LETTERS = /(?:US|C|CA|A|AU|NZ|HK|SG|S|R|MX)\$(?=\s?[\d.])/y;

/** Splits text into raw pieces in one pass. Words become `unknown`. */
export function scan(text: string, language: Language, index: TokenIndex): Raw[] {
  const out: Raw[] = [];
  const length = text.length;
  // Lower-cased once, for speed. Not used if its length differs: some letters change length with their case.
  const lowered = text.toLowerCase();
  const low = lowered.length === length ? lowered : undefined;
  let i = 0;
  while (i < length) {
    const c = text.charCodeAt(i);
    if (isSpace(c)) {
      i += 1;
      continue;
    }
    const last = out[out.length - 1];
    const raw = frameAt(text, i, last, language, index) ?? scanOne(text, low, i, c, out, language);
    out.push(raw);
    i = raw.end;
  }
  return out;
}

const WORD = /[A-Za-z]+/y;
const CLAUSE_ENDS = new Set([".", ",", "!", "?", ";", ":", "-", "(", "\u00bf", "\u00a1"]);

/** Reads a greeting, a polite request, a reference, a memo or a signature as one polite word. */
function frameAt(
  text: string,
  i: number,
  last: Raw | undefined,
  language: Language,
  index: TokenIndex,
): Raw | undefined {
  const named = last?.kind === "name" || last?.kind === "address";
  const isClause =
    last === undefined ||
    (last.kind === "mark" && CLAUSE_ENDS.has(last.text)) ||
    text.slice(last.end, i).includes("\n") ||
    text.charCodeAt(i) === 40;
  const { lexicon } = language;
  // "hello i would like to …"
  const isPolite =
    last?.kind === "unknown" &&
    ((lexicon.rolesOf(last.text) & ROLE.noise) !== 0 || lexicon.groups.opener.has(last.text));
  if (!isClause && !named && !isPolite) return undefined;
  if (last === undefined) {
    const bullet = matchAt(BULLET, text, i);
    if (bullet !== undefined) return new Atom("mark", i, i + bullet.length, ",");
  }
  // Fast path: no frame begins with the verb of an order.
  const word = matchAt(WORD, text, i) ?? "";
  if ((lexicon.rolesOf(word.toLowerCase()) & ROLE.verb) !== 0) return undefined;
  for (const { at, form, means, free } of language.phrasing.frames) {
    if (
      at === "start" ? last !== undefined : at === "name" ? !named : !isClause && (!isPolite || free === true)
    )
      continue;
    const found = execAt(form, text, i);
    if (found !== undefined && (free !== true || isHarmless(found[1] ?? "", language, index)))
      return new Atom("unknown", i, i + found[0].length, means);
  }
  return undefined;
}

/** True if no word is a number, a token, a verb, or another word that may change an order. */
function isHarmless(
  frame: string,
  { lexicon, guards, numbers, amounts }: Language,
  index: TokenIndex,
): boolean {
  const { vague, EXCEPT, REST, KEEP } = lexicon.groups;
  const words = frame.toLowerCase().match(/[\p{L}\p{M}']+/gu) ?? [];
  return words.every((word) => {
    const known = lexicon.words.get(word);
    const isFigure = known?.numeral === true || (known?.lexeme !== undefined && known.lexeme.kind !== "word");
    const changes = [
      vague,
      EXCEPT,
      REST,
      KEEP,
      numbers.dollars,
      numbers.currencies,
      numbers.percent,
      amounts.more,
    ];
    return (
      !isFigure &&
      !DENIALS.has(word) &&
      ((lexicon.rolesOf(word) & ~ROLE.noise) === 0 || guards.guardOf.get(word) === "unsupported") &&
      !index.words.has(word) &&
      !changes.some((group) => group.has(word)) &&
      (!amounts.leads.has(word) || amounts.mine.has(word))
    );
  });
}

function scanOne(
  text: string,
  low: string | undefined,
  i: number,
  c: number,
  before: readonly Raw[],
  language: Language,
): Raw {
  const next = text.charCodeAt(i + 1);
  if (isUpper(c) && (next === 36 || text.charCodeAt(i + 2) === 36)) {
    const money = matchAt(MONEY_LETTERS, text, i);
    if (money !== undefined) return readMoney(text, i, i + money.length, money.startsWith(US), language);
  }
  // In "swap.5 SOL", the point may replace a space or begin a decimal.
  if (c === 46 && isDigit(next) && isAlnum(text.charCodeAt(i - 1))) return readMarkFirst(text, i, language);
  if (isAlnum(c) || (c === 46 && isDigit(next)) || isFractionSign(c))
    return scanRun(text, low, i, c, language);
  if (c === 44 && isDigit(next)) return readMarkFirst(text, i, language);
  if (c === 36) return scanDollar(text, i, language);
  if (isCurrencySign(c)) return readMoney(text, i, i + 1, false, language);
  if (c === 64) return scanHandle(text, i);
  if (c === 45 || c === 43 || c === 0x2212) return scanSign(text, i, before, language);
  return scanMark(text, i, c);
}

/** Scans a run of letters and digits: a number, an address, a name, a URL, or a word. */
function scanRun(text: string, low: string | undefined, i: number, c: number, language: Language): Raw {
  let end = i;
  let digits = 0;
  let wide = false;
  while (end < text.length) {
    const d = text.charCodeAt(end);
    if (!isAlnum(d) && d !== 95) break;
    if (isDigit(d)) digits += 1;
    if (d > 0xff) wide = true;
    end += 1;
  }
  const size = end - i;
  const after = text.charCodeAt(end);
  // "bob dot sol", as dictated.
  const spoken = language.spelling.dot === undefined ? undefined : matchAt(language.spelling.dot, text, end);
  if (spoken !== undefined && !isDigit(c))
    return new Atom("name", i, end + spoken.length, `${text.slice(i, end).toLowerCase()}${SOL_ENDING}`);
  if (size >= CHUNK_LENGTH_MIN && ((digits > 0 && digits < size) || size >= ADDRESS_LENGTH_MIN)) {
    return longRun(text, i, end, size, after, language);
  }
  if (c === 48 && (text.charCodeAt(i + 1) | 32) === 120)
    return piece("bad_address", text, i, hexEnd(text, end));
  if (after === 46 || after === 0x2026 || after === 45) {
    const match = matchAt(SHORTENED_ADDRESS, text, i);
    if (match !== undefined && isShortened(match)) return piece("bad_address", text, i, i + match.length);
    const name = matchAt(NAME, text, i);
    if (name !== undefined && SOL_NAME.test(name) && !/^\d+\.\d+\.sol$/i.test(name))
      return solName(text, i, name, language);
    if (name !== undefined && FOREIGN_NAME.test(name) && !isDigit(c))
      return named("foreign_name", text, i, i + name.length);
  }
  if ((after === 58 || after === 46) && ((c | 32) === 104 || (c | 32) === 119)) {
    const url = matchAt(URL_START, text, i);
    if (url !== undefined) return piece("url", text, i, i + url.length);
  }
  if (isDigit(c) || c === 46 || isFractionSign(c)) return readNumeral(text, i, language);
  if (after === 47) {
    const short = language.spelling.abbreviation(text, i);
    if (short !== undefined) return new Atom("unknown", i, short.end, short.meaning);
  }
  if (low !== undefined && after !== 39 && after !== 45)
    return new Atom("unknown", i, end, wide ? composed(low.slice(i, end)) : low.slice(i, end));
  return scanWord(text, i);
}

function solName(text: string, i: number, name: string, { spelling: { possessive } }: Language): Raw {
  const end = i + name.length;
  const owner =
    possessive !== undefined &&
    text.startsWith(possessive, end) &&
    !isAlnum(text.charCodeAt(end + possessive.length));
  const raw = named("name", text, i, end);
  return owner ? raw.with({ end: end + possessive.length, form: "possessive" }) : raw;
}

/**
 * A run too long for a word is an address, valid or not, unless it is a name or a number. Addresses are decoded later.
 */
function longRun(text: string, i: number, end: number, size: number, after: number, language: Language): Raw {
  const run = text.slice(i, end);
  const name = after === 46 ? (matchAt(NAME, text, i) ?? "") : "";
  if (SOL_NAME.test(name)) return named("name", text, i, i + name.length);
  if (FOREIGN_NAME.test(name)) return named("foreign_name", text, i, i + name.length);
  if (/^\d+$/.test(run) && size < ADDRESS_LENGTH_MIN) return readNumeral(text, i, language);
  const match = after === 46 || after === 0x2026 ? matchAt(SHORTENED_ADDRESS, text, i) : undefined;
  if (match !== undefined && !/\.+$/.test(match)) return piece("bad_address", text, i, i + match.length);
  return piece(
    size >= ADDRESS_LENGTH_MIN && size <= 44 ? "address" : "bad_address",
    text,
    i,
    hexEnd(text, end),
  );
}

// "0x…" and addresses of other chains may continue with characters outside base58.
function hexEnd(text: string, end: number): number {
  let at = end;
  while (
    at < text.length &&
    (text.charCodeAt(at) === 95 || (text.charCodeAt(at) === 45 && isAlnum(text.charCodeAt(at + 1))))
  ) {
    at += 1;
    while (at < text.length && isAlnum(text.charCodeAt(at))) at += 1;
  }
  return at;
}

// "8xG...Abc" is a shortened address, "USDC...wait" a pause. A shortened address has a digit, and text on both sides.
function isShortened(match: string): boolean {
  const parts = match.split(/\.{2,}|\u2026/);
  const [head = "", tail = ""] = parts;
  if (head === "0x") return true;
  return tail.length >= 3 && head.length >= 3 && /\d/.test(match);
}

function scanWord(text: string, i: number): Raw {
  let end = i;
  while (end < text.length) {
    const d = text.charCodeAt(end);
    if (isAlnum(d) || d === 95) end += 1;
    else if ((d === 39 || d === 45) && isAlnum(text.charCodeAt(end + 1)) && end > i) end += 1;
    else break;
  }
  const word = piece("unknown", text, i, end, true);
  return MARK.test(word.text) ? word.with({ text: composed(word.text) }) : word;
}

// Combining diacritics, which some keyboards and files use.
const MARK = /[\u0300-\u036f]/;
const composed = (word: string): string => (MARK.test(word) ? word.normalize("NFC") : word);

function scanDollar(text: string, i: number, language: Language): Raw {
  const next = text.charCodeAt(i + 1);
  if (isLetter(next)) {
    const word = scanWord(text, i + 1);
    return word.with({ start: i, form: "sigil" });
  }
  return readMoney(text, i, i + 1, true, language);
}

function scanHandle(text: string, i: number): Raw {
  let end = i + 1;
  while (end < text.length && (isAlnum(text.charCodeAt(end)) || text.charCodeAt(end) === 95)) end += 1;
  return piece(end > i + 1 ? "handle" : "mark", text, i, end);
}

/** A minus after a space and right before a number is a sign; otherwise it is a dash. */
function scanSign(text: string, i: number, before: readonly Raw[], language: Language): Raw {
  const phone = text.charCodeAt(i) === 43 ? matchAt(PHONE, text, i) : undefined;
  if (phone !== undefined && phone.length > 8) return piece("handle", text, i, i + phone.length);
  if (text.startsWith("->", i)) return new Atom("mark", i, i + 2, "->");
  let end = i + 1;
  while (text.charCodeAt(end) === 45) end += 1;
  const last = before[before.length - 1];
  const c = text.charCodeAt(end);
  const numberAhead = isDigit(c) || c === 36 || (c === 46 && isDigit(text.charCodeAt(end + 1)));
  if (numberAhead && end === i + 1 && last?.end !== i) {
    const from = c === 36 ? end + 1 : end;
    const amount = readNumeral(text, from, language);
    return new Atom("invalid_number", i, amount.end, text.slice(i, amount.end));
  }
  return new Atom("mark", i, end, text.charCodeAt(i) === 43 ? "+" : "-");
}

// → ➡ ⇒ ➔ ➜ ⟶
const TWO_WAY = /<->|<=>|[\u2194\u21c4\u21c6]/y;
const ARROWS: ReadonlySet<number> = new Set([0x2192, 0x27a1, 0x21d2, 0x2794, 0x279c, 0x27f6]);

function scanMark(text: string, i: number, c: number): Raw {
  const smile = c === 58 || c === 59 || c === 60 ? matchAt(SMILE, text, i) : undefined;
  if (smile !== undefined) return new Atom("picture", i, i + smile.length, "🙂");
  const twoWay = c === 60 || c > 0x2000 ? matchAt(TWO_WAY, text, i) : undefined;
  if (twoWay !== undefined) return new Atom("mark", i, i + twoWay.length, "<->");
  if (c === 46) {
    let end = i + 1;
    while (text.charCodeAt(end) === 46) end += 1;
    return new Atom("mark", i, end, ".");
  }
  if (text.startsWith("=>", i) || ARROWS.has(c)) {
    return new Atom("mark", i, text.startsWith("=>", i) ? i + 2 : i + 1, "->");
  }
  if (c === 62) return new Atom("mark", i, i + 1, "->", undefined, "greater");
  if (c === 0x2014 || c === 0x2013) return new Atom("mark", i, i + 1, "-");
  if (c === 0x2026) return new Atom("mark", i, i + 1, ".");
  const size = c >= 0xd800 && c <= 0xdbff ? 2 : 1;
  const sign = text.slice(i, i + size);
  return new Atom(c > 0x2000 ? "picture" : "mark", i, i + size, sign);
}

function piece(kind: Atom["kind"], text: string, start: number, end: number, lower = false): Raw {
  const slice = text.slice(start, end);
  return new Atom(kind, start, end, lower ? slice.toLowerCase() : slice);
}

const named = (kind: Atom["kind"], text: string, start: number, end: number): Raw =>
  piece(kind, text, start, end, true);
