import { addressAt } from "./addresses.js";

/** How the address at an offset of some bytes is written, base58. */
export type AddressText = (data: Uint8Array, at: number) => string;

/** How many addresses are remembered; then it begins anew. */
const REMEMBERED = 20_000;

interface Known {
  readonly bytes: Uint8Array;
  readonly text: string;
}

/**
 * Addresses in base58, each written once: a transaction names the same few programs, mints and vaults over and over. A
 * known one is found in a tenth of the time of writing it, and takes no memory. Each ledger has its own.
 */
export class AddressTexts {
  readonly #known = new Map<number, Known>();

  /** As `addressAt`. */
  readonly at: AddressText = (data, at) => {
    const place = int32At(data, at) ^ int32At(data, at + 28);
    const known = this.#known.get(place);
    if (known && isSame(known.bytes, data, at)) return known.text;
    const text = addressAt(data, at);
    if (data.length < at + 32) return text;
    if (this.#known.size >= REMEMBERED) this.#known.clear();
    // A copy: a Buffer's own slice would hold the whole message, or the pool that it was cut from, for as long.
    this.#known.set(place, { bytes: Uint8Array.from(data.subarray(at, at + 32)), text });
    return text;
  };
}

function int32At(data: Uint8Array, at: number): number {
  return (
    (data[at] ?? 0) | ((data[at + 1] ?? 0) << 8) | ((data[at + 2] ?? 0) << 16) | ((data[at + 3] ?? 0) << 24)
  );
}

function isSame(bytes: Uint8Array, data: Uint8Array, at: number): boolean {
  for (let index = 0; index < 32; index++) if (bytes[index] !== data[at + index]) return false;
  return true;
}
