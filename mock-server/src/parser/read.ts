import { addressBytes } from "./address.js";
import type { Atom } from "./atom.js";
import { CURRENCY_WORDS, DOLLAR_WORDS, PARTS, VAGUE_TOKENS } from "./lexicon/numbers.js";
import { LEXEMES, type Lexeme, PHRASES, type Phrase, type PhraseIndex, VOCABULARY } from "./lexicon.js";
import { type Rational, whole } from "./rational.js";
import type { Raw } from "./scan.js";
import { canBeginNumber, readSpelled } from "./spelled.js";
import type { TokenIndex } from "./token-index.js";
import { mend } from "./typos.js";

const DOLLAR_SET = new Set([...DOLLAR_WORDS, "usd"]);
const CURRENCY_SET = new Set(CURRENCY_WORDS);
const VAGUE_TOKEN_SET = new Set(VAGUE_TOKENS);
const PERCENT_SET = new Set(["percent", "pct", "%", "percents"]);
const BPS_SET = new Set(["bps", "bp", "bips", "bip"]);
const MINUS_SET = new Set(["minus", "negative"]);
const WORTH_SET = new Set(["of", "worth", "in"]);
const TYPO_LIMIT = 4;

/** Types the raw pieces: phrases, numbers with their units, tokens, addresses; each keeps its place. */
export function read(raws: readonly Raw[], index: TokenIndex): Atom[] {
  const out: Atom[] = [];
  const words = mended(raws, index);
  let i = 0;
  while (i < words.length) {
    const raw = words[i];
    if (raw === undefined) break;
    i = readAt(words, i, raw, index, out);
  }
  return out;
}

/** Words that nobody knows, each taken for the verb or function word that it is one slip away from. */
function mended(raws: readonly Raw[], index: TokenIndex): readonly Raw[] {
  let out: Raw[] | undefined;
  let left = TYPO_LIMIT;
  for (let i = 0; i < raws.length && left > 0; i += 1) {
    const raw = raws[i];
    if (raw === undefined || raw.kind !== "unknown" || raw.form === "sigil") continue;
    if (VOCABULARY.has(raw.text) || index.words.has(raw.text)) continue;
    left -= 1;
    const text = mend(raw.text);
    if (text === undefined) continue;
    out ??= [...raws];
    out[i] = { ...raw, text, form: "typo" };
  }
  return out ?? raws;
}

function readAt(raws: readonly Raw[], i: number, raw: Raw, index: TokenIndex, out: Atom[]): number {
  if (raw.kind === "number") return readNumber(raws, i, raw, out);
  if (raw.kind === "address") {
    out.push(readAddress(raw, index));
    return i + 1;
  }
  if (raw.kind === "usd" && DOLLAR_SET.has(raws[i + 1]?.text ?? "")) {
    out.push(joined(raw, raws[i + 1] ?? raw, "usd", raw.value ?? whole(0n), raw.form));
    return i + 2;
  }
  if (raw.kind !== "unknown") {
    out.push(raw);
    return i + 1;
  }
  if (raw.form === "sigil") {
    out.push(named(raw, raw.text, index) ?? raw);
    return i + 1;
  }
  return readWord(raws, i, raw, index, out);
}

function readWord(raws: readonly Raw[], i: number, raw: Raw, index: TokenIndex, out: Atom[]): number {
  const numeric = canBeginNumber(raw);
  const percentage = numeric || PARTS.has(raw.text) ? partOfPercent(raws, i, raw) : undefined;
  if (percentage !== undefined) return push(out, percentage.next, percentage.atom);
  const phrase = longest(raws, i, PHRASES);
  const name = longest(raws, i, index.phrases);
  if (name !== undefined && name.length >= (phrase?.length ?? 0)) {
    const text = name.join(" ");
    const last = raws[i + name.length - 1] ?? raw;
    const atom = named({ ...raw, end: last.end }, text, index);
    if (atom !== undefined) {
      out.push(atom);
      return i + name.length;
    }
  }
  const spelled =
    numeric && (phrase === undefined || phrase[0] === "a" || phrase[0] === "point")
      ? readSpelled(raws, i)
      : undefined;
  if (spelled !== undefined && spelled.next > i + (phrase?.length ?? 0)) {
    return unit(raws, i, spelled.next, spelled.value, "spelled", out);
  }
  if (phrase !== undefined) {
    const last = raws[i + phrase.length - 1] ?? raw;
    const known = LEXEMES.get(phrase.join(" "));
    const slip = raws.slice(i, i + phrase.length).find((part) => part.form === "typo");
    if (known !== undefined) out.push(written(placed(known, raw.start, last.end), slip ?? raw));
    return i + phrase.length;
  }
  if (MINUS_SET.has(raw.text) && raws[i + 1]?.kind === "number") {
    out.push({ kind: "invalid_number", start: raw.start, end: raws[i + 1]?.end ?? raw.end, text: raw.text });
    return i + 2;
  }
  out.push(single(raw, index));
  return i + 1;
}

/** An atom, marked if there is a slip in it. */
const written = (atom: Atom, raw: Raw): Atom => (raw.form === "typo" ? { ...atom, form: "typo" } : atom);

