// How landed transactions of version 1 are read over each kind of connection, and what a refused read means.
import { ConfigurationError } from "intent-tx";
import { receipt, TransactionUnconfirmedError, verifyAndSign } from "intent-tx/solana";
import { describe, expect, test } from "vitest";
import { alice, Cluster, landedAt, nodeSignature, run, sample } from "./cluster.js";
import { wallet } from "./samples.js";
import { buildVersion1 } from "./version-1.js";

const walletAddress = wallet.toBase58();
const transfer = sample.instructions[2]!;
const built = { transaction: buildVersion1([transfer], { units: 450, loaded: 500_000, fee: 1n }) };
const wire = Buffer.from(built.transaction, "base64");

const meta = {
  err: null,
  fee: 5_001,
  preBalances: [1_000_000_000, 0, 1],
  postBalances: [499_994_999, 500_000_000, 1],
  preTokenBalances: [],
  postTokenBalances: [],
};
const landed = { slot: 7, version: 1, transaction: [wire.toString("base64"), "base64"], meta };
const unsupported = { code: -32015, message: "Transaction version (1) is not supported at https://key@node" };

/** A Connection whose typed getTransaction fails as that of web3.js does. */
class Web3 extends Cluster {
  answer: { result?: unknown; error?: object } = { result: landed };
  asked: unknown[] = [];
  override async getTransaction(): Promise<never> {
    throw Object.assign(new TypeError("Expected the value to satisfy a union"), { name: "StructError" });
  }
  async _rpcRequest(method: string, params: unknown[]) {
    this.asked.push([method, params]);
    return this.answer;
  }
}

const read = (connection: Cluster) =>
  receipt(bs58Signature, { connection, walletAddress, clock: connection.clock, maxWait: 2000 });
const bs58Signature =
  "5BKju48sSPui7JWuR1oCNf7WmRmcPESRs3AsF38MggNESyqjGYBeszKjV38fC37q5oEeGxvoRxQKAuNHRyYwwtS8";

describe("a landed transaction of version 1", () => {
  test("is asked for in base64 over a Connection of web3.js", async () => {
    const connection = new Web3();
    const { spent, fee } = await read(connection);
    expect({ spent, fee }).toEqual({
      spent: [{ mint: expect.any(String), amount: 500_000_000n }],
      fee: 5_001n,
    });
    const config = { commitment: "confirmed", maxSupportedTransactionVersion: 1, encoding: "base64" };
    expect(connection.asked).toEqual([["getTransaction", [bs58Signature, config]]]);
  });

  test("that only typed methods return is an error that names the library", async () => {
    const connection = Object.assign(new Web3(), { _rpcRequest: undefined });
    await expect(read(connection)).rejects.toThrow(
      /web3\.js 1\.98 rejects it, and 1\.99 cannot serialise it/,
    );
    const newer = Object.assign(new Cluster(), {
      getTransaction: async () => ({
        slot: 7,
        version: 1,
        transaction: {
          message: {
            serialize: () => {
              throw new Error("no");
            },
          },
        },
        meta,
      }),
    });
    await expect(read(newer)).rejects.toThrow(/web3\.js 1\.98/);
  });

  test("that the node refuses to return has not 'not landed'", async () => {
    const connection = Object.assign(new Web3(), { answer: { error: unsupported } });
    const failure = await read(connection).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ConfigurationError);
    const { message } = failure as Error;
    expect(message).toMatch(/refused to return.*-32015/);
    expect(message).not.toMatch(/has not landed,|https/);
    expect(connection.asked).toHaveLength(1);
  });
});

test("a transaction of version 1 is signed and sent as it is", async () => {
  const cluster = new Cluster({ status: landedAt(1005) });
  cluster.sendRawTransaction = async (bytes) => {
    cluster.sent.push({ bytes, skipPreflight: false, height: cluster.height });
    return (await import("bs58")).default.encode(bytes.subarray(-64));
  };
  await expect(run(cluster, { built })).resolves.toMatchObject({ slot: 1012 });
  const message = wire.subarray(0, -64);
  expect(Buffer.from(cluster.sent[0]!.bytes)).toEqual(Buffer.concat([message, nodeSignature(message)]));
});

test("a wallet is asked to sign version 1 only if it says that it can", async () => {
  const signs = (supportedTransactionVersions?: unknown) => ({
    publicKey: wallet,
    supportedTransactionVersions,
    async signTransaction(transaction: { version: unknown; sign(keys: unknown[]): void }) {
      expect(transaction.version).toBe(1);
      transaction.sign([alice]);
      return transaction as never;
    },
  });
  const sign = (versions?: unknown) =>
    verifyAndSign({ intent: sample.intent, built, signer: signs(versions) as never });
  await expect(sign(new Set(["legacy", 0, 1]))).resolves.toHaveLength(wire.length);
  for (const versions of [undefined, null, new Set(["legacy", 0])])
    await expect(sign(versions)).rejects.toThrow(/this one has version 1.*Nothing was signed/);
});

test("a transaction is found behind a history entry that the node refuses, but its absence is not proved", async () => {
  const signer = { publicKey: wallet, signBytes: async (message: Uint8Array) => nodeSignature(message) };
  const other = { signature: "other", slot: 1005, message: new Uint8Array() };
  const expiring = (message: Uint8Array) => {
    const ours = { signature: "ours", slot: 1004, message };
    const cluster = new Cluster({ lastValid: 1003, history: [other, ours, { ...other, slot: 1 }] });
    cluster.status = () => null;
    const { getTransaction } = Cluster.prototype;
    cluster.getTransaction = async (signature) => {
      if (signature === "other") throw Object.assign(new Error("refused"), { code: -32015 });
      return getTransaction.call(cluster, signature);
    };
    return run(cluster, { signer }).catch((error: unknown) => error);
  };
  const failure = await expiring(new Uint8Array());
  expect(failure).toBeInstanceOf(TransactionUnconfirmedError);
  expect((failure as Error).message).toMatch(
    /does not return transaction other of the wallet's history.*-32015/,
  );
});
