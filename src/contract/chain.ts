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

const BASE58 = /^[1-9A-HJ-NP-Za-km-z]+$/;
/** The base58 of 256^n. Computed on first use. */
const powers: string[] = [];

function powerOf256(exponent: number): string {
  let text = "";
  for (let value = 256n ** BigInt(exponent); value > 0n; value /= 58n)
    text = ALPHABET[Number(value % 58n)] + text;
  return text;
}

function isBelow(digits: string, exponent: number): boolean {
  powers[exponent] ??= powerOf256(exponent);
  const power = powers[exponent];
  return digits.length === power.length ? digits < power : digits.length < power.length;
}

/**
 * True if a base58 text encodes this number of bytes. The alphabet is in character order, so strings of equal
 * length compare like the numbers they encode. No base58 library is used, because bundlers could not drop it.
 */
function encodes(text: string, bytes: number): boolean {
  // The pattern would also accept an object that converts to base58 text, such as a PublicKey.
  if (typeof text !== "string" || !BASE58.test(text)) return false;
  // Each leading "1" is a zero byte; the rest are the digits of the number.
  const digits = text.replace(/^1+/, "");
  const rest = bytes - text.length + digits.length;
  if (rest <= 0 || digits === "") return rest === 0 && digits === "";
  return isBelow(digits, rest) && !isBelow(digits, rest - 1);
}

/**
 * True when `text` is the base58 of exactly 32 bytes.
 * @param text Any text.
 * @example
 * ```ts
 * import { isAddress } from "intent-tx/contract";
 * isAddress("So11111111111111111111111111111111111111112"); // true
 * ```
 */
export function isAddress(text: string): boolean {
  return encodes(text, 32);
}

/**
 * True when `text` is the base58 of exactly 64 bytes.
 * @param text Any text.
 * @example
 * ```ts
 * import { isSignature } from "intent-tx/contract";
 * isSignature("So11111111111111111111111111111111111111112"); // false: 32 bytes
 * ```
 */
export function isSignature(text: string): boolean {
  return encodes(text, 64);
}
