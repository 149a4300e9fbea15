import bs58 from "bs58";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compareAddresses } from "../../mock-server/src/chain/addresses.js";
import { firstOf } from "../../mock-server/src/rpc/largest.js";

const bytes = fc.oneof(
  fc.uint8Array({ minLength: 32, maxLength: 32 }),
  // With zeros in front, which base58 writes in its own way.
  fc
    .tuple(fc.nat(32), fc.uint8Array({ minLength: 32, maxLength: 32 }))
    .map(([zeros, rest]) => rest.fill(0, 0, zeros)),
);

test("addresses compare as their bytes do", () => {
  fc.assert(
    fc.property(bytes, bytes, (a, b) => {
      const compared = compareAddresses(bs58.encode(a), bs58.encode(b));
      expect(Math.sign(compared)).toBe(Buffer.compare(a, b));
    }),
  );
});

test("the first of many are those that come first when all are sorted", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.integer()), fc.integer({ min: 1, max: 20 }), async (items, count) => {
      const sorted = [...items].sort((a, b) => a - b);
      expect(await firstOf(items, count, (a, b) => a - b)).toEqual(sorted.slice(0, count));
    }),
  );
});
