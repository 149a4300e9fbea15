import { U64_MAX } from "./base-units.js";

/** @throws RangeError if the value does not fit, because it would wrap silently, and an amount or limit would be lost */
export function u64Bytes(value: bigint): Uint8Array {
  if (value < 0n || value > U64_MAX)
    throw new RangeError(`An amount must fit in an unsigned 64-bit integer, not ${value}.`);
  return new Uint8Array(BigUint64Array.of(value).buffer);
}

// Both use the byte order of the machine, which is little-endian wherever LiteSVM runs.
export const u32Bytes = (value: number): Uint8Array => new Uint8Array(Uint32Array.of(value).buffer);

/** Reads and writes the bytes themselves, not a copy. */
export const viewOf = (data: Uint8Array): DataView =>
  new DataView(data.buffer, data.byteOffset, data.byteLength);
