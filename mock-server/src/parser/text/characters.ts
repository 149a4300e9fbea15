/** The predicates below take UTF-16 code units. */

export const isDigit = (c: number): boolean => c >= 48 && c <= 57;
export const isLower = (c: number): boolean => c >= 97 && c <= 122;
export const isUpper = (c: number): boolean => c >= 65 && c <= 90;
export const isLetter = (c: number): boolean => isLower(c) || isUpper(c);
export const isSpace = (c: number): boolean => c === 32 || (c >= 9 && c <= 13);

const ASCII_ALNUM = Uint8Array.from({ length: 128 }, (_, c) => Number(isDigit(c) || isLetter(c)));
// Latin letters with diacritics and other scripts, without arrows, dashes, signs or emoji.
const isLetterBeyondAscii = (c: number): boolean => (c > 0xbf && c < 0x2000) || (c >= 0x2e80 && c < 0xd800);
/** True for a letter of any script, or a digit. */
export const isAlnum = (c: number): boolean => (c < 128 ? ASCII_ALNUM[c] === 1 : isLetterBeyondAscii(c));

/** True for "½" and similar signs. */
export const isFractionSign = (c: number): boolean =>
  (c >= 0xbc && c <= 0xbe) || (c >= 0x2150 && c <= 0x215e && c !== 0x215f);

/** Any currency sign except "$". */
export const isCurrencySign = (c: number): boolean =>
  c === 0xa3 || c === 0xa5 || c === 0xa2 || (c >= 0x20a0 && c <= 0x20bf);

/** Matches a sticky pattern at a position. */
export function execAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

export const matchAt = (pattern: RegExp, text: string, at: number): string | undefined =>
  execAt(pattern, text, at)?.[0];