/** One word: the lexicon's, a token's, or nobody's. */
function single(raw: Raw, index: TokenIndex): Atom {
  const { text } = raw;
  const known = LEXEMES.get(text);
  if (known !== undefined) return written(placed(known, raw.start, raw.end), raw);
  const token = named(raw, text, index);
  if (token !== undefined) return token;
  if (text.endsWith("'s")) {
    const owner = named(raw, text.slice(0, -2), index);
    if (owner !== undefined) return { ...owner, form: "possessive" };
  }
  return raw;
}

function placed({ kind, text, value, form }: Lexeme, start: number, end: number): Atom {
  return value === undefined || form === undefined
    ? value === undefined
      ? { kind, start, end, text }
      : { kind, start, end, text, value }
    : { kind, start, end, text, value, form };
}

/** A number, the scale words after it, and the unit after those. */
function readNumber(raws: readonly Raw[], i: number, raw: Raw, out: Atom[]): number {
  const spelled = readSpelled(raws, i);
  if (spelled !== undefined && spelled.next > i + 1)
    return unit(raws, i, spelled.next, spelled.value, "spelled", out);
  return unit(raws, i, i + 1, raw.value ?? whole(0n), raw.form, out);
}

function unit(
  raws: readonly Raw[],
  i: number,
  next: number,
  value: Rational,
  form: string | undefined,
  out: Atom[],
): number {
  const first = raws[i];
  const last = raws[next - 1];
  if (first === undefined || last === undefined) return next;
  const after = raws[next];
  const word = after?.kind === "unknown" || after?.text === "%" ? after.text : "";
  const following = raws[next + 1]?.text ?? "";
  if (after !== undefined && word !== "") {
    if (PERCENT_SET.has(word))
      return push(out, next + 1, { ...joined(first, after, "part", percent(value), form), text: "%" });
    if (word === "per" && following === "cent") {
      return push(out, next + 2, {
        ...joined(first, raws[next + 1] ?? after, "part", percent(value), form),
        text: "%",
      });
    }
    if (BPS_SET.has(word) || (word === "basis" && following.startsWith("point"))) {
      const end = BPS_SET.has(word) ? after : (raws[next + 1] ?? after);
      return push(out, BPS_SET.has(word) ? next + 1 : next + 2, {
        ...joined(first, end, "part", { n: value.n, d: value.d * 10_000n }, form),
        text: "bps",
      });
    }
    if (word === "us" && DOLLAR_SET.has(following)) {
      return push(out, next + 2, joined(first, raws[next + 1] ?? after, "usd", value, form ?? "word"));
    }
    // "50 USD" could be a token; "50 USD worth of" is money.
    if (word === "usd" ? WORTH_SET.has(following) : DOLLAR_SET.has(word)) {
      return push(out, next + 1, joined(first, after, "usd", value, form ?? "word"));
    }
    if (CURRENCY_SET.has(word)) return push(out, next + 1, joined(first, after, "currency", value, form));
  }
  return push(out, next, joined(first, last, "number", value, form));
}

/** "half a percent", "a percent". */
function partOfPercent(raws: readonly Raw[], i: number, raw: Raw): { atom: Atom; next: number } | undefined {
  const part = PARTS.get(raw.text);
  if (part === undefined && raw.text !== "a") return undefined;
  const at = part !== undefined && raws[i + 1]?.text === "a" ? i + 2 : i + 1;
  const last = raws[at];
  if (last === undefined || !PERCENT_SET.has(last.text)) return undefined;
  const [n, d] = part ?? [1n, 1n];
  return { atom: { ...joined(raw, last, "part", { n, d: d * 100n }, "spelled"), text: "%" }, next: at + 1 };
}

const percent = (value: Rational): Rational => ({ n: value.n, d: value.d * 100n });

function push(out: Atom[], next: number, atom: Atom): number {
  out.push(atom);
  return next;
}

function joined(first: Raw, last: Raw, kind: Atom["kind"], value: Rational, form: string | undefined): Atom {
  return {
    kind,
    start: first.start,
    end: last.end,
    text: first.text,
    value,
    ...(form === undefined ? {} : { form }),
  };
}

function readAddress(raw: Raw, index: TokenIndex): Atom {
  const token = index.byMint.get(raw.text);
  if (token !== undefined) return { ...raw, kind: "token", token, form: "mint" };
  return addressBytes(raw.text) === undefined ? { ...raw, kind: "bad_address" } : raw;
}

function named({ start, end }: Raw, text: string, index: TokenIndex): Atom | undefined {
  const found = index.byName.get(text);
  if (found === undefined)
    return VAGUE_TOKEN_SET.has(text) ? { kind: "vague_token", start, end, text } : undefined;
  if (found === "shared") return { kind: "vague_token", start, end, text };
  return { kind: "token", start, end, text, token: found.token, form: found.form };
}

/** The longest phrase that the words from here on spell. */
function longest(raws: readonly Raw[], i: number, phrases: PhraseIndex): Phrase | undefined {
  const second = raws[i + 1];
  if (second === undefined || second.kind !== "unknown") return undefined;
  const candidates = phrases.get(raws[i]?.text ?? "")?.get(second.text);
  return candidates?.find((phrase) => spells(raws, i, phrase));
}

function spells(raws: readonly Raw[], i: number, phrase: Phrase): boolean {
  for (let k = 2; k < phrase.length; k += 1) {
    const raw = raws[i + k];
    if (raw === undefined || raw.kind !== "unknown" || raw.text !== phrase[k]) return false;
  }
  return true;
}
