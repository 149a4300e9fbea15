const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** How many bytes a base58 text stands for; undefined if it is none. Counting needs no decoder, and no dependency. */
function byteLength(text: string): number | undefined {
  let value = 0n;
  for (const character of text) {
    const digit = ALPHABET.indexOf(character);
    if (digit < 0) return undefined;
    value = value * 58n + BigInt(digit);
  }
  // Each leading "1" is a zero byte; the rest are the digits of the number.
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  return zeros + (value ? Math.ceil(value.toString(16).length / 2) : 0);
}

/** True when `text` is the base58 of exactly 32 bytes. */
export function isAddress(text: string): boolean {
  // 32 bytes are 32 to 44 base58 characters; the bound keeps counting, which is quadratic, cheap.
  return text.length >= 32 && text.length <= 44 && byteLength(text) === 32;
}

/** True when `text` is the base58 of exactly 64 bytes. */
export function isSignature(text: string): boolean {
  return text.length >= 64 && text.length <= 88 && byteLength(text) === 64;
}
