import { SystemProgram, type VersionedTransaction } from "@solana/web3.js";
import { ConfigurationError } from "intent-tx";
import { submit, UnsafeTransactionError, verifyAndSign, type WalletSigner } from "intent-tx/solana";
import { describe, expect } from "vitest";
import { alice, built, Cluster, landedAt, nodeSignature, run, sample, test } from "./cluster.js";
import { build, keypair, recipient, sendSol, wallet } from "./samples.js";

describe("signing", () => {
  const messageOf = (bytes: Uint8Array) => bytes.subarray(65);

  test("nothing is signed or sent if the transaction differs from the intent", async ({ cluster }) => {
    let asked = 0;
    const signer = {
      publicKey: wallet,
      signBytes: async () => {
        asked++;
        return new Uint8Array(64);
      },
    };
    const bad = { transaction: build([...sample.instructions, sendSol(keypair(7).publicKey, 1n)]) };
    await expect(run(cluster, { built: bad, signer })).rejects.toThrow(UnsafeTransactionError);
    await expect(run(cluster, { signer, priorityFee: 1 })).rejects.toThrow(UnsafeTransactionError);
    expect(asked).toBe(0);
    expect(cluster.calls).toEqual([]);
  });

  test("verify: false skips the verification", async () => {
    const cluster = new Cluster({ status: landedAt(1000) });
    const other = { transaction: build([sendSol(recipient, 1n)]) };
    await expect(run(cluster, { built: other, verify: false })).resolves.toMatchObject({ slot: 1007 });
  });

  test("with verify: false, a blockhash renewed by the wallet determines the expiry", async () => {
    const renewed = keypair(10).publicKey.toBase58();
    const cluster = new Cluster();
    const asked = new Set<string>();
    cluster.isBlockhashValid = async (hash: string) => {
      asked.add(hash);
      return { context: cluster.context(), value: hash === renewed };
    };
    cluster.status = landedAt(1005);
    const signer: WalletSigner = {
      publicKey: wallet,
      async signTransaction(transaction: VersionedTransaction) {
        transaction.message.recentBlockhash = renewed;
        transaction.sign([alice]);
        return transaction;
      },
    };
    await expect(run(cluster, { signer, verify: false })).resolves.toMatchObject({ slot: 1012 });
    expect([...asked]).toContain(renewed);
  });

  const signTransaction = async (transaction: VersionedTransaction) => {
    transaction.sign([alice]);
    return transaction;
  };

  test("with verify: false, a blockhash that no node calls valid is not sent unless the wallet renews it", async () => {
    const cluster = new Cluster({ lastValid: 10 });
    Object.assign(cluster, { simulateTransaction: undefined });
    const signer: WalletSigner = { publicKey: wallet, signTransaction };
    await expect(run(cluster, { signer, verify: false })).rejects.toMatchObject({
      name: "TransactionUnconfirmedError",
      outcome: "unknown",
    });
    expect(cluster.sent).toEqual([]);
  });

  const REFUSED = { InstructionError: [2, { Custom: 1 }] };
  const onSigned = () => Promise.reject(new Error("The table is locked."));
  test.each([
    ["the node refuses", "TransactionFailedError", {}],
    ["onSigned fails for", "ConfigurationError", { onSigned }],
  ])(
    "what a wallet has signed is not sent if %s it, but followed: the wallet may have sent it",
    async (_, name, more) => {
      const order = { signer: { publicKey: wallet, signTransaction }, ...more };
      const cluster = new Cluster({ status: landedAt(1020), simulations: [null, REFUSED] });
      expect(await run(cluster, order)).toMatchObject({ slot: 1027 });
      Object.assign(cluster, { status: () => null, simulations: [null, REFUSED], height: 1000 });
      await expect(run(cluster, order)).rejects.toMatchObject({ name, outcome: "not-sent" });
      expect(cluster.height).toBeGreaterThan(cluster.lastValid);
      expect(cluster.sent).toEqual([]);
    },
  );

  test("with verify: false, a durable nonce transaction never counts as expired", async () => {
    const nonce = keypair(11).publicKey;
    const advance = SystemProgram.nonceAdvance({ noncePubkey: nonce, authorizedPubkey: wallet });
    const durable = { transaction: build([advance, sendSol(recipient, 1n)]) };
    const cluster = new Cluster({ lastValid: 0 });
    await expect(run(cluster, { built: durable, verify: false })).rejects.toMatchObject({
      name: "TransactionUnconfirmedError",
    });
  });

  test("the signed transaction is the verified one: it is read once", async () => {
    const evil = build([sendSol(keypair(7).publicKey, 500_000_000_000n)]);
    let reads = 0;
    const changing = {
      get transaction() {
        return reads++ === 0 ? built.transaction : evil;
      },
    };
    for (const verify of [true, false]) {
      reads = 0;
      const cluster = new Cluster({ status: landedAt(1000) });
      await run(cluster, { built: changing, verify });
      expect(Buffer.from(messageOf(cluster.sent[0]!.bytes))).toEqual(
        Buffer.from(built.transaction, "base64").subarray(65),
      );
      expect(reads).toBe(1);
    }
  });

  test("a signer of another wallet than walletAddress is refused", async ({ cluster }) => {
    await expect(run(cluster, { walletAddress: recipient.toBase58() })).rejects.toThrow(ConfigurationError);
    expect(cluster.sent).toEqual([]);
  });

  test("a signature from another key is refused before it is sent or returned", async () => {
    const { intent } = sample;
    const message = Buffer.from(built.transaction, "base64").subarray(65);
    const random = Uint8Array.from({ length: 64 }, (_, i) => (i * 89 + 7) % 256);
    const flipped = nodeSignature(message).map((byte, i) => (i === 40 ? byte ^ 1 : byte));
    const others = nodeSignature(Buffer.from("another message"));
    for (const signature of [random, flipped, others]) {
      const cluster = new Cluster();
      let prompts = 0;
      const signBytes = async () => {
        prompts++;
        return signature;
      };
      const adapter = {
        publicKey: wallet,
        signTransaction: async (transaction: VersionedTransaction) => {
          prompts++;
          transaction.signatures[0] = Uint8Array.from(signature);
          return transaction;
        },
      } as WalletSigner;
      const invalid = expect.objectContaining({
        name: "ConfigurationError",
        message: expect.stringContaining(`The signature of ${wallet.toBase58()} is not valid`),
      });
      for (const signer of [{ publicKey: wallet, signBytes }, adapter])
        await expect(verifyAndSign({ intent, built, signer })).rejects.toEqual(invalid);
      await expect(run(cluster, { signer: { publicKey: wallet, signBytes } })).rejects.toEqual(invalid);
      // A wallet may have sent another one.
      await expect(run(cluster, { signer: adapter })).rejects.toMatchObject({
        outcome: "unknown",
        cause: invalid,
      });
      const bytes = Buffer.from(built.transaction, "base64");
      bytes.set(signature, 1);
      await expect(submit(bytes, { connection: cluster })).rejects.toThrow(ConfigurationError);
      expect({ prompts, sent: cluster.sent }).toEqual({ prompts: 4, sent: [] });
    }
  });

  test("another wallet's keypair is a caller error, not an unsafe transaction", async () => {
    const other = keypair(7);
    const signers = [other, { publicKey: other.publicKey, signBytes: async () => new Uint8Array(64) }];
    for (const signer of signers)
      for (const verify of [true, false]) {
        const cluster = new Cluster();
        const call = run(cluster, { signer, verify });
        await expect(call).rejects.toThrow(ConfigurationError);
        await expect(call).rejects.toThrow(other.publicKey.toBase58());
        await expect(call).rejects.toThrow(wallet.toBase58());
        expect(cluster.calls).toEqual([]);
      }
  });

  test("a sponsor who pays the fee is refused with both addresses", async () => {
    const sponsor = keypair(8).publicKey;
    const sponsored = { transaction: build([...sample.instructions], sponsor) };
    const error: unknown = await run(new Cluster(), { built: sponsored }).catch((one: unknown) => one);
    expect(error).toBeInstanceOf(UnsafeTransactionError);
    const { message, findings } = error as UnsafeTransactionError;
    expect(findings.map(({ code }) => code)).toEqual(["extra_signer", "wrong_fee_payer"]);
    for (const text of [message, ...findings.map((one) => one.message)]) {
      expect(text).toContain(sponsor.toBase58());
      expect(text).toContain(wallet.toBase58());
    }
  });
});
