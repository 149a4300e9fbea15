import { Point } from "@noble/ed25519";
import bs58 from "bs58";
import { perText } from "../kernel/memo.js";

// Conversions are cached, because transactions repeat the same few addresses, and base58 takes quadratic time.

/** Size of each cache. */
export const REMEMBERED = 20_000;

/** Each leading "1" is a zero byte. */
const LEADING_ZEROS = /^1+/;

export function base58(bytes: Uint8Array): string {
  return bs58.encode(bytes);
}

/** The 32 bytes of a base58 address; undefined if invalid. The bytes are cached: do not modify them. */
export const decodeAddress = perText(REMEMBERED, (text): Uint8Array | undefined => {
  if (text.length < 32 || text.length > 44) return undefined;
  const bytes = bs58.decodeUnsafe(text);
  return bytes?.length === 32 ? bytes : undefined;
});

/** The 32 bytes of a base58 address. The bytes are cached: do not modify them. @throws RangeError if it is invalid */
export function addressBytes(address: string): Uint8Array {
  const bytes = decodeAddress(address);
  if (bytes === undefined) throw new RangeError(`"${address}" is not a base58-encoded 32-byte address`);
  return bytes;
}

/** Compares two addresses as 256-bit numbers without decoding, because base58 digits sort like their characters. */
export function compareAddresses(a: string, b: string): number {
  const [one, other] = [a.replace(LEADING_ZEROS, ""), b.replace(LEADING_ZEROS, "")];
  if (one.length !== other.length) return one.length - other.length;
  return one < other ? -1 : one > other ? 1 : 0;
}

const writtenAddress = perText(REMEMBERED, (latin1) =>
  base58(Uint8Array.from(latin1, (character) => character.charCodeAt(0))),
);

export function addressAt(data: Uint8Array, at: number): string {
  return writtenAddress(Reflect.apply(String.fromCharCode, undefined, data.subarray(at, at + 32)));
}

/** True if the bytes are an ed25519 point by the runtime's rules (ZIP 215). Other addresses have no private key. */
export function isOnCurve(bytes: Uint8Array): boolean {
  try {
    // Copied, because the library requires the global Uint8Array, and under jsdom a Buffer is not an instance of it.
    Point.fromBytes(Uint8Array.from(bytes), true);
    return true;
  } catch {
    return false;
  }
}
