import { expect, test } from "vitest";
import { zstdBytes } from "../../../mock-server/src/rpc/encode/account.js";

/** Bytes that compress well, and some that do not. */
function bytesOf(length: number, seed: number): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length }, (_, at) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return at % 1000 < 500 ? state >>> 16 : 7;
  });
}

/** The content length that a frame states (RFC 8878, 3.1.1.1). */
function toldLength(frame: Uint8Array): number {
  const view = new DataView(frame.buffer, frame.byteOffset);
  const descriptor = view.getUint8(4);
  const at = 5 + (descriptor & 0x20 ? 0 : 1);
  const size = descriptor >>> 6;
  if (size === 0) return view.getUint8(at);
  if (size === 1) return view.getUint16(at, true) + 256;
  return size === 2 ? view.getUint32(at, true) : Number(view.getBigUint64(at, true));
}

test("bytes of every length round-trip, and a frame states their number", async () => {
  const zstd = await zstdBytes();
  for (const length of [0, 1, 300, 65_536, 65_537, 200_000, 1 << 20]) {
    const bytes = bytesOf(length, length);
    const frame = zstd.compress(bytes);
    expect(Buffer.compare(zstd.decompress(frame), bytes)).toBe(0);
    expect(toldLength(frame)).toBe(length);
  }
});
