import bs58 from "bs58";
import fc from "fast-check";
import { expect, test } from "vitest";
import { AddressTexts } from "../../mock-server/src/chain/address-texts.js";
import { addressAt } from "../../mock-server/src/chain/addresses.js";
import { base58, base58Key } from "../../mock-server/src/chain/base58.js";

const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
/** Bytes in which zeros and full bytes are frequent, in front too. */
const bytes = (size: { minLength: number; maxLength: number }) =>
  fc.uint8Array(size).chain((rest) =>
    fc.nat(rest.length).map((zeros) => {
      const given = Uint8Array.from(rest);
      return rest.length % 2 === 0 ? given.fill(0, 0, zeros) : given;
    }),
  );

test("bytes are written as the library writes them", () => {
  fc.assert(
    fc.property(bytes({ minLength: 0, maxLength: 130 }), (given) => {
      expect(base58(given)).toBe(bs58.encode(given));
    }),
    { numRuns: 2000 },
  );
  expect(base58(new Uint8Array(6000).fill(255))).toBe(bs58.encode(new Uint8Array(6000).fill(255)));
});

test("a text of 32 bytes is read as the library reads it, and no other text is", () => {
  const text = fc.oneof(
    bytes({ minLength: 30, maxLength: 34 }).map((given) => bs58.encode(given)),
    fc.string({ unit: fc.constantFrom(...ALPHABET), minLength: 30, maxLength: 46 }),
    fc.string({ unit: fc.constantFrom(...ALPHABET, "0", "l", "é", " "), minLength: 32, maxLength: 44 }),
  );
  fc.assert(
    fc.property(text, (given) => {
      const decoded = bs58.decodeUnsafe(given);
      expect(base58Key(given)).toEqual(decoded?.length === 32 ? Uint8Array.from(decoded) : undefined);
    }),
    { numRuns: 3000 },
  );
});

test("remembered addresses are those that stand there, also where two fall on one place", () => {
  const texts = new AddressTexts();
  // Four bytes at either end choose the place: of these there are few, so that many addresses share one.
  const address = fc
    .tuple(fc.constantFrom(0, 1), fc.uint8Array({ minLength: 24, maxLength: 24 }), fc.constantFrom(0, 1))
    .map(([first, middle, last]) => Uint8Array.of(first, 0, 0, 0, ...middle, 0, 0, 0, last));
  fc.assert(
    fc.property(address, fc.nat(5), (given, at) => {
      const data = Uint8Array.of(...new Uint8Array(at).fill(7), ...given, 9);
      expect(texts.at(data, at)).toBe(addressAt(data, at));
      expect(texts.at(data, at)).toBe(addressAt(data, at));
    }),
  );
  expect(texts.at(new Uint8Array(10), 0)).toBe(addressAt(new Uint8Array(10), 0));
});
