import { hash } from "node:crypto";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const CODES = [...ALPHABET].map((letter) => letter.charCodeAt(0));

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

  /** 16 letters and digits: what an identifier says beside its kind. */
  characters(purpose: string, counter: number | string = 0): string {
    // As text that has a letter a byte: bytes proper take three times as long to be handed over.
    const letters = hash("sha256", `${this.seed}\n${purpose}\n${counter}`, "binary");
    // A byte modulo 62 favours the first eight characters by a fifth; identifiers need to differ, not to be secret.
    const of = (at: number) => CODES[letters.charCodeAt(at) % CODES.length] ?? 0;
    const four = (at: number) => String.fromCharCode(of(at), of(at + 1), of(at + 2), of(at + 3));
    // Without a list of the codes, which takes ten times the room of the text.
    return four(0) + four(4) + four(8) + four(12);
  }

  /** A number from 0 (inclusive) to 1 (exclusive), with 48 random bits. */
  fraction(purpose: string, counter: number | string = 0): number {
    const bytes = this.bytes(purpose, counter);
    let value = 0;
    for (let index = 0; index < 6; index++) value = value * 256 + (bytes[index] ?? 0);
    return value / 2 ** 48;
  }
}
