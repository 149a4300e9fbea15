import { BULLET, DENIALS } from "../languages/frame.js";
import type { Language } from "../languages/language.js";
import { ROLE } from "../languages/lexicon.js";
import { VENUE_SITES } from "../languages/words.js";
import { Atom, type AtomKind } from "./atom.js";
import { ALNUM, execAt, matchAt } from "./characters.js";
import { readMarkFirst, readMoney, readNumeral } from "./numerals.js";
import type { TokenIndex } from "./token-index.js";

const ADDRESS_LENGTH_MIN = 32;
const ADDRESS_LENGTH_MAX = 44;
const CHUNK_LENGTH_MIN = 16;

/** Most words are letters before one of these, and need no other pattern. */
const PLAIN_WORD = /[A-Za-z]{1,31}(?=[ \n,!?]|$)/y;
const RUN = new RegExp(`[${ALNUM}_]+`, "y");
const RUN_START = new RegExp(`[${ALNUM}]|\\.\\d|[\u00bc-\u00be\u2150-\u215e]`, "y");
const WORD = new RegExp(`[${ALNUM}_]+(?:['-](?=[${ALNUM}])[${ALNUM}_]+)*`, "y");
const HANDLE = new RegExp(`@[${ALNUM}_]*`, "y");
/** The end of "0x…" and of addresses of other chains, outside base58. */
const HEX_END = new RegExp(`(?:-(?=[${ALNUM}])[${ALNUM}]+|_[${ALNUM}]*)*`, "y");
// Limits the number and length of labels, so that a long "a.a.a." is scanned in linear time.
const NAME = /[A-Za-z0-9_-]{1,64}(?:\.[A-Za-z0-9_-]{1,64}){1,5}/y;
const URL_START = /(?:https?:\/\/|www\.)\S*/iy;
const SHORTENED_ADDRESS = /[A-Za-z0-9]{2,}(?:\.{2,}|\u2026)[A-Za-z0-9]*/y;
const SOL_ENDING = ".sol";
const SOL_NAME = /\.sol$/i;
const FOREIGN_NAME =
  /\.(?:eth|bnb|crypto|lens|xyz|com|io|net|org|btc|x|nft|base|arb|near|ton|dao|app|fun|me)$/i;
const PHONE = /\+\d{1,3}(?:[ ()-]{0,2}\d{2,4}){2,4}(?!\d)/y;
const US = "US";
const MONEY_LETTERS = /(?:US|C|CA|A|AU|NZ|HK|SG|S|R|MX)\$(?=\s?[\d.])/y;
const SYMBOL = /\$[A-Za-z]/y;
const MONEY_SIGN = /[$\u00a2\u00a3\u00a5\u20a0-\u20bf]/y;
const SIGN = /[-+\u2212]-*/y;
const NUMBER_AHEAD = /[\d$]|\.\d/y;
/** A mark before a digit, which may begin a decimal or separate the digit from the word before it. */
const MARK_FIRST = new RegExp(`(?:,|\\.(?<=[${ALNUM}]\\.))(?=\\d)`, "y");

/** Splits text into pieces in one pass, before phrases, units and tokens are recognised. Words become `unknown`. */
export function scan(text: string, language: Language, index: TokenIndex): Atom[] {
  const out: Atom[] = [];
  for (let i = 0; i < text.length; ) {
    if (text.charAt(i) <= " ") {
      i += 1;
      continue;
    }
    const last = out.at(-1);
    const raw = frameAt(text, i, last, language, index) ?? scanOne(text, i, last, language);
    out.push(raw);
    i = raw.end;
  }
  return out;
}

const CLAUSE_ENDS = new Set([".", ",", "!", "?", ";", ":", "-", "(", "\u00bf", "\u00a1"]);

