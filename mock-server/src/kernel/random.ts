import { hash } from "node:crypto";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/**
 * The only source of randomness in a World. Each draw has a purpose and a counter, so a new draw never changes another:
 * the same seed, purpose and counter give the same bytes in every process.
 */
export class Random {
  constructor(readonly seed: string) {}

  /** 32 bytes. */
  bytes(purpose: string, counter: number | string = 0): Uint8Array {
    return hash("sha256", `${this.seed}\n${purpose}\n${counter}`, "buffer");
  }

  /** 16 letters and digits, for the part of an identifier after its prefix. */
  characters(purpose: string, counter: number | string = 0): string {
    // A byte modulo 62 favours the first eight characters. That is fine: identifiers must be unique, not secret.
    let text = "";
    for (const byte of this.bytes(purpose, counter).subarray(0, 16)) text += ALPHABET[byte % ALPHABET.length];
    return text;
  }

  /** A number from 0 (inclusive) to 1 (exclusive) with 48 random bits. */
  fraction(purpose: string, counter: number | string = 0): number {
    const bytes = this.bytes(purpose, counter);
    let value = 0;
    for (let index = 0; index < 6; index++) value = value * 256 + (bytes[index] ?? 0);
    return value / 2 ** 48;
  }
}
