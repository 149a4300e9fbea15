import { createHash } from "node:crypto";
import bs58 from "bs58";

/** An address derived from a name; the same on every chain. */
export function addressOf(name: string): string {
  return bs58.encode(createHash("sha256").update(`chain differential: ${name}`).digest());
}

/** Bytes of the given length that look like ciphertext. */
export function noise(name: string, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += 32) {
    const block = createHash("sha256").update(`${name} ${at}`).digest();
    bytes.set(block.subarray(0, Math.min(32, length - at)), at);
  }
  return bytes;
}

/** Concatenates bytes as on-chain programs do: little-endian, no padding. */
export class Bytes {
  readonly #parts: Uint8Array[] = [];

  get length(): number {
    return this.#parts.reduce((sum, part) => sum + part.length, 0);
  }

  raw(bytes: Uint8Array | readonly number[]): this {
    this.#parts.push(Uint8Array.from(bytes));
    return this;
  }

  key(name: string): this {
    return this.raw(bs58.decode(addressOf(name)));
  }

  address(address: string): this {
    return this.raw(bs58.decode(address));
  }

  zeros(count: number): this {
    return this.raw(new Uint8Array(count));
  }

  u8(...values: readonly number[]): this {
    return this.raw(values);
  }

  u16(value: number): this {
    return this.#number(2, (view) => view.setUint16(0, value, true));
  }

  i16(value: number): this {
    return this.#number(2, (view) => view.setInt16(0, value, true));
  }

  u32(value: number): this {
    return this.#number(4, (view) => view.setUint32(0, value, true));
  }

  u64(value: bigint): this {
    return this.#number(8, (view) => view.setBigUint64(0, value, true));
  }

  i64(value: bigint): this {
    return this.#number(8, (view) => view.setBigInt64(0, value, true));
  }

  f64(value: number): this {
    return this.#number(8, (view) => view.setFloat64(0, value, true));
  }

  /** Borsh: a u32 length, then UTF-8. */
  text(value: string): this {
    const bytes = new TextEncoder().encode(value);
    return this.u32(bytes.length).raw(bytes);
  }

  /** Bincode: a u64 length, then UTF-8. */
  longText(value: string): this {
    const bytes = new TextEncoder().encode(value);
    return this.u64(BigInt(bytes.length)).raw(bytes);
  }

  done(length = this.length): Uint8Array {
    const all = new Uint8Array(Math.max(length, this.length));
    let at = 0;
    for (const part of this.#parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }

  #number(length: number, write: (view: DataView) => void): this {
    const bytes = new Uint8Array(length);
    write(new DataView(bytes.buffer));
    return this.raw(bytes);
  }
}
