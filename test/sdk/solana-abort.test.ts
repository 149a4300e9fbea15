import { AbortedError, ConfigurationError } from "intent-tx";
import {
  confirm,
  type SignAndSendOptions,
  type SolanaConnection,
  submit,
  type TransactionAbortedError,
  TransactionExpiredError,
  TransactionFailedError,
  TransactionUnconfirmedError,
  verifyAndSign,
} from "intent-tx/solana";
import { describe, expect, test } from "vitest";
import { alice, built, Cluster, landedAt, nodeSignature, run, sample } from "./solana-cluster.js";

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

describe("a signal whose reason is the failure of another payment says nothing of this one", () => {
  // As where the first of several calls that fails aborts the others with its error.
  const unreachable = Object.assign(new Error("fetch failed"), { cause: { code: "ECONNREFUSED" } });
  const reasons: Record<string, unknown> = {
    "expired, so that building again would be safe": new TransactionExpiredError("other"),
    refused: new TransactionFailedError("refused", "preflight", "other", "AlreadyProcessed", ["a line"]),
    executed: new TransactionFailedError("failed", "executed", "other", {}, ["a line"]),
    unknown: new TransactionUnconfirmedError("Unknown.", "other"),
    "not sent": new ConfigurationError("No node took the connection."),
    unreachable,
    "processed already": { code: -32002, message: "This transaction has already been processed" },
  };
  const methods = [
    "sendRawTransaction",
    "getSignatureStatuses",
    "getBlockHeight",
    "isBlockhashValid",
  ] as const;
  const cases = Object.keys(reasons).flatMap((reason) => methods.map((method) => [reason, method] as const));

  /** Aborts a turn after the call of the node that hangs. */
  function hanging(reason: unknown, method: (typeof methods)[number]) {
    const cluster = new Cluster();
    const controller = new AbortController();
    Object.assign(cluster, {
      [method]: () => {
        setImmediate(() => controller.abort(reason));
        return never;
      },
    });
    return { cluster, signal: controller.signal };
  }

  test.each(cases)("%s, in %s of signAndSend and confirm", async (name, method) => {
    const wanted = { name: "TransactionAbortedError", cause: reasons[name] };
    const sending = hanging(reasons[name], method);
    const sent: unknown = await run(sending.cluster, {
      signal: sending.signal,
      clock: { sleep: () => never },
    }).catch((error: unknown) => error);
    expect(sent).toMatchObject(wanted);
    expect((sent as TransactionAbortedError).signature).not.toBe("other");

    if (method === "sendRawTransaction") return;
    const waiting = hanging(reasons[name], method);
    const transaction = await verifyAndSign({ intent: sample.intent, built, signer: alice });
    const { signature } = sent as TransactionAbortedError;
    const confirmed = confirm(signature, {
      connection: waiting.cluster,
      transaction,
      signal: waiting.signal,
    });
    await expect(confirmed).rejects.toMatchObject({ ...wanted, signature });
  });

  test.each(Object.keys(reasons))("%s, in submit", async (name) => {
    const { cluster, signal } = hanging(reasons[name], "sendRawTransaction");
    const bytes = await verifyAndSign({ intent: sample.intent, built, signer: alice });
    await expect(submit(bytes, { connection: cluster, signal })).rejects.toMatchObject({
      name: "TransactionAbortedError",
      cause: reasons[name],
    });
  });
});
