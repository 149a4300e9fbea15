import { ed25519 } from "@noble/curves/ed25519";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isOnCurve } from "../../mock-server/src/chain/curve.js";

/** As the runtime reads a point, by a library that finds the root itself. */
function isPoint(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromHex(bytes, true);
    return true;
  } catch {
    return false;
  }
}

test("a point is known by whether its root exists", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
      expect(isOnCurve(bytes)).toBe(isPoint(bytes));
    }),
    { numRuns: 3000 },
  );
});

test("numbers at the edges are read as the runtime reads them: small ones, and those from the prime on, of either sign", () => {
  for (let low = 0; low < 256; low++) {
    for (const [fill, high] of [
      [0, 0],
      [0, 0x80],
      [255, 0x7f],
      [255, 255],
    ] as const) {
      const bytes = new Uint8Array(32).fill(fill);
      bytes[0] = low;
      bytes[31] = high;
      expect(isOnCurve(bytes), Buffer.from(bytes).toString("hex")).toBe(isPoint(bytes));
    }
  }
});
