import { textOfUtf8 } from "./utf8-text.js";

/** Longest value that is read as one, in bytes: reading it holds the event loop. The largest account of a chain fits. */
const LONGEST = 16 << 20;
/** Most parts of such a value: characters outside of texts, texts, and quotes inside of them. A part takes longer than a byte. */
const MOST_PARTS = 512 << 10;
/** Longest white space in one place. */
const LONGEST_SPACE = 1 << 20;

const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125] as const;

/** A value that is too long to be read as one. */
export class ValueTooLong extends Error {
  constructor() {
    super(`holds a value of more than ${LONGEST >> 20} MiB, or of more than ${MOST_PARTS} parts`);
    this.name = "ValueTooLong";
  }
}

/** Where a value stands in a text: from its first byte to behind its last one. */
export type Place = readonly [start: number, end: number];

/** Walks over a JSON text and finds where its values are, so that a long one can be read part by part. */
export class JsonWalk {
  readonly #bytes: Buffer;
  #at = 0;

  /** @param at where to begin */
  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#at = at;
  }

  /** Where it stands. */
  get at(): number {
    return this.#at;
  }

  /** The next byte that is no white space; NaN at the end. */
  #peek(): number {
    const bytes = this.#bytes;
    const most = this.#at + LONGEST_SPACE;
    for (let at = this.#at; at <= most; at++) {
      const byte = bytes[at];
      if (byte === 32 || byte === 10 || byte === 13 || byte === 9) continue;
      this.#at = at;
      return byte ?? Number.NaN;
    }
    throw new SyntaxError(
      `holds more than ${LONGEST_SPACE >> 20} MiB of white space in one place; write it without`,
    );
  }

  /** Whether nothing comes next. */
  get isEmpty(): boolean {
    return Number.isNaN(this.#peek());
  }

  /** Whether a list comes next. */
  get isList(): boolean {
    return this.#peek() === OPEN_LIST;
  }

  /** Whether an object comes next. */
  get isObject(): boolean {
    return this.#peek() === OPEN_OBJECT;
  }

  /** Goes through the names of an object; whoever takes one goes over its value too. @throws SyntaxError */
  *members(): Generator<string> {
    this.#take(OPEN_OBJECT);
    for (let first = true; !this.#ends(CLOSE_OBJECT, first); first = false) {
      const name = this.value();
      if (typeof name !== "string") throw new SyntaxError("a name is no string");
      this.#take(58);
      yield name;
    }
  }

  /** Goes through the items of a list; whoever takes one goes over it. @throws SyntaxError */
  *items(): Generator<void> {
    this.#take(OPEN_LIST);
    for (let first = true; !this.#ends(CLOSE_LIST, first); first = false) yield;
  }

  /** Goes over a value. @throws SyntaxError where it has no end; {ValueTooLong} */
  skip(): Place {
    this.#peek();
    const start = this.#at;
    let depth = 0;
    let parts = 0;
    do {
      const byte = this.#bytes[this.#at];
      if (byte === undefined) throw new SyntaxError("the text ends in the middle");
      if (++parts > MOST_PARTS || this.#at - start > LONGEST) throw new ValueTooLong();
      if (byte === QUOTE) parts += this.#skipText(start);
      else {
        if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth++;
        else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
        this.#at++;
        if (depth === 0 && !isEnd(byte)) this.#skipScalar();
      }
    } while (depth > 0);
    if (this.#at - start > LONGEST) throw new ValueTooLong();
    return [start, this.#at];
  }

  /** Reads the value that comes next. @throws SyntaxError, {ValueTooLong} */
  value(): unknown {
    return this.read(this.skip());
  }

  /** Reads the value at a place. @throws SyntaxError */
  read([start, end]: Place): unknown {
    return JSON.parse(textOfUtf8(this.#bytes.subarray(start, end)));
  }

  /** @throws SyntaxError unless nothing follows */
  end(): void {
    if (!this.isEmpty) throw new SyntaxError("something follows the end");
  }

  #take(byte: number): void {
    if (this.#peek() !== byte) throw new SyntaxError(`expected ${String.fromCharCode(byte)}`);
    this.#at++;
  }

  /** Whether an object or a list ends here; if not, another member or item follows. */
  #ends(close: number, first: boolean): boolean {
    if (this.#peek() === close) {
      this.#at++;
      return true;
    }
    if (!first) this.#take(COMMA);
    return false;
  }

  /** Returns how many quotes were in the text. */
  #skipText(start: number): number {
    let end = this.#at;
    let escapes: number;
    let quotes = -1;
    do {
      end = this.#bytes.indexOf(QUOTE, end + 1);
      if (++quotes > MOST_PARTS || end - start > LONGEST) throw new ValueTooLong();
      if (end < 0) throw new SyntaxError("a string has no end");
      // A quote behind an odd number of backslashes is part of the text.
      escapes = 0;
      while (this.#bytes[end - 1 - escapes] === BACKSLASH) escapes++;
    } while (escapes % 2 === 1);
    this.#at = end + 1;
    return quotes;
  }

  /** Goes to the end of a number or a word; whether it is one is seen when it is read. */
  #skipScalar(): void {
    for (let byte = this.#bytes[this.#at]; byte !== undefined && byte > 32; byte = this.#bytes[++this.#at]) {
      if (byte === COMMA || byte === CLOSE_LIST || byte === CLOSE_OBJECT) return;
    }
  }
}

function isEnd(byte: number): boolean {
  return byte === CLOSE_LIST || byte === CLOSE_OBJECT;
}
