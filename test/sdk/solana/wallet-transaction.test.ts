// Compares the transaction object that wallet adapters receive with web3.js's.
import { Keypair, PublicKey, type VersionedMessage, VersionedTransaction } from "@solana/web3.js";
import { verifyAndSign } from "intent-tx/solana";
import { describe, expect, test } from "vitest";
import { asWeb3 } from "../../../src/solana/sign/wallet-transaction.js";
import { built, sample } from "./cluster.js";
import { build, keypair, recipient, SAMPLES, sendSol, wallet } from "./samples.js";

const wireOf = (text: string) => Uint8Array.from(Buffer.from(text, "base64"));
const both = (bytes: Uint8Array) =>
  [asWeb3(bytes) as unknown as VersionedTransaction, VersionedTransaction.deserialize(bytes)] as const;

const plain = (message: VersionedMessage) => ({
  version: message.version,
  header: { ...message.header },
  keys: message.staticAccountKeys.map((key) => key.toBase58()),
  recentBlockhash: message.recentBlockhash,
  instructions: message.compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => ({
    programIdIndex,
    accountKeyIndexes: [...accountKeyIndexes],
    data: [...data],
  })),
  lookups: message.addressTableLookups.length,
  writable: message.staticAccountKeys.map((_, i) => message.isAccountWritable(i)),
  signers: message.staticAccountKeys.map((_, i) => message.isAccountSigner(i)),
});

describe("a transaction without web3.js", () => {
  test.each(SAMPLES.map(({ name, instructions }) => [name, build([...instructions])] as const))(
    "has the fields of web3.js's: %s",
    (_, text) => {
      const [ours, theirs] = both(wireOf(text));
      expect(ours.version).toBe(theirs.version);
      expect(plain(ours.message)).toEqual(plain(theirs.message));
      expect(Buffer.from(ours.serialize())).toEqual(Buffer.from(theirs.serialize()));
      expect(Buffer.from(ours.message.serialize())).toEqual(Buffer.from(theirs.message.serialize()));
    },
  );

  test("is signed by keypairs, and by addSignature, as web3.js signs", () => {
    const bytes = wireOf(build([sendSol(recipient, 1n)]));
    const [ours, theirs] = both(bytes);
    theirs.sign([keypair(1)]);
    ours.sign([keypair(1)]);
    expect(Buffer.from(ours.serialize())).toEqual(Buffer.from(theirs.serialize()));
    const [again] = both(bytes);
    again.addSignature(wallet, theirs.signatures[0]!);
    expect(Buffer.from(again.serialize())).toEqual(Buffer.from(theirs.serialize()));
    expect(() => again.sign([keypair(7)])).toThrow(/not a signer of this transaction/);
  });

  test("keeps a list of signatures that a wallet assigns, as web3.js does", () => {
    const [ours, theirs] = both(wireOf(build([sendSol(recipient, 1n)])));
    theirs.sign([keypair(1)]);
    ours.signatures = [...theirs.signatures];
    expect(Buffer.from(ours.serialize())).toEqual(Buffer.from(theirs.serialize()));
    ours.signatures = [new Uint8Array(64)];
    ours.sign([keypair(1)]);
    expect(Buffer.from(ours.serialize())).toEqual(Buffer.from(theirs.serialize()));
  });

  test("keeps a message that a wallet assigns, as web3.js does", () => {
    const [ours, theirs] = both(wireOf(build([sendSol(recipient, 1n)])));
    const { message } = VersionedTransaction.deserialize(wireOf(build([sendSol(recipient, 2n)])));
    for (const one of [ours, theirs]) {
      one.message = message;
      one.sign([keypair(1)]);
    }
    expect(Buffer.from(ours.serialize())).toEqual(Buffer.from(theirs.serialize()));
  });

  test("has a message in which only the blockhash can change", () => {
    const [ours, theirs] = both(wireOf(build([sendSol(recipient, 1n)])));
    const other = keypair(10).publicKey.toBase58();
    for (const one of [ours, theirs]) {
      one.message.recentBlockhash = other;
      one.sign([keypair(1)]);
    }
    expect(Buffer.from(ours.serialize())).toEqual(Buffer.from(theirs.serialize()));
    expect(() => (ours.message.compiledInstructions as unknown[]).push(1)).toThrow(TypeError);
    expect(() => Object.assign(ours.message, { more: 1 })).toThrow(TypeError);
  });

  test("can be legacy, and can have two signers", () => {
    const two = keypair(4);
    for (const legacy of [true, false]) {
      const [ours, theirs] = both(wireOf(build([sendSol(recipient, 5n, two.publicKey)], wallet, { legacy })));
      for (const one of [ours, theirs]) one.sign([two, keypair(1)]);
      expect(ours.version).toBe(theirs.version);
      expect(Buffer.from(ours.serialize())).toEqual(Buffer.from(theirs.serialize()));
    }
  });

  test("has keys that work like PublicKeys", () => {
    const [ours] = both(wireOf(build([sendSol(recipient, 1n)])));
    const key = ours.message.staticAccountKeys[0]!;
    expect(new PublicKey(key.toBytes()).equals(wallet)).toBe(true);
    expect(key.equals(wallet)).toBe(true);
    expect(key.equals(Keypair.generate().publicKey)).toBe(false);
    expect(`${key} ${JSON.stringify(key)}`).toBe(`${wallet.toBase58()} "${wallet.toBase58()}"`);
  });
});

test("an app that bundles web3.js can pass it, for wallets that need its own class", async () => {
  const given: Uint8Array[] = [];
  const web3 = {
    VersionedTransaction: {
      deserialize: (bytes: Uint8Array) => {
        given.push(bytes);
        return VersionedTransaction.deserialize(bytes);
      },
    },
  };
  const bytes = await verifyAndSign({
    intent: sample.intent,
    built,
    web3,
    signer: {
      publicKey: wallet,
      signTransaction: async (transaction: VersionedTransaction) => {
        transaction.sign([keypair(1)]);
        return transaction;
      },
    },
  });
  expect(given).toHaveLength(1);
  expect(bytes.subarray(65)).toEqual(given[0]!.subarray(65));
});
