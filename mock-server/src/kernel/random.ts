import { hash } from "node:crypto";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/**
 * The only source of randomness in a World. Each draw has a purpose and a counter, so a new draw never changes another:
 * the same seed, purpose and counter give the same bytes in every process.
 */
export class Random {
  constructor(readonly seed: string) {}

  /** Draws 32 bytes. */
  bytes(purpose: string, counter: number | string = 0): Uint8Array {
    return hash("sha256", this.#text(purpose, counter), "buffer");
  }

  /** Draws 16 letters and digits, for the part of an identifier after its prefix. */
  characters(purpose: string, counter: number | string = 0): string {
    // A binary string, because creating a Buffer takes three times as long.
    const digest = hash("sha256", this.#text(purpose, counter), "binary");
    // A byte modulo 62 favours the first eight characters, but identifiers must only be unique, not secret.
    let text = "";
    for (let at = 0; at < 16; at++) text += ALPHABET[digest.charCodeAt(at) % ALPHABET.length];
    return text;
  }

  /** A request ID. `purpose` separates two counters. */
  requestId(counter: number, purpose = "request"): string {
    return `req_${this.characters(purpose, counter)}`;
  }

  /** Draws a number from 0 (inclusive) to 1 (exclusive) with 48 random bits. */
  fraction(purpose: string, counter: number | string = 0): number {
    const digest = hash("sha256", this.#text(purpose, counter), "hex");
    return Number.parseInt(digest.slice(0, 12), 16) / 2 ** 48;
  }

  #text(purpose: string, counter: number | string): string {
    return `${this.seed}\n${purpose}\n${counter}`;
  }
}
