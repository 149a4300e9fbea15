import bs58 from "bs58";
import * as fc from "fast-check";
import { isAddress, isSignature } from "intent-tx/contract";
import { expect, test } from "vitest";
import { AddressBytes } from "../../mock-server/src/chain/address-bytes.js";
import { addressAt } from "../../mock-server/src/chain/addresses.js";

/** How many bytes a text stands for, by the library; undefined if it is no base58. */
function bytesOf(text: string): number | undefined {
  try {
    return bs58.decode(text).length;
  } catch {
    return undefined;
  }
}

test("an address is the base58 of 32 bytes, a signature that of 64: as the library reads them", () => {
  const bytes = fc
    .tuple(fc.integer({ min: 0, max: 4 }), fc.uint8Array({ minLength: 26, maxLength: 66 }))
    .map(([zeros, rest]) => bs58.encode(Uint8Array.from([...new Uint8Array(zeros), ...rest])));
  const texts = fc.string({
    unit: fc.constantFrom(..."123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0OIl+é"),
    minLength: 30,
    maxLength: 46,
  });
  fc.assert(
    fc.property(fc.oneof(bytes, texts), (text) => {
      expect(isAddress(text)).toBe(bytesOf(text) === 32);
      expect(isSignature(text)).toBe(bytesOf(text) === 64);
    }),
    { numRuns: 2000 },
  );
});

test("the numbers around 2^248 and 2^256, between which 32 bytes lie", () => {
  const textOf = (value: bigint, length: number) =>
    bs58.encode(Buffer.from(value.toString(16).padStart(length * 2, "0"), "hex"));
  for (const [value, length] of [
    [2n ** 248n - 1n, 31],
    [2n ** 248n, 32],
    [2n ** 248n + 1n, 32],
    [2n ** 256n - 1n, 32],
    [2n ** 256n, 33],
  ] as const) {
    expect([value, isAddress(textOf(value, length))]).toEqual([value, length === 32]);
  }
});

test("addresses that are remembered are the same bytes, however many came before; what is none is refused each time", () => {
  const remembered = new AddressBytes();
  const address = (number: number) => {
    const bytes = new Uint8Array(32);
    new DataView(bytes.buffer).setUint32(0, number + 1);
    return { bytes, text: addressAt(bytes, 0) };
  };
  // More than are remembered at a time, then the first ones again.
  for (const number of [...Array(6_000).keys(), ...Array(100).keys()]) {
    const { bytes, text } = address(number);
    expect(remembered.of(text)).toEqual(bytes);
  }
  for (let time = 0; time < 2; time++) expect(() => remembered.of("no address")).toThrow(RangeError);
});
