// A status on chain, or a blockhash that is provably too old, settles a send with an unclear answer.
import { Connection, SendTransactionError } from "@solana/web3.js";
import { type TransactionExpiredError, TransactionFailedError } from "intent-tx/solana";
import { describe, expect, test } from "vitest";
import { Cluster, landedAt, run } from "./solana-cluster.js";

/** A JSON-RPC error as a thin client throws it. */
const rpcError = (code: number, message: string, data?: unknown) =>
  Object.assign(new Error(message), { code, ...(data === undefined ? {} : { data }) });

/** The same as web3.js 1.99 throws it: its code and the runtime's error are lost. */
const web3Error = (transactionMessage: string, logs?: string[]) =>
  new SendTransactionError({ action: "simulate", signature: "", transactionMessage, logs: logs as string[] });

const behind = rpcError(-32005, "Node is behind by 42 slots", { numSlotsBehind: 42 });
const blockhashNotFound = "Transaction simulation failed: Blockhash not found";

const rejection = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable(),
    (error: unknown) => error,
  );

describe("an error that says nothing of the transaction", () => {
  test.each<[string, unknown]>([
    ["a node that is behind", behind],
    ["an internal error", rpcError(-32603, "Internal error: upstream timeout")],
    ["too many requests", rpcError(429, "Too many requests")],
    ["a node that is behind, by web3.js", web3Error("Node is behind by 42 slots")],
    ["an internal error with data that are no logs", rpcError(-32603, "Internal error", null)],
    ["a string", "socket hang up"],
    ["nothing at all", null],
  ])("is no refusal: %s", async (_, failure) => {
    const cluster = new Cluster();
    // A Cluster throws what is not undefined.
    cluster.failures.set("send", [failure]);
    cluster.status = landedAt(1001);
    await expect(run(cluster)).resolves.toMatchObject({ slot: 1008 });
  });

  test("of a Connection of web3.js, by its own reading of the answer", async () => {
    const cluster = new Cluster();
    cluster.status = landedAt(1001);
    for (const error of [
      { code: -32005, message: "Node is behind by 42 slots", data: { numSlotsBehind: 42 } },
      { code: -32603, message: "Internal error: upstream timeout" },
    ]) {
      cluster.height = 1000;
      const landed = await run(cluster, {
        connection: connectionTo(cluster, { sendTransaction: { error } }),
      });
      expect(landed.slot).toBe(1008);
    }
  });

  test("is followed to the end of the blockhash, and that names the node's last word", async () => {
    const cluster = new Cluster();
    cluster.failures.set("send", new Array(200).fill(behind));
    const error = await rejection(run(cluster));
    expect(error).toMatchObject({ name: "TransactionExpiredError", cause: behind });
    expect(cluster.height).toBe(1101);
  });

  test("does not stop the sending: each round asks again, with preflight, until a node takes it", async () => {
    const cluster = new Cluster();
    cluster.failures.set("send", [behind, behind, behind]);
    cluster.status = landedAt(1004);
    await run(cluster);
    expect(cluster.sent.map(({ skipPreflight, height }) => [skipPreflight, height])).toEqual([
      [false, 1003],
      [true, 1003],
    ]);
  });
});

describe("a node's own refusal", () => {
  const logs = ["Program log: Error: insufficient funds"];
  const err = { InstructionError: [0, { Custom: 1 }] };

  test.each<[string, unknown, object]>([
    ["-32002", rpcError(-32002, "failed", { err, logs }), { transactionError: err, logs }],
    ["-32002 without data", rpcError(-32002, "failed"), { transactionError: undefined, logs: [] }],
    ["-32003", rpcError(-32003, "Transaction signature verification failure"), { logs: [] }],
    ["-32602", rpcError(-32602, "failed to deserialize"), { logs: [] }],
    ["logs, by web3.js", web3Error("failed", logs), { transactionError: undefined, logs }],
    [
      "an empty log, by web3.js",
      web3Error("Transaction simulation failed: Account not found", []),
      { logs: [] },
    ],
  ])("ends the call when nothing was sent before: %s", async (_, failure, expected) => {
    const cluster = new Cluster();
    cluster.failures.set("send", [failure]);
    const error = await rejection(run(cluster));
    expect(error).toBeInstanceOf(TransactionFailedError);
    expect(error).toMatchObject({ stage: "preflight", cause: failure, ...expected });
    expect(cluster.calls).toEqual(["send", "statuses"]);
  });

  test.each<[string, unknown]>([
    ["by JSON-RPC", rpcError(-32002, "failed", { err: "AlreadyProcessed", logs: [] })],
    [
      "by web3.js",
      web3Error("Transaction simulation failed: This transaction has already been processed", []),
    ],
  ])(
    "is none when the cluster has the transaction already, though the status is not seen yet: %s",
    async (_, failure) => {
      const cluster = new Cluster();
      cluster.failures.set("send", [failure]);
      cluster.status = landedAt(1002);
      await expect(run(cluster)).resolves.toMatchObject({ slot: 1009 });
    },
  );

  test("does not end the call after a send that was left without an answer", async () => {
    const cluster = new Cluster();
    const refused = rpcError(-32002, blockhashNotFound, { err: "BlockhashNotFound", logs: [] });
    cluster.failures.set("send", [new TypeError("socket hang up"), refused, refused]);
    cluster.status = landedAt(1003);
    await expect(run(cluster)).resolves.toMatchObject({ slot: 1010 });

    const lost = new Cluster();
    lost.failures.set("send", [new TypeError("socket hang up"), ...new Array(200).fill(refused)]);
    expect(await rejection(run(lost))).toMatchObject({ name: "TransactionExpiredError", cause: refused });
    expect(lost.height).toBe(1101);
  });

  test("does not end the call after a send that was taken, when the look at its status failed", async () => {
    const cluster = new Cluster();
    cluster.failures.set("send", [undefined, web3Error("Transaction simulation failed", [])]);
    cluster.failures.set("statuses", [new TypeError("fetch failed")]);
    cluster.status = landedAt(1002);
    await expect(run(cluster)).resolves.toMatchObject({ slot: 1009 });
    expect(cluster.sent.filter(({ skipPreflight }) => !skipPreflight)).toHaveLength(1);
  });
});

