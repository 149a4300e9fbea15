import { hash } from "node:crypto";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** The code of a letter for each byte. A byte modulo 62 favours the first eight; identifiers need to differ, not to be secret. */
const CODES = Uint8Array.from({ length: 256 }, (_, byte) => ALPHABET.charCodeAt(byte % ALPHABET.length));

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
    const of = (at: number) => CODES[letters.charCodeAt(at)] ?? 0;
    // Without a list of the codes, which takes ten times the room of the text.
    // biome-ignore format: sixteen that are alike
    return String.fromCharCode(of(0), of(1), of(2), of(3), of(4), of(5), of(6), of(7), of(8), of(9), of(10), of(11), of(12), of(13), of(14), of(15));
  }

  /** A number from 0 (inclusive) to 1 (exclusive), with 48 random bits. */
  fraction(purpose: string, counter: number | string = 0): number {
    const bytes = this.bytes(purpose, counter);
    let value = 0;
    for (let index = 0; index < 6; index++) value = value * 256 + (bytes[index] ?? 0);
    return value / 2 ** 48;
  }
}
