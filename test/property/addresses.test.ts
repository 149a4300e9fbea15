import { Keypair, PublicKey } from "@solana/web3.js";
import bs58 from "bs58";
import * as fc from "fast-check";
import { isAddress, isSignature, PROGRAM_IDS } from "intent-tx/contract";
import { describe, expect, test } from "vitest";
import { namedWallet } from "../../mock-server/src/fixtures/wallets.js";
import {
  addressAt,
  addressBytes,
  compareAddresses,
  decodeAddress,
} from "../../mock-server/src/formats/addresses.js";
import { associatedTokenAddress, programAddress } from "../../mock-server/src/formats/program-addresses.js";
import { Random } from "../../mock-server/src/kernel/random.js";
import { forAll } from "../for-all.js";

/** The number of bytes that a base58 text encodes, according to bs58. Undefined if the text is not base58. */
function bytesOf(text: string): number | undefined {
  try {
    return bs58.decode(text).length;
  } catch {
    return undefined;
  }
}

test("addresses are 32 bytes in base58 and signatures 64 bytes, as the base58 library decodes them", () => {
  const bytes = fc
    .tuple(fc.integer({ min: 0, max: 4 }), fc.uint8Array({ minLength: 26, maxLength: 66 }))
    .map(([zeros, rest]) => bs58.encode(Uint8Array.from([...new Uint8Array(zeros), ...rest])));
  const texts = fc.string({
    unit: fc.constantFrom(..."123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0OIl+é"),
    minLength: 30,
    maxLength: 46,
  });
  forAll(2000, [fc.oneof(bytes, texts)], (text) => {
    expect(isAddress(text)).toBe(bytesOf(text) === 32);
    expect(decodeAddress(text) !== undefined).toBe(bytesOf(text) === 32);
    expect(isSignature(text)).toBe(bytesOf(text) === 64);
  });
});

test("the numbers around 2^248 and 2^256, the limits of 32 bytes without leading zeros", () => {
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

test.each([undefined, null, 5, {}, PublicKey.default])("%s is not text, so it is not an address", (value) => {
  expect(isAddress(value as string)).toBe(false);
  expect(isSignature(value as string)).toBe(false);
});

test("addresses round-trip, also with leading zeros; any other text is not an address", () => {
  const bytes = fc
    .tuple(fc.nat(32), fc.uint8Array({ minLength: 32, maxLength: 32 }))
    .map(([zeros, rest]) => rest.fill(0, 0, zeros));
  forAll(100, [bytes, bytes], (a, b) => {
    const [one, other] = [addressAt(a, 0), addressAt(b, 0)];
    expect(one).toBe(bs58.encode(a));
    expect(Buffer.compare(addressBytes(one), a)).toBe(0);
    expect(Math.sign(compareAddresses(one, other))).toBe(Buffer.compare(a, b));
  });
  for (let time = 0; time < 2; time++) expect(() => addressBytes("no address")).toThrow(RangeError);
});

const random = new Random("addresses");
const mint = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";

describe("derived addresses", () => {
  test("are those that web3.js derives, bump included", () => {
    for (let n = 0; n < 40; n++) {
      const seeds = [random.bytes("seed", n), random.bytes("seed", n + 1000).subarray(0, n % 33)];
      const [address, bump] = PublicKey.findProgramAddressSync(seeds, new PublicKey(PROGRAM_IDS.swap));
      expect(programAddress(seeds, PROGRAM_IDS.swap)).toEqual({ address: address.toBase58(), bump });
    }
  });

  test("are refused for the seeds that the runtime refuses", () => {
    expect(() => programAddress([new Uint8Array(33)], PROGRAM_IDS.swap)).toThrow(RangeError);
    expect(() => programAddress(Array(16).fill(new Uint8Array(1)), PROGRAM_IDS.swap)).toThrow(RangeError);
    expect(() => associatedTokenAddress("0OIl", mint, PROGRAM_IDS.token)).toThrow(
      /not a base58-encoded 32-byte address/,
    );
  });
});

describe("wallets of the seed", () => {
  test("are the same for the same name, and web3.js imports and verifies them", () => {
    const alice = namedWallet(random, "alice");
    expect(namedWallet(new Random("addresses"), "alice").secretKey).toBe(alice.secretKey);
    expect(namedWallet(random, "bob").address).not.toBe(alice.address);
    expect(namedWallet(new Random("other"), "alice").address).not.toBe(alice.address);
    const imported = Keypair.fromSecretKey(bs58.decode(alice.secretKey));
    expect(imported.publicKey.toBase58()).toBe(alice.address);
    expect(alice.sign(Buffer.from("message"))).toHaveLength(64);
  });
});
