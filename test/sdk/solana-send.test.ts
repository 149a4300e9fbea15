import { SendTransactionError } from "@solana/web3.js";
import bs58 from "bs58";
import { AbortedError } from "intent-tx";
import {
  TransactionExpiredError,
  TransactionFailedError,
  TransactionUnconfirmedError,
} from "intent-tx/solana";
import { describe, expect, test } from "vitest";
import { alice, Cluster, landedAt, run } from "./solana-cluster.js";

describe("confirming", () => {
  test("what has landed at once is answered without waiting", async () => {
    const cluster = new Cluster();
    cluster.status = landedAt(1000);
    const landed = await run(cluster);
    expect(landed).toEqual({ signature: expect.any(String), slot: 1007, confirmationStatus: "confirmed" });
    expect(cluster.calls).toEqual(["send", "statuses"]);
  });

  test("it waits for the commitment that is asked for", async () => {
    const cluster = new Cluster();
    cluster.status = (height) => ({
      slot: 5,
      err: null,
      confirmationStatus: height < 1002 ? "processed" : height < 1010 ? "confirmed" : "finalized",
    });
    await expect(run(cluster, { commitment: "processed" })).resolves.toMatchObject({
      confirmationStatus: "processed",
    });
    await run(cluster);
    expect(cluster.height).toBe(1002);
    await run(cluster, { commitment: "finalized" });
    expect(cluster.height).toBe(1010);
  });

  test("an old node's status is read from its confirmations", async () => {
    const cluster = new Cluster();
    cluster.status = (height) => ({ slot: 5, err: null, confirmations: height < 1003 ? 2 : null });
    await expect(run(cluster)).resolves.toMatchObject({ confirmationStatus: "finalized" });
    expect(cluster.height).toBe(1003);
  });

  test("a transaction that does not land is sent again, without preflight", async () => {
    const cluster = new Cluster();
    cluster.status = landedAt(1006);
    await run(cluster);
    expect(cluster.sent.map(({ skipPreflight, height }) => [skipPreflight, height])).toEqual([
      [false, 1000],
      [true, 1001],
      [true, 1003],
      [true, 1005],
    ]);
    expect(new Set(cluster.sent.map(({ bytes }) => bs58.encode(bytes))).size).toBe(1);
  });

  test("it gives up as soon as the blockhash is too old, and not before", async () => {
    const cluster = new Cluster();
    const error = await run(cluster).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(TransactionExpiredError);
    expect((error as TransactionExpiredError).signature).toBe(
      bs58.encode(cluster.sent[0]!.bytes.subarray(1, 65)),
    );
    expect(cluster.height).toBe(1101);
  });

  // 150 blocks of its life, 150 that the first node may have lagged, 150 that the last one may.
  test("a node that never knew the blockhash does not expire it: 450 blocks do", async () => {
    const late = new Cluster();
    late.lastValid = 0;
    late.status = landedAt(1240);
    await expect(run(late)).resolves.toMatchObject({ slot: 1247 });
    const never = new Cluster();
    never.lastValid = 0;
    await expect(run(never)).rejects.toThrow(TransactionExpiredError);
    expect(never.height).toBe(1451);
  });

  test("one that landed in the blockhash's last moment is found", async () => {
    const cluster = new Cluster();
    let looks = 0;
    cluster.status = (height) =>
      height <= 1100 || looks++ === 0 ? null : { slot: 9, err: null, confirmationStatus: "confirmed" };
    await expect(run(cluster)).resolves.toMatchObject({ slot: 9 });
  });

  test("one that stays processed for 150 blocks has no certain outcome", async () => {
    const cluster = new Cluster();
    cluster.status = landedAt(1000, "processed");
    await expect(run(cluster)).rejects.toThrow(TransactionUnconfirmedError);
    expect(cluster.height).toBe(1151);
  });
});

describe("failing", () => {
  const customError = { InstructionError: [0, { Custom: 1 }] };

  test("a transaction that landed and failed names the runtime's error and the logs", async () => {
    const cluster = new Cluster();
    cluster.status = landedAt(1001, "confirmed", customError);
    cluster.logs = ["Program log: one", "Program log: Error: slippage tolerance exceeded"];
    const error = (await run(cluster).catch((caught: unknown) => caught)) as TransactionFailedError;
    expect(error).toBeInstanceOf(TransactionFailedError);
    expect(error).toMatchObject({ stage: "executed", transactionError: customError, logs: cluster.logs });
    expect(error.message).toMatch(/slot 1008 .*Custom.*slippage tolerance exceeded/);
  });

  test("its logs are a courtesy", async () => {
    const cluster = new Cluster();
    cluster.status = landedAt(1000, "confirmed", customError);
    cluster.failures.set("transaction", [new TypeError("fetch failed")]);
    await expect(run(cluster)).rejects.toMatchObject({ stage: "executed", logs: [] });
  });

  test("a failed preflight was never sent on: the program's own logs say why", async () => {
    const cluster = new Cluster();
    const logs = ["Program log: Error: insufficient funds"];
    const refused = new SendTransactionError({
      action: "send",
      signature: "",
      transactionMessage: "Transaction simulation failed",
      logs,
    });
    cluster.failures.set("send", [refused]);
    await expect(run(cluster)).rejects.toMatchObject({ stage: "preflight", logs, cause: refused });
    expect(cluster.sent).toEqual([]);
  });

  test("a transaction that the node has already is followed, not failed", async () => {
    const cluster = new Cluster();
    const refused = new SendTransactionError({
      action: "send",
      signature: "",
      transactionMessage: "Transaction simulation failed: This transaction has already been processed",
      logs: [],
    });
    cluster.failures.set("send", [refused]);
    cluster.status = landedAt(900);
    await expect(run(cluster)).resolves.toMatchObject({ slot: 907 });
  });

  test("a broken connection is tried again, since the node may have it all the same", async () => {
    const cluster = new Cluster();
    cluster.failures.set("send", [new TypeError("fetch failed"), new TypeError("fetch failed")]);
    cluster.failures.set("statuses", [new TypeError("fetch failed")]);
    cluster.status = landedAt(1003);
    await expect(run(cluster)).resolves.toMatchObject({ slot: 1010 });
    expect(cluster.sent[0]).toMatchObject({ skipPreflight: false, height: 1002 });
  });

  test("a node that stays away leaves the outcome unknown", async () => {
    const cluster = new Cluster();
    const away = new TypeError("fetch failed");
    cluster.failures.set("statuses", [away, away, away, away, away]);
    await expect(run(cluster)).rejects.toMatchObject({ name: "TransactionUnconfirmedError", cause: away });
  });

  test("an aborted signal ends it, before the signature and after", async () => {
    const early = new Cluster();
    await expect(run(early, { signal: AbortSignal.abort("stop") })).rejects.toBeInstanceOf(AbortedError);
    expect(early.calls).toEqual([]);

    const late = new Cluster();
    const controller = new AbortController();
    late.status = (height) => {
      if (height === 1003) controller.abort("enough");
      return null;
    };
    const error = await run(late, { signal: controller.signal }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(AbortedError);
    expect((error as AbortedError).cause).toBe("enough");
    expect(late.height).toBe(1003);
  });

  test("no secret is in an error", async () => {
    const cluster = new Cluster();
    cluster.status = landedAt(1000, "confirmed", customError);
    const error = await run(cluster).catch((caught: unknown) => caught);
    const { inspect } = await import("node:util");
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(bs58.encode(alice.secretKey));
    expect(JSON.stringify(error)).not.toContain(String([...alice.secretKey].slice(0, 8)));
  });
});
