import { addressBytes } from "./addresses.js";

/** How the 32 bytes of a base58 address are had. @throws RangeError if it is none */
export type BytesOf = (address: string) => Uint8Array;

/** How many addresses are remembered; then it begins anew. */
const REMEMBERED = 5_000;

/**
 * The bytes of addresses, each decoded once: a message names a dozen, of which most are the same in every other. Who
 * builds has one of these.
 */
export class AddressBytes {
  readonly #known = new Map<string, Uint8Array>();

  /** As `addressBytes`; the bytes are not to be written to. */
  readonly of: BytesOf = (address) => {
    const known = this.#known.get(address);
    if (known !== undefined) return known;
    const bytes = addressBytes(address);
    if (this.#known.size >= REMEMBERED) this.#known.clear();
    this.#known.set(address, bytes);
    return bytes;
  };
}