/** Reads a greeting, a polite request, a reference, a memo or a signature as one polite word. */
function frameAt(
  text: string,
  i: number,
  last: Atom | undefined,
  language: Language,
  index: TokenIndex,
): Atom | undefined {
  const named = last?.kind === "name" || last?.kind === "address";
  const isClause =
    last === undefined ||
    (last.kind === "mark" && CLAUSE_ENDS.has(last.text)) ||
    text.slice(last.end, i).includes("\n") ||
    text.charAt(i) === "(";
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
  const word = matchAt(PLAIN_WORD, text, i) ?? "";
  if ((lexicon.rolesOf(word.toLowerCase()) & ROLE.verb) !== 0) return undefined;
  for (const { at, form, means, free } of language.phrasing.frames()) {
    const isHere =
      at === "start" ? last === undefined : at === "name" ? named : isClause || (isPolite && !free);
    const found = isHere ? execAt(form, text, i) : undefined;
    if (found !== undefined && (!free || isHarmless(found[1] ?? "", language, index)))
      return new Atom("unknown", i, i + found[0].length, means);
  }
  return undefined;
}

/** True if no word is a number, a token, a verb, or another word that may change an order. */
function isHarmless(frame: string, { lexicon, numbers, amounts }: Language, index: TokenIndex): boolean {
  const { vague, EXCEPT, REST, KEEP } = lexicon.groups;
  const { dollars, currencies, percent } = numbers;
  const changes = [vague, EXCEPT, REST, KEEP, dollars, currencies, percent, amounts.more];
  const words = frame.toLowerCase().match(/[\p{L}\p{M}']+/gu) ?? [];
  return words.every((word) => {
    const isFigure = lexicon.numerals.has(word) || (lexicon.lexemeOf(word)?.kind ?? "word") !== "word";
    return (
      !isFigure &&
      !DENIALS.has(word) &&
      ((lexicon.rolesOf(word) & ~ROLE.noise) === 0 || lexicon.guardOf(word) === "unsupported") &&
      !index.words.has(word) &&
      !changes.some((group) => group.has(word)) &&
      (!amounts.leads.has(word) || amounts.mine.has(word))
    );
  });
}

const MARKS: readonly (readonly [form: RegExp, kind: AtomKind, text: string])[] = [
  [/(?:[:;]-?[)D]|<3)(?![A-Za-z0-9])/y, "picture", "🙂"],
  [/<->|<=>|[\u2194\u21c4\u21c6]/y, "mark", "<->"],
  // → ➡ ⇒ ➔ ➜ ⟶
  [/->|=>|[\u2192\u27a1\u21d2\u2794\u279c\u27f6]/y, "mark", "->"],
  [/\.+|\u2026/y, "mark", "."],
  [/[\u2013\u2014]/y, "mark", "-"],
];

function scanOne(text: string, i: number, last: Atom | undefined, language: Language): Atom {
  const word = matchAt(PLAIN_WORD, text, i);
  if (word !== undefined && matchAt(language.spelling.dot, text, i + word.length) === undefined)
    return new Atom("unknown", i, i + word.length, word.toLowerCase());
  const money = matchAt(MONEY_LETTERS, text, i);
  if (money !== undefined) return readMoney(text, i, i + money.length, money.startsWith(US), language);
  if (matchAt(MARK_FIRST, text, i) !== undefined) return readMarkFirst(text, i, language);
  if (matchAt(RUN_START, text, i) !== undefined) return scanRun(text, i, language);
  const symbol = matchAt(SYMBOL, text, i);
  if (symbol !== undefined) return scanWord(text, i + 1).with({ start: i, form: "sigil" });
  const sign = matchAt(MONEY_SIGN, text, i);
  if (sign !== undefined) return readMoney(text, i, i + 1, sign === "$", language);
  const handle = matchAt(HANDLE, text, i);
  if (handle !== undefined) return new Atom(handle === "@" ? "mark" : "handle", i, i + handle.length, handle);
  for (const [form, kind, meaning] of MARKS) {
    const found = matchAt(form, text, i);
    if (found !== undefined) return new Atom(kind, i, i + found.length, meaning);
  }
  return scanSign(text, i, last, language) ?? scanMark(text, i);
}

/** Scans a run of letters and digits: a number, an address, a name, a URL, or a word. */
function scanRun(text: string, i: number, language: Language): Atom {
  const run = matchAt(RUN, text, i) ?? "";
  const end = i + run.length;
  const isDigit = /^\d/.test(run);
  // "bob dot sol", as dictated.
  const spoken = matchAt(language.spelling.dot, text, end);
  if (spoken !== undefined && !isDigit)
    return new Atom("name", i, end + spoken.length, `${run.toLowerCase()}${SOL_ENDING}`);
  // A run too long for a word is an address, valid or not, unless it is a name. Addresses are decoded later.
  const isLong =
    run.length >= ADDRESS_LENGTH_MIN || (run.length >= CHUNK_LENGTH_MIN && /\d/.test(run) && /\D/.test(run));
  const address = (kind: AtomKind): Atom =>
    piece(kind, text, i, end + (matchAt(HEX_END, text, end)?.length ?? 0));
  if (!isLong && /^0x/i.test(run)) return address("bad_address");
  const cut = matchAt(SHORTENED_ADDRESS, text, i);
  if (cut !== undefined && (isLong ? !cut.endsWith(".") : isShortened(cut)))
    return piece("bad_address", text, i, i + cut.length);
  const name = matchAt(NAME, text, i) ?? "";
  if (SOL_NAME.test(name)) return solName(text, i, name, language);
  const venue = VENUE_SITES.get(name.toLowerCase());
  if (venue !== undefined) return new Atom("unknown", i, i + name.length, venue);
  if (FOREIGN_NAME.test(name) && (isLong || !isDigit))
    return new Atom("foreign_name", i, i + name.length, name.toLowerCase());
  const isAddress = run.length >= ADDRESS_LENGTH_MIN && run.length <= ADDRESS_LENGTH_MAX;
  if (isLong) return address(isAddress ? "address" : "bad_address");
  const url = matchAt(URL_START, text, i);
  if (url !== undefined) return piece("url", text, i, i + url.length);
  if (isDigit || run === "") return readNumeral(text, i, language);
  for (const [form, meaning] of language.spelling.abbreviations) {
    const short = matchAt(form, text, i);
    if (short !== undefined) return new Atom("unknown", i, i + short.length, meaning);
  }
  return scanWord(text, i);
}

function solName(text: string, i: number, name: string, { spelling: { possessive } }: Language): Atom {
  const end = i + name.length;
  const raw = new Atom("name", i, end, name.toLowerCase());
  if (possessive === undefined || !text.startsWith(possessive, end)) return raw;
  const last = end + possessive.length;
  return matchAt(RUN, text, last) === undefined ? raw.with({ end: last, form: "possessive" }) : raw;
}

// "8xG...Abc" is a shortened address, "USDC...wait" a pause. A shortened address has a digit, and text on both sides.
function isShortened(match: string): boolean {
  const [head = "", tail = ""] = match.split(/\.{2,}|\u2026/);
  return head === "0x" || (tail.length >= 3 && head.length >= 3 && /\d/.test(match));
}

/** Scans a word, and composes the diacritics that some keyboards and files keep apart. */
function scanWord(text: string, i: number): Atom {
  const word = matchAt(WORD, text, i) ?? "";
  return new Atom("unknown", i, i + word.length, word.toLowerCase().normalize("NFC"));
}

/** A minus after a space and right before a number is a sign; otherwise it is a dash. */
function scanSign(text: string, i: number, last: Atom | undefined, language: Language): Atom | undefined {
  const phone = matchAt(PHONE, text, i);
  if (phone !== undefined && phone.length > 8) return piece("handle", text, i, i + phone.length);
  const sign = matchAt(SIGN, text, i);
  if (sign === undefined) return undefined;
  const end = i + sign.length;
  const number = matchAt(NUMBER_AHEAD, text, end);
  if (number === undefined || sign.length > 1 || last?.end === i)
    return new Atom("mark", i, end, sign.startsWith("+") ? "+" : "-");
  const amount = readNumeral(text, number === "$" ? end + 1 : end, language);
  return piece("invalid_number", text, i, amount.end);
}

function scanMark(text: string, i: number): Atom {
  const sign = String.fromCodePoint(text.codePointAt(i) ?? 0);
  // Between other values, ">" is a comparison.
  if (sign === ">") return new Atom("mark", i, i + 1, "->", undefined, "greater");
  return new Atom(sign > "\u2000" ? "picture" : "mark", i, i + sign.length, sign);
}

const piece = (kind: AtomKind, text: string, start: number, end: number): Atom =>
  new Atom(kind, start, end, text.slice(start, end));
