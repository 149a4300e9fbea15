import { addressAt, base58 } from "./addresses.js";
import { viewOf } from "./little-endian.js";

/** Reads program data: little-endian, without padding. @throws {RangeError} beyond the end */
export class ByteReader {
  readonly #view: DataView;

  constructor(
    readonly bytes: Uint8Array,
    public at = 0,
  ) {
    this.#view = viewOf(bytes);
  }

  get left(): number {
    return this.bytes.length - this.at;
  }

  u8(): number {
    return this.#view.getUint8(this.#move(1));
  }

  u16(): number {
    return this.#view.getUint16(this.#move(2), true);
  }

  i16(): number {
    return this.#view.getInt16(this.#move(2), true);
  }

  u32(): number {
    return this.#view.getUint32(this.#move(4), true);
  }

  u64(): bigint {
    return this.#view.getBigUint64(this.#move(8), true);
  }

  i64(): bigint {
    return this.#view.getBigInt64(this.#move(8), true);
  }

  f64(): number {
    return this.#view.getFloat64(this.#move(8), true);
  }

  /** A byte that must be 0 or 1. @throws {RangeError} for any other value */
  bool(): boolean {
    const value = this.u8();
    if (value > 1) throw new RangeError("a flag must be 0 or 1");
    return value === 1;
  }

  take(length: number): Uint8Array {
    const from = this.#move(length);
    return this.bytes.subarray(from, from + length);
  }

  key(): string {
    return addressAt(this.bytes, this.#move(32));
  }

  /** An optional address; zeros mean absent. */
  keyOrZero(): string | null {
    const bytes = this.take(32);
    return bytes.every((byte) => byte === 0) ? null : base58(bytes);
  }

  /** Reads a value that follows a flag; undefined if the flag is 0. */
  optional<T>(read: () => T): T | undefined {
    return this.bool() ? read() : undefined;
  }

  /** Reads a list: a u64 count, then the values. */
  list<T>(read: () => T): T[] {
    const count = this.u64();
    // Every value has at least one byte, so a count above the remaining bytes is rejected before any allocation.
    if (count > BigInt(this.left)) throw new RangeError("a list extends past the end of the data");
    return Array.from({ length: Number(count) }, read);
  }

  /** Reads a string: a u32 length, then the bytes. @throws {RangeError} if it is not UTF-8 */
  text(): string {
    return this.#utf8(this.take(this.u32()));
  }

  /** Reads a string: a u64 length, then the bytes. @throws {RangeError} if it is not UTF-8 */
  longText(): string {
    const length = this.u64();
    if (length > BigInt(this.left)) throw new RangeError("a string extends past the end of the data");
    return this.#utf8(this.take(Number(length)));
  }

  /** The rest of the data as text. @throws {RangeError} if it is not UTF-8 */
  rest(): string {
    return this.#utf8(this.take(this.left));
  }

  #utf8(bytes: Uint8Array): string {
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      throw new RangeError("a string is not valid UTF-8");
    }
  }

  #move(count: number): number {
    const from = this.at;
    if (count > this.bytes.length - from) throw new RangeError("the data ends too early");
    this.at += count;
    return from;
  }
}

/** The result of `read`; undefined if it throws a RangeError, because the data is of another kind. */
export function readOr<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
