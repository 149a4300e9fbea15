// Expiry is expiry wherever it is noticed.
import { SendTransactionError } from "@solana/web3.js";
import { ConfigurationError } from "intent-tx";
import {
  confirm,
  submit,
  TransactionExpiredError,
  TransactionUnconfirmedError,
  verifyAndSign,
} from "intent-tx/solana";
import { describe, expect, test } from "vitest";
import { alice, built, Cluster, landedAt, run, sample } from "./solana-cluster.js";

const rpcError = Object.assign(new Error("Transaction simulation failed: Blockhash not found"), {
  code: -32002,
  data: { err: "BlockhashNotFound", logs: [] },
});
const web3Error = new SendTransactionError({
  action: "simulate",
  signature: "",
  transactionMessage: "Transaction simulation failed: Blockhash not found",
  logs: [],
});
// As kit's getSolanaErrorFromJsonRpcError makes it.
const kitError = Object.assign(new Error("Transaction simulation failed"), {
  context: { __code: -32002, logs: [] },
  cause: Object.assign(new Error("Blockhash not found"), { context: { __code: 7050008 } }),
});

const rejection = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable(),
    (error: unknown) => error as Error,
  );

describe("a blockhash that ran out before the sending", () => {
  test.each([
    ["JSON-RPC", rpcError],
    ["web3.js", web3Error],
    ["kit", kitError],
  ])("is TransactionExpiredError, as %s tells it at preflight", async (_, failure) => {
    const cluster = new Cluster();
    cluster.lastValid = 900;
    cluster.failures.set("send", [failure]);
    const error = await rejection(run(cluster));
    expect(error).toBeInstanceOf(TransactionExpiredError);
    expect(error.cause).toBe(failure);
    expect(cluster.height).toBe(1000);
    expect(cluster.sent).toEqual([]);
  });

  test("unless it had landed before", async () => {
    const cluster = new Cluster();
    cluster.lastValid = 900;
    cluster.failures.set("send", [rpcError]);
    let looks = 0;
    cluster.status = () => (looks++ === 0 ? null : { slot: 5, err: null, confirmationStatus: "finalized" });
    await expect(run(cluster)).resolves.toMatchObject({ slot: 5 });
  });

  test("and is none on a node that does not know the blockhash yet: it is asked again", async () => {
    const cluster = new Cluster();
    cluster.failures.set("send", [rpcError, rpcError]);
    cluster.status = landedAt(1003);
    await expect(run(cluster)).resolves.toMatchObject({ slot: 1010 });
  });

  test("while a ledger was being confirmed", async () => {
    const cluster = new Cluster();
    const signer = {
      publicKey: alice.publicKey,
      signBytes: async (message: Uint8Array) => {
        cluster.height = 1200;
        cluster.failures.set("send", [web3Error]);
        const { nodeSignature } = await import("./solana-cluster.js");
        return nodeSignature(message);
      },
    };
    expect(await rejection(run(cluster, { signer }))).toBeInstanceOf(TransactionExpiredError);
  });

  test("of bytes that submit hands over", async () => {
    const bytes = await verifyAndSign({ intent: sample.intent, built, signer: alice });
    const cluster = new Cluster();
    cluster.lastValid = 900;
    cluster.failures.set("send", [kitError]);
    expect(await rejection(submit(bytes, { connection: cluster }))).toBeInstanceOf(TransactionExpiredError);
  });

  test("but not of bytes that were handed over before, and landed while the answer was lost", async () => {
    const bytes = await verifyAndSign({ intent: sample.intent, built, signer: alice });
    const cluster = new Cluster();
    cluster.failures.set("send", [new TypeError("socket hang up"), web3Error]);
    const lost = await rejection(submit(bytes, { connection: cluster }));
    expect(lost).toBeInstanceOf(TransactionUnconfirmedError);
    cluster.lastValid = 900;
    cluster.status = landedAt(1000, "finalized");
    const { signature } = lost as unknown as TransactionUnconfirmedError;
    await expect(submit(bytes, { connection: cluster })).resolves.toBe(signature);
  });

  test("nor where the node does not tell whether they had landed, or calls the blockhash valid", async () => {
    const bytes = await verifyAndSign({ intent: sample.intent, built, signer: alice });
    const silent = new Cluster();
    silent.failures.set("send", [rpcError]);
    silent.failures.set("statuses", [new TypeError("socket hang up")]);
    expect(await rejection(submit(bytes, { connection: silent }))).toBeInstanceOf(
      TransactionUnconfirmedError,
    );
    const early = new Cluster();
    early.failures.set("send", [rpcError]);
    expect(await rejection(submit(bytes, { connection: early }))).toMatchObject({
      name: "TransactionFailedError",
      stage: "preflight",
    });
  });
});

describe("signing, handing over and confirming apart", () => {
  const sign = () => verifyAndSign({ intent: sample.intent, built, signer: alice });

  test("come to what signAndSend does", async () => {
    const cluster = new Cluster();
    const bytes = await sign();
    expect(cluster.calls).toEqual([]);
    const signature = await submit(bytes, { connection: cluster });
    cluster.status = landedAt(1002);
    const landed = await confirm(signature, { connection: cluster, clock: cluster.clock });
    expect(landed).toEqual({ signature, slot: 1009, confirmationStatus: "confirmed" });
    expect(cluster.sent).toHaveLength(1);
    expect(await submit(Buffer.from(bytes).toString("base64"), { connection: cluster })).toBe(signature);
  });

  test("with the bytes, confirm sends again and tells expiry; without, the outcome stays unknown", async () => {
    const bytes = await sign();
    const cluster = new Cluster();
    const signature = await submit(bytes, { connection: cluster });
    const options = { connection: cluster, clock: cluster.clock, pollInterval: 1000 };
    await expect(confirm(signature, { ...options, transaction: bytes })).rejects.toBeInstanceOf(
      TransactionExpiredError,
    );
    expect(cluster.height).toBe(1101);
    expect(cluster.sent.length).toBeGreaterThan(10);
    await expect(confirm(signature, options)).rejects.toBeInstanceOf(TransactionUnconfirmedError);
    expect(cluster.height).toBe(1101 + 451);
  });

  test("refuse what is no signature, no bytes, not signed, or another transaction's", async () => {
    const bytes = await sign();
    const options = { connection: new Cluster() };
    const signature = await submit(bytes, options);
    await expect(confirm("abc", options)).rejects.toBeInstanceOf(ConfigurationError);
    const other = bytes.slice();
    other[1] = (other[1] ?? 0) ^ 1;
    await expect(confirm(signature, { ...options, transaction: other })).rejects.toBeInstanceOf(
      ConfigurationError,
    );
    const empty = Uint8Array.from(Buffer.from(built.transaction, "base64"));
    await expect(submit(empty, options)).rejects.toThrow(/signature of .* is missing/);
    await expect(submit("%", options)).rejects.toBeInstanceOf(ConfigurationError);
    await expect(submit(7 as never, options)).rejects.toBeInstanceOf(ConfigurationError);
  });
});
