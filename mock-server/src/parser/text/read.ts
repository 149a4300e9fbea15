import { decodeAddress } from "../../chain/addresses.js";
import type { Language } from "../languages/language.js";
import type { Lexeme } from "../languages/lexicon.js";
import type { Phrase } from "../languages/phrases.js";
import { Atom } from "./atom.js";
import { whole } from "./rational.js";
import { reconsider } from "./reconsider.js";
import type { Raw } from "./scan.js";
import { suffixOrSymbol } from "./suffix-or-symbol.js";
import type { Named, TokenIndex } from "./token-index.js";
import {
  type CommandReading,
  joined,
  partOfPercent,
  push,
  type Raws,
  runOn,
  withUnitWord,
} from "./unit-word.js";

const TYPO_LIMIT = 4;

/** Types the raw pieces: phrases, numbers with their units, tokens, addresses; each keeps its place. */
export function read(raws: Raws, index: TokenIndex, language: Language): Atom[] {
  const out: Atom[] = [];
  const reading = { raws: mendSlips(raws, index, language), index, language, out };
  let i = 0;
  while (i < reading.raws.length) {
    const raw = reading.raws[i];
    if (raw === undefined) break;
    i = readAt(reading, i, raw);
    reconsider(out, language);
  }
  return out;
}

/** Words that nobody knows, each taken for the verb or function word that it is one slip away from. */
function mendSlips(raws: Raws, index: TokenIndex, language: Language): Raws {
  let out: Raw[] | undefined;
  let left = TYPO_LIMIT;
  for (let i = 0; i < raws.length && left > 0; i += 1) {
    const raw = raws[i];
    if (raw === undefined || raw.kind !== "unknown" || raw.form === "sigil") continue;
    if (language.lexicon.words.has(raw.text) || index.words.has(raw.text)) continue;
    // Behind a figure stands a symbol: "1 SOLL" is not "1 sell".
    if (raws[i - 1]?.kind === "number") continue;
    left -= 1;
    const text = language.typos.mend(raw.text);
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
    const atom = named(new Atom("token", raw.start, last.end, title.words.join(" ")), title.stands, language);
    if (atom !== undefined) return push(out, i + title.words.length, atom);
  }
  if (numeral && (phrase === undefined || numbers.beginnings.has(text))) {
    const spelled = numbers.spelled(raws, i);
    if (spelled?.vague === true) return push(out, spelled.next, runOn(raws, i, spelled.next));
    if (spelled !== undefined && spelled.next > i + length)
      return withUnitWord(reading, i, spelled.next, spelled.value, spelled.form);
  }
  if (phrase !== undefined) {
    const last = raws[i + length - 1] ?? raw;
    const slip = raws.slice(i, i + length).some((part) => part.form === "typo");
    return push(out, i + length, placed(phrase.stands, raw.start, last.end, slip));
  }
  const next = raws[i + 1];
  if (next?.kind === "unknown" && numbers.one.has(text) && numbers.dollars.has(next.text))
    return push(out, i + 2, joined(raw, next, "usd", whole(1n), "spelled"));
  // "all my SOL minus 0.1", "all minus 0.1 SOL": behind a token or a part it takes away, elsewhere it makes negative.
  const before = out[out.length - 1]?.kind;
  if (next?.kind === "number" && numbers.minus.has(text) && before !== "token" && before !== "part") {
    return push(out, i + 2, new Atom("invalid_number", raw.start, next.end, text));
  }
  return push(out, i + 1, single(raw, word?.lexeme, name?.named, index, language));
}

/** One word: the lexicon's, a token's, or nobody's. */
function single(
  raw: Raw,
  lexeme: Lexeme | undefined,
  name: Named | undefined,
  index: TokenIndex,
  language: Language,
): Atom {
  const { possessive } = language.spelling;
  if (lexeme !== undefined) return placed(lexeme, raw.start, raw.end, raw.form === "typo");
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

function placed({ kind, text, value, form, roles }: Lexeme, start: number, end: number, slip: boolean): Atom {
  return new Atom(kind, start, end, text, value, slip ? "typo" : form, undefined, undefined, roles);
}

/** A number, the scale words after it, and the unit after those. */
function readNumber(reading: CommandReading, i: number, raw: Raw): number {
  const { raws, index, out, language } = reading;
  const after = raws[i + 1];
  // "5ok USDC" is a slip of the finger, and politeness only behind a space.
  if (after?.start === raw.end && after.kind === "unknown" && language.manners.polite.has(after.text))
    return push(out, i + 2, Atom.vague(raw.start, after.end, raw.text + after.text));
  const glued = suffixOrSymbol(raw, raws[i + 1], index, language);
  if (glued !== undefined) return push(out, i + 2, glued);
  const spelled = language.numbers.spelled(raws, i);
  if (spelled?.vague === true) return push(out, spelled.next, runOn(raws, i, spelled.next));
  if (spelled !== undefined && spelled.next > i + 1)
    return withUnitWord(reading, i, spelled.next, spelled.value, spelled.form);
  return withUnitWord(reading, i, i + 1, raw.value ?? whole(0n), raw.form);
}

function readAddress(raw: Raw, index: TokenIndex): Atom {
  const token = index.byMint.get(raw.text);
  if (token !== undefined) return raw.with({ kind: "token", token, form: "mint" });
  return decodeAddress(raw.text) === undefined ? raw.with({ kind: "bad_address" }) : raw;
}

function named({ start, end, text }: Raw, found: Named | undefined, language: Language): Atom | undefined {
  if (found === undefined)
    return language.numbers.vagueTokens.has(text) ? new Atom("vague_token", start, end, text) : undefined;
  if (found === "shared") return new Atom("vague_token", start, end, text);
  return new Atom("token", start, end, text, undefined, found.form, found.token);
}

/** The longest phrase that the words from here on spell. */
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
