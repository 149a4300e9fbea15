import { AbortedError } from "intent-tx";
import type { SignAndSendOptions, SolanaConnection, TransactionAbortedError } from "intent-tx/solana";
import { describe, expect, test } from "vitest";
import { alice, Cluster, landedAt, nodeSignature, run } from "./solana-cluster.js";

const never = new Promise<never>(() => {});

/** The error with which a call ends when its signal is aborted a turn later. */
async function aborted(cluster: Cluster, options: Partial<SignAndSendOptions>) {
  const controller = new AbortController();
  const call = run(cluster, { signal: controller.signal, ...options }).then(
    () => expect.unreachable(),
    (error: unknown) => error as TransactionAbortedError,
  );
  await new Promise((resolve) => setImmediate(resolve));
  controller.abort("enough");
  const error = await call;
  expect(error).toBeInstanceOf(AbortedError);
  expect(error.cause).toBe("enough");
  return error;
}

describe("a signal ends a call that hangs", () => {
  test("in the wallet's prompt: nothing was sent, nor is it when the wallet signs at last", async () => {
    const cluster = new Cluster();
    let sign: (signature: Uint8Array) => void = () => {};
    let asked = new Uint8Array();
    const signer = {
      publicKey: alice.publicKey,
      signBytes: (message: Uint8Array) => {
        asked = message as Uint8Array<ArrayBuffer>;
        return new Promise<Uint8Array>((resolve) => {
          sign = resolve;
        });
      },
    };
    const error = await aborted(cluster, { signer });
    expect(error).toMatchObject({
      name: "AbortedError",
      message: expect.stringMatching(/before anything was sent/),
    });
    expect(error).not.toHaveProperty("signature");
    sign(nodeSignature(asked));
    await new Promise((resolve) => setImmediate(resolve));
    expect(cluster.calls).toEqual([]);
  });

  test.each<keyof SolanaConnection>([
    "sendRawTransaction",
    "getSignatureStatuses",
    "getBlockHeight",
    "isBlockhashValid",
  ])("in %s: the error tells the signature of what may still land", async (method) => {
    const cluster = new Cluster();
    Object.assign(cluster, { [method]: () => never });
    // Time stands still, so that every round but the hanging call is the first.
    const error = await aborted(cluster, { clock: { sleep: () => never } });
    expect(error.name).toBe("TransactionAbortedError");
    expect(error.signature).toMatch(/^[1-9A-HJ-NP-Za-km-z]{86,88}$/);
    expect(error.message).toContain(error.signature);
    expect(error.toJSON()).toMatchObject({ signature: error.signature });
  });

  test("in the wait between two looks, even of a clock that knows no signals", async () => {
    const cluster = new Cluster();
    const error = await aborted(cluster, { clock: { sleep: () => never } });
    expect(error).toMatchObject({ name: "TransactionAbortedError", signature: expect.any(String) });
    expect(cluster.sent).toHaveLength(1);
  });

  test("in the logs of a failure, which is certain without them", async () => {
    const cluster = new Cluster();
    cluster.status = landedAt(1000, "confirmed", { InstructionError: [0, { Custom: 1 }] });
    const controller = new AbortController();
    cluster.getTransaction = () => {
      setImmediate(() => controller.abort("enough"));
      return never;
    };
    await expect(run(cluster, { signal: controller.signal })).rejects.toMatchObject({
      name: "TransactionFailedError",
      stage: "executed",
    });
  });
});

test("an abort between the signature and the sending sends nothing", async () => {
  const cluster = new Cluster();
  const controller = new AbortController();
  const signer = {
    publicKey: alice.publicKey,
    signBytes: async (message: Uint8Array) => {
      controller.abort("enough");
      return nodeSignature(message);
    },
  };
  const error = await run(cluster, { signer, signal: controller.signal }).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ name: "AbortedError", cause: "enough" });
  expect(cluster.calls).toEqual([]);
});