describe("many nodes behind one address", () => {
  /** Some answers of a method come from a node that is 40 blocks behind. */
  class Balanced extends Cluster {
    lag = 0;
    lagging: (name: string, call: number) => boolean = () => false;
    private asked = 0;
    protected override called(name: string) {
      super.called(name);
      this.lag = this.lagging(name, this.asked++) ? 40 : 0;
    }
    override context() {
      return { slot: this.height - this.lag + 7 };
    }
    override async isBlockhashValid(hash: string) {
      const { context, value } = await super.isBlockhashValid(hash);
      // 40 blocks ago the blockhash was not known yet.
      return { context, value: value && this.lag === 0 };
    }
    override async getSignatureStatuses() {
      const { context } = await super.getSignatureStatuses();
      return { context, value: [this.status(this.height - this.lag)] };
    }
  }

  test("one that lags and does not know the blockhash does not expire it", async () => {
    const cluster = new Balanced();
    let valid = 0;
    cluster.lagging = (name) => name === "valid" && valid++ % 2 === 1;
    cluster.status = landedAt(1006);
    await expect(run(cluster)).resolves.toMatchObject({ slot: 1013 });
    expect(valid).toBeGreaterThan(2);
  });

  test("one that lags and does not know the transaction does not prove that it did not land", async () => {
    const cluster = new Balanced();
    cluster.lagging = (name) => name === "statuses";
    cluster.status = landedAt(1090);
    await expect(run(cluster)).resolves.toMatchObject({ slot: 1097 });
    expect(cluster.height).toBe(1130);
  });

  test("without the slots of the answers only the height expires it", async () => {
    const cluster = new Cluster();
    const connection = {
      sendRawTransaction: cluster.sendRawTransaction.bind(cluster),
      getBlockHeight: cluster.getBlockHeight.bind(cluster),
      getSignatureStatuses: async () => ({ value: (await cluster.getSignatureStatuses()).value }),
      isBlockhashValid: async (hash: string) => ({ value: (await cluster.isBlockhashValid(hash)).value }),
    };
    const error = (await rejection(run(cluster, { connection }))) as TransactionExpiredError;
    expect(error.name).toBe("TransactionExpiredError");
    expect(cluster.height).toBe(1451);
  });

  test("a cluster that calls the blockhash valid for ever leaves the outcome unknown", async () => {
    const cluster = new Cluster();
    cluster.lastValid = Number.POSITIVE_INFINITY;
    expect(await rejection(run(cluster))).toMatchObject({ name: "TransactionUnconfirmedError" });
    expect(cluster.height).toBe(1451);
  });
});

/** A Connection of web3.js whose node is the cluster; some methods answer as they are told. */
function connectionTo(cluster: Cluster, answers: Record<string, object> = {}) {
  const node = async (_: unknown, init?: { body?: unknown }) => {
    const { id, method } = JSON.parse(String(init?.body)) as { id: string; method: string };
    const status = cluster.status(cluster.height);
    const value: Record<string, unknown> = {
      getSignatureStatuses: [status && { confirmations: null, ...status }],
      isBlockhashValid: cluster.height <= cluster.lastValid,
    };
    const result =
      method === "getBlockHeight" ? cluster.height : { context: cluster.context(), value: value[method] };
    return new Response(JSON.stringify({ jsonrpc: "2.0", id, ...(answers[method] ?? { result }) }), {
      headers: { "content-type": "application/json" },
    });
  };
  return new Connection("http://127.0.0.1:1", { fetch: node as never });
}
