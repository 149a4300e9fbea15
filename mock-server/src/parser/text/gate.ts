import { LIMITS } from "intent-tx/contract";
import type { Language, Messages } from "../languages/language.js";
import { type Diagnosis, diagnosis, type Message } from "../result.js";
import { charMap } from "./characters.js";

/** ASCII text, which needs no folding and cannot hide characters. */
export const PLAIN = /^[\t\n\r\x20-\x7e]*$/;
const FOREIGN_LETTER = /[\p{L}\p{M}\p{N}]/u;
const LATIN = /\p{Script=Latin}/u;
// Scripts with letters that look like Latin ones. A word in such a script within English text is a disguise.
const LOOK_ALIKE =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}]/u;
const FRACTION_SIGNS = "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞⅐⅑⅒";
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]/u;
// Invisible characters that Unicode classifies as letters or marks.
const BLANK = new Set(["\u034f", "\u115f", "\u1160", "\u17b4", "\u17b5", "\u2800", "\u3164", "\uffa0"]);
// Zero-width joiners and variation selectors are valid only after emoji.
const AFTER_PICTURE = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u;
const QUOTES = charMap(
  "\u2019'",
  "\u2018'",
  '\u201c"',
  '\u201d"',
  "\u00a0 ",
  "\u3000 ",
  "\u2009 ",
  "\u202f ",
);

/**
 * Passes plain text, folds full-width forms, and rejects characters that are invisible or look like others. The text is
 * as long as the command, so offsets match.
 */
export function gate(command: string): string | Diagnosis {
  if (command.length > LIMITS.commandLength)
    return diagnosis("too_long", (texts) => texts.tooLong(command.length, LIMITS.commandLength));
  const text = PLAIN.test(command) ? command : folded(command);
  return typeof text === "string" && text.trim() === "" ? diagnosis("empty", "empty") : text;
}

function folded(command: string): string | Diagnosis {
  let text = "";
  let previous = "";
  for (const char of command) {
    const at = text.length;
    const code = char.codePointAt(0) ?? 0;
    if (code >= 0xff01 && code <= 0xff5e) text += String.fromCharCode(code - 0xfee0);
    else if (isHidden(char, previous)) return unsafe(char, at, "hidden");
    else if (code >= 0x1d400 && code <= 0x1d7ff) return unsafe(char, at, "mathematical");
    else if (isDisguisedDigit(char)) return unsafe(char, at, "digit");
    // In "❤️", the variation selector only sets the style of the emoji before it.
    else if (char === "\ufe0f") text += " ";
    else text += QUOTES.get(char) ?? char;
    previous = char;
  }
  return disguise(text) ?? text;
}

function isHidden(char: string, previous: string): boolean {
  if (char === "\n" || char === "\t" || char === "\r") return false;
  if (char === "\u200d" || char === "\ufe0f") return !AFTER_PICTURE.test(previous);
  return BLANK.has(char) || INVISIBLE.test(char);
}

// Superscripts, circled digits and digits of other scripts would change a number if folded ("1²" is not 12).
function isDisguisedDigit(char: string): boolean {
  return /\p{N}/u.test(char) && !/[0-9]/.test(char) && !FRACTION_SIGNS.includes(char);
}

/** Refuses a word of mixed scripts, or a look-alike word among Latin ones. */
function disguise(text: string): Diagnosis | undefined {
  let latinWords = 0;
  let suspect: { char: string; at: number } | undefined;
  for (const match of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const word = match[0];
    let latin = false;
    let alike: { char: string; at: number } | undefined;
    let at = match.index;
    for (const char of word) {
      if (LOOK_ALIKE.test(char)) alike ??= { char, at };
      else if (LATIN.test(char)) latin = true;
      at += char.length;
    }
    if (alike !== undefined && latin) return unsafe(alike.char, alike.at, "mixed");
    if (latin) latinWords += 1;
    suspect ??= alike;
  }
  if (suspect !== undefined && latinWords >= 3) return unsafe(suspect.char, suspect.at, "alike");
  return undefined;
}

/** True if the text has letters that the language does not use. */
export const hasForeignLetters = (text: string, { spelling }: Language): boolean =>
  [...text].some(
    (char) =>
      char > "\x7f" &&
      FOREIGN_LETTER.test(char) &&
      !FRACTION_SIGNS.includes(char) &&
      !spelling.accents.test(char),
  );

function unsafe(char: string, at: number, why: Parameters<Messages["unsafe"]>[2]): Diagnosis {
  const code = (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  const message: Message = (texts) => texts.unsafe(code, at, why);
  return diagnosis("unsafe_text", message, { start: at, end: at + char.length });
}

const MARKED = /(?<![^\s([])(\*{1,3}|_{1,2}|`{1,3})(?=[^\s*_`~])([^*_`~\n]*[^\s*_`~])\1(?=$|[\s.,!?)\]])/g;
const CLOSING = charMap('""', "''", "``", "\u00ab\u00bb", '\u201e"');

/** Blanks emphasis marks, and quotes around the whole text, which pasted text often has. All offsets stay the same. */
export function withoutEmphasis(text: string): string {
  const plain = /[*_`~]/.test(text) ? unmarked(text) : text;
  return /["'`\u00ab\u201e]/.test(plain) ? unquoted(plain) : plain;
}

const unmarked = (text: string): string =>
  text.replace(MARKED, (_, mark: string, inner: string) => {
    const blank = " ".repeat(mark.length);
    return blank + inner + blank;
  });

function unquoted(text: string): string {
  const from = text.length - text.trimStart().length;
  const body = text.trim().replace(/[.!]$/, "");
  const close = CLOSING.get(body.charAt(0));
  const inner = body.slice(1, -1);
  // One or two quoted words may be a name. Quotes inside the text may quote another person.
  if (close === undefined || !body.endsWith(close) || !/\s\S+\s/.test(inner)) return text;
  if (inner.includes(close) || inner.includes(body.charAt(0))) return text;
  const end = from + body.length;
  return `${text.slice(0, from)} ${text.slice(from + 1, end - 1)} ${text.slice(end)}`;
}
