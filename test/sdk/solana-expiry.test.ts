// Expiry is expiry wherever it is noticed, and what did not leave the process is never said to be sent.
import { createServer } from "node:net";
import { createSolanaRpc } from "@solana/kit";
import { Connection, SendTransactionError } from "@solana/web3.js";
import { ConfigurationError } from "intent-tx";
import {
  confirm,
  type SolanaConnection,
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

describe("what did not leave the process was not sent", () => {
  /** An address that nobody listens at. */
  async function nobody(): Promise<string> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    await new Promise((resolve) => server.close(resolve));
    return `http://127.0.0.1:${port}`;
  }

  test.each([
    ["a Connection at a port that refuses", async () => new Connection(await nobody())],
    ["a Connection at a port that fetch never uses", async () => new Connection("http://127.0.0.1:1")],
    ["an rpc of kit at a port that refuses", async () => createSolanaRpc(await nobody())],
    ["an rpc of kit at a name that is none", async () => createSolanaRpc("http://no-such-host.invalid")],
  ])("%s", async (_, connect) => {
    const error = await rejection(run(new Cluster(), { connection: await connect() }));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error.message).toMatch(/was not sent/);
    expect(error.message).not.toMatch(/was sent/);
  });

  test.each([["401 Unauthorized: wrong key"], ["403 Forbidden"], ["404 Not Found"]])(
    "an answer %s from before the node",
    async (message) => {
      const cluster = new Cluster();
      cluster.failures.set("send", [new Error(message)]);
      expect(await rejection(run(cluster))).toBeInstanceOf(ConfigurationError);
    },
  );

  test("but after a send without an answer a refused port is only a round that failed", async () => {
    const cluster = new Cluster();
    const refused = Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNREFUSED" } });
    cluster.failures.set("send", [new TypeError("socket hang up"), refused]);
    cluster.status = landedAt(1003);
    await expect(run(cluster)).resolves.toMatchObject({ slot: 1010 });
  });

  test.each<[string, unknown]>([
    ["an address", "http://127.0.0.1:8899"],
    ["undefined", undefined],
    ["null", null],
    ["a fetch function", fetch],
    ["an empty object", {}],
    ["a Connection's half", { sendRawTransaction: async () => "" }],
    ["a client of the service", { baseUrl: "http://127.0.0.1" }],
  ])("%s for a connection is told before the wallet is asked", async (_, connection) => {
    let asked = 0;
    const signer = {
      publicKey: alice.publicKey,
      signBytes: async () => {
        asked++;
        return new Uint8Array(64);
      },
    };
    const cluster = new Cluster();
    const error = await rejection(run(cluster, { connection: connection as SolanaConnection, signer }));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error.message).toMatch(/^connection .*Nothing was sent/);
    expect(asked).toBe(0);
    const bytes = await verifyAndSign({ intent: sample.intent, built, signer: alice });
    await expect(submit(bytes, { connection: connection as SolanaConnection })).rejects.toBeInstanceOf(
      ConfigurationError,
    );
  });

  test("a send that never got an answer is not called sent", async () => {
    const cluster = new Cluster();
    const away = new TypeError("fetch failed");
    cluster.failures.set("send", new Array(9).fill(away));
    cluster.failures.set("statuses", new Array(9).fill(away));
    const error = await rejection(run(cluster));
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
    expect(error.message).not.toMatch(/was sent/);
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
