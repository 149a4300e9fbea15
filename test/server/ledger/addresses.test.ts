import { Keypair, PublicKey } from "@solana/web3.js";
import bs58 from "bs58";
import { PROGRAM_IDS } from "intent-tx/contract";
import { describe, expect, test } from "vitest";
import { associatedTokenAddress, programAddress } from "../../../mock-server/src/chain/program-addresses.js";
import { namedWallet } from "../../../mock-server/src/fixtures/wallets.js";
import { Random } from "../../../mock-server/src/kernel/random.js";

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
