/** Mint of wrapped SOL, which represents SOL in parameters and routes. */
export const NATIVE_MINT = "So11111111111111111111111111111111111111112";

/** Programs whose instructions a transaction of the service can contain. */
export const PROGRAM_IDS = {
  system: "11111111111111111111111111111111",
  computeBudget: "ComputeBudget111111111111111111111111111111",
  token: "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
  token2022: "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb",
  associatedToken: "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL",
  /** The mock server's constant-product swap program. */
  swap: "intentTxSwap1111111111111111111111111111111",
} as const;

/** Decimals of SOL. */
export const SOL_DECIMALS = 9;

/** Maximum size of a signed transaction: one network packet. */
export const PACKET_BYTES = 1232;

const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** The number of bytes that a base58 text encodes; undefined if it is invalid. Bundlers cannot drop a library. */
function byteLength(text: string): number | undefined {
  let value = 0n;
  // Eight digits at a time, which a number represents exactly: adding each digit to a bigint costs six times as much.
  for (let start = 0; start < text.length; start += 8) {
    const digits = text.slice(start, start + 8);
    let part = 0;
    for (const character of digits) {
      const digit = ALPHABET.indexOf(character);
      if (digit < 0) return undefined;
      part = part * 58 + digit;
    }
    value = value * BigInt(58 ** digits.length) + BigInt(part);
  }
  // Each leading "1" is a zero byte; the rest are the digits of the number.
  let zeros = 0;
  while (text[zeros] === "1") zeros++;
  return zeros + (value ? Math.ceil(value.toString(16).length / 2) : 0);
}

/**
 * True when `text` is the base58 of exactly 32 bytes.
 *
 * @param text Any text.
 * @example
 * ```ts
 * import { isAddress } from "intent-tx/contract";
 * isAddress("So11111111111111111111111111111111111111112"); // true
 * ```
 */
export function isAddress(text: string): boolean {
  // The length comes first because counting is quadratic.
  return text.length >= 32 && text.length <= 44 && byteLength(text) === 32;
}

/**
 * True when `text` is the base58 of exactly 64 bytes.
 *
 * @param text Any text.
 * @example
 * ```ts
 * import { isSignature } from "intent-tx/contract";
 * isSignature("So11111111111111111111111111111111111111112"); // false: 32 bytes
 * ```
 */
export function isSignature(text: string): boolean {
  return text.length >= 64 && text.length <= 88 && byteLength(text) === 64;
}
