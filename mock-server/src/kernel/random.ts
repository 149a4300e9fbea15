import { hash } from "node:crypto";

/**
 * Everything that is random in a World. A draw is named by purpose and counter, so a new draw never shifts another:
 * the same seed, purpose and counter give the same bytes in every process.
 */
export class Random {
  constructor(readonly seed: string) {}

  /** 32 bytes. */
  bytes(purpose: string, counter: number | string = 0): Uint8Array {
    return hash("sha256", `${this.seed}\n${purpose}\n${counter}`, "buffer");
  }

  /** A number from 0 (inclusive) to 1 (exclusive), with 48 random bits. */
  fraction(purpose: string, counter: number | string = 0): number {
    const bytes = this.bytes(purpose, counter);
    let value = 0;
    for (let index = 0; index < 6; index++) value = value * 256 + (bytes[index] ?? 0);
    return value / 2 ** 48;
  }
}

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** The 16 characters of an identifier, from 32 random bytes. */
export function idCharacters(bytes: Uint8Array): string {
  let text = "";
  // A byte modulo 62 favours the first eight characters by a fifth; identifiers need to differ, not to be secret.
  for (let index = 0; index < 16; index++) text += ALPHABET[(bytes[index] ?? 0) % ALPHABET.length];
  return text;
}
