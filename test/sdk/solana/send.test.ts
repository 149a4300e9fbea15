import { inspect } from "node:util";
import { createSolanaRpc } from "@solana/kit";
import { Connection } from "@solana/web3.js";
import bs58 from "bs58";
import { AbortedError, ConfigurationError, ConnectionError } from "intent-tx";
import {
  confirm,
  type PaymentEvent,
  type SolanaConnection,
  submit,
  TransactionAbortedError,
  TransactionExpiredError,
  TransactionFailedError,
  type TransactionToSend,
  TransactionUnconfirmedError,
  verifyAndSign,
  type WalletSigner,
} from "intent-tx/solana";
import { describe, expect, vi } from "vitest";
import { rejection } from "../harness.js";
import { alice, built, Cluster, landedAt, nodeSignature, run, sample, test } from "./cluster.js";

const customError = { InstructionError: [0, { Custom: 1 }] };
const broken = new TypeError("socket hang up");
const refusedPort = Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNREFUSED" } });
const alreadyProcessed = Object.assign(new Error("failed"), {
  code: -32002,
  data: { err: "AlreadyProcessed" },
});

const sign = () => verifyAndSign({ intent: sample.intent, built, signer: alice });
/** A wallet that, unlike a keypair, may sign the same message with a different signature. */
const wallet = {
  publicKey: alice.publicKey,
  signBytes: async (message: Uint8Array) => nodeSignature(message),
};
/** Returns a function that sets fields of a cluster. */
const set = (facts: Partial<Cluster>) => (cluster: Cluster) => {
  Object.assign(cluster, facts);
};
/** Returns a function that makes a cluster's next calls of a method fail. */
const failing = (method: string, errors: unknown[]) => (cluster: Cluster) => {
  cluster.failures.set(method, errors);
};
const messageOf = (bytes: Uint8Array) => bytes.subarray(1 + 64);
/** Returns a cluster with other methods. */
const changed = (cluster: Cluster, methods: object) =>
  Object.assign(Object.create(cluster) as Cluster, methods);

const EXPIRED = { name: "TransactionExpiredError", outcome: "expired" };
const UNKNOWN = { name: "TransactionUnconfirmedError", outcome: "unknown" };
const REFUSED = { name: "TransactionFailedError", outcome: "not-sent" };

describe("a transaction that lands", () => {
  test("needs one status request; the node is called before the wallet", async () => {
    const cluster = new Cluster({ status: landedAt(1000) });
    const events: PaymentEvent["type"][] = [];
    const landed = await run(cluster, { onEvent: ({ type }) => void events.push(type) });
    expect(landed).toEqual({ signature: expect.any(String), slot: 1007, confirmationStatus: "confirmed" });
    expect(cluster.calls).toEqual(["valid", "simulate", "send", "statuses"]);
    expect(events).toEqual(["signed", "sent", "status", "settled"]);
  });

  test("is awaited to the requested commitment", async ({ cluster }) => {
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

  test("the status from an old node is read from its confirmations", async () => {
    const cluster = new Cluster({
      status: (height) => ({ slot: 5, err: null, confirmations: height < 1003 ? 2 : null }),
    });
    await expect(run(cluster)).resolves.toMatchObject({ confirmationStatus: "finalized" });
  });

  test("is resent while it has no status", async () => {
    const cluster = new Cluster({ status: landedAt(1006) });
    await run(cluster);
    expect(cluster.sent.map(({ height }) => height)).toEqual([1000, 1001, 1003, 1005]);
    expect(new Set(cluster.sent.map(({ bytes }) => bs58.encode(bytes))).size).toBe(1);
  });

  test.for<[string, unknown[]]>([
    ["a broken connection", [broken, broken]],
    ["a port that refuses", [refusedPort, broken]],
    ["a node that is behind", [Object.assign(new Error("behind"), { code: -32005 })]],
    [
      "a preflight rejection by one of several nodes",
      [Object.assign(new Error("failed"), { code: -32002, data: { err: customError, logs: [] } })],
    ],
    ["a gateway", [new Error("403 Forbidden")]],
    ["a text", ["socket hang up"]],
    ["null", [null]],
    ["AlreadyProcessed", [alreadyProcessed]],
  ])("is found after an inconclusive send error: %s", async ([_, failures], { cluster }) => {
    cluster.failures.set("send", failures);
    cluster.failures.set("statuses", [broken]);
    cluster.status = landedAt(1003);
    await expect(run(cluster)).resolves.toMatchObject({ slot: 1010 });
  });

  test.each([
    ["another signature", "1".repeat(88)],
    ["null", null],
  ])("a send that returns %s does not count as sent", async (_, answer) => {
    const cluster = new Cluster();
    cluster.sendRawTransaction = async () => answer as string;
    const events: string[] = [];
    await rejection(run(cluster, { onEvent: ({ type }) => void events.push(type) }));
    expect(events).not.toContain("sent");
  });

  test("that landed under another signature counts as a success", async ({ cluster }) => {
    const other = "5".repeat(88);
    const bytes = await sign();
    cluster.failures.set("send", [alreadyProcessed]);
    cluster.history = [{ signature: other, slot: 1003, message: messageOf(bytes) }];
    cluster.getSignatureStatuses = (async ([signature]: string[]) => ({
      context: cluster.context(),
      value: [signature === other ? { slot: 1003, err: null, confirmationStatus: "confirmed" } : null],
    })) as never;
    await expect(run(cluster, { signer: wallet })).resolves.toMatchObject({ signature: other, slot: 1003 });
  });
});

describe("a transaction that does not land", () => {
  test("is expired once a finalized block calls its blockhash invalid, and not before", async () => {
    const cluster = new Cluster();
    const error = await rejection(run(cluster));
    expect(error).toBeInstanceOf(TransactionExpiredError);
    expect(error).toMatchObject({ ...EXPIRED, signature: expect.any(String) });
    expect(cluster.height).toBe(1133);
  });

  const unproved: [string, (cluster: Cluster) => unknown][] = [
    ["the blockhash stays valid", set({ lastValid: Number.POSITIVE_INFINITY })],
    ["the node has pruned its history", set({ firstBlock: 5000 })],
    [
      "the history is null, not an empty list",
      (cluster) => {
        cluster.getSignaturesForAddress = async () => null as never;
        return { signer: wallet };
      },
    ],
    [
      "a connection without the methods that the proof needs",
      (cluster) => ({
        connection: {
          sendRawTransaction: cluster.sendRawTransaction.bind(cluster),
          getSignatureStatuses: cluster.getSignatureStatuses.bind(cluster),
          isBlockhashValid: cluster.isBlockhashValid.bind(cluster),
        },
      }),
    ],
    [
      "answers without slots",
      (cluster) => ({
        connection: changed(cluster, {
          getSignatureStatuses: async () => ({ value: (await cluster.getSignatureStatuses()).value }),
          isBlockhashValid: async (hash: string) => ({ value: (await cluster.isBlockhashValid(hash)).value }),
        }),
      }),
    ],
    [
      "another cluster answers",
      (cluster) => {
        let asked = 0;
        cluster.getGenesisHash = async () => (asked++ === 0 ? "one" : "two");
      },
    ],
    [
      "AlreadyProcessed: the message landed under a signature that is not found",
      failing("send", [alreadyProcessed]),
    ],
    [
      "the wallet's history cannot be read",
      (cluster) => {
        cluster.getSignaturesForAddress = async () => Promise.reject(broken);
        return { signer: wallet };
      },
    ],
    ["a status that stays processed", set({ status: landedAt(1000, "processed") })],
    [
      "a failure that is only processed, even at the commitment processed",
      (cluster) => {
        cluster.status = landedAt(1000, "processed", customError);
        return { commitment: "processed" };
      },
    ],
  ];
  test.each(unproved)("is unknown after maxWait: %s", async (_, change) => {
    const cluster = new Cluster();
    const options = Object(change(cluster)) as object;
    const error = await rejection(run(cluster, { maxWait: 200_000, ...options }));
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
    expect(error).toMatchObject(UNKNOWN);
    expect(cluster.height).toBeGreaterThanOrEqual(1200);
    expect(cluster.height).toBeLessThan(1205);
  });

  test("a first available block of null proves nothing", async () => {
    const cluster = new Cluster({ firstBlock: null as never });
    expect(await rejection(run(cluster))).toMatchObject(UNKNOWN);
  });

  describe("on mainnet, where a node may have pruned the history that another node still has", () => {
    const mainnet = "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d";
    const message = new Uint8Array(1);
    /** Checks long after the blockhash has expired, as a process does after a restart. */
    async function lookLate(
      history: Cluster["history"],
      of: { genesisHash?: string } = { genesisHash: mainnet },
    ) {
      const cluster = new Cluster();
      const { clock } = Object.assign(cluster, { genesis: mainnet, history, height: 3000 });
      const bytes = await sign();
      const signature = bs58.encode(bytes.subarray(1, 65));
      cluster.history = history.map((one) => (one.signature === "own" ? { ...one, signature } : one));
      cluster.getSignatureStatuses = (async (_: string[], { searchTransactionHistory = false }) => ({
        context: cluster.context(),
        value: [
          searchTransactionHistory && cluster.calls.includes("history") && history[0]?.signature === "own"
            ? { slot: 1003, err: null, confirmationStatus: "finalized" }
            : null,
        ],
      })) as never;
      const options = { connection: cluster, clock, transaction: bytes, validAt: 1507, ...of };
      return confirm(signature, options);
    }

    test("a history that shows an older transaction proves that it did not land", async () => {
      const older = { signature: "older", slot: 400, message };
      expect(await rejection(lookLate([older]))).toMatchObject(EXPIRED);
    });

    test("a slot of an unknown cluster proves nothing", async () => {
      const older = { signature: "older", slot: 400, message };
      const error = await rejection(lookLate([older], {}));
      expect(error).toMatchObject(UNKNOWN);
      expect(error.message).toContain("validAt needs genesisHash");
    });

    test("a possibly truncated history proves nothing", async () => {
      const newer = { signature: "newer", slot: 2900, message };
      expect(await rejection(lookLate([newer]))).toMatchObject(UNKNOWN);
      expect((await rejection(lookLate([]))).message).toContain("does not go back as far as the transaction");
    });

    test("no page of the history is read after maxWait", async () => {
      const cluster = new Cluster({ genesis: mainnet });
      const sleep = async () => {
        cluster.height += 400;
      };
      cluster.getSignaturesForAddress = async () => {
        cluster.calls.push("history");
        cluster.height += 100;
        return [{ signature: "newer", slot: cluster.context().slot, message }];
      };
      const error = await rejection(run(cluster, { clock: { ...cluster.clock, sleep }, maxWait: 500_000 }));
      expect(error).toMatchObject(UNKNOWN);
      expect(error.message).toContain("too long to search within maxWait");
      expect(cluster.calls.filter((call) => call === "history")).toHaveLength(1);
    });

    test("a transaction present only in the history is found", async () => {
      await expect(lookLate([{ signature: "own", slot: 1003, message }])).resolves.toMatchObject({
        slot: 1003,
      });
    });

    test("soon after the expiry every node has the status, so no history is needed", async () => {
      const pruned = new Cluster({ genesis: mainnet, firstBlock: 5000 });
      expect(await rejection(run(pruned))).toMatchObject(EXPIRED);
    });
  });

  test("a stale node behind the same address proves nothing", async ({ cluster }) => {
    // This node stopped before the blockhash was created. It calls the blockhash invalid and has no status.
    cluster.status = landedAt(1090);
    let asked = 0;
    const { isBlockhashValid, getSignatureStatuses } = cluster;
    cluster.isBlockhashValid = async (hash, config) =>
      asked++ > 0 && asked % 2
        ? { context: { slot: 500 }, value: false }
        : isBlockhashValid.call(cluster, hash, config);
    cluster.getSignatureStatuses = async () =>
      cluster.height < 1120 ? { context: { slot: 500 }, value: [null] } : getSignatureStatuses.call(cluster);
    await expect(run(cluster)).resolves.toMatchObject({ slot: 1097 });
  });

  test.for<[string, (cluster: Cluster) => void]>([
    [
      "that has not reached the transaction's block has no status",
      (cluster) => {
        const { getSignatureStatuses } = cluster;
        cluster.getSignatureStatuses = async () =>
          cluster.height < 1150
            ? { context: { slot: 1050 }, value: [null] }
            : getSignatureStatuses.call(cluster);
      },
    ],
    [
      "that stopped before the blockhash was created calls it invalid",
      (cluster) => {
        const { isBlockhashValid } = cluster;
        let asked = 0;
        cluster.isBlockhashValid = async (hash, config) =>
          asked++ > 0
            ? { context: { slot: 500 }, value: false }
            : isBlockhashValid.call(cluster, hash, config);
      },
    ],
  ])("while the other nodes are healthy, one %s, which proves nothing", async ([_, prepare], { cluster }) => {
    cluster.status = landedAt(1090);
    prepare(cluster);
    await expect(run(cluster)).resolves.toMatchObject({ slot: 1097 });
  });

  // After sending, no class of error proves anything: a connection can be the app's own code, built on this package.
  test.for([broken, new ConfigurationError("a wrong option of the connection")])(
    "a node that fails for 30 seconds with %s leaves the outcome unknown",
    async (failure, { cluster }) => {
      cluster.failures.set("statuses", new Array(99).fill(failure));
      const error = await rejection(run(cluster));
      expect(error).toMatchObject({ ...UNKNOWN, cause: failure });
      expect(cluster.height).toBe(1030);
    },
  );

  test("Retry-After is followed", async () => {
    const cluster = new Cluster({ status: landedAt(1001) });
    const context = { headers: new Headers({ "retry-after": "7" }) };
    cluster.failures.set("statuses", [Object.assign(new Error("429"), { context })]);
    const sleep = vi.spyOn(cluster.clock, "sleep");
    await run(cluster);
    expect(sleep.mock.calls.map(([ms]) => ms)).toEqual([7000]);
  });

  test("Retry-After does not outlast maxWait", async ({ cluster }) => {
    const busy = Object.assign(new Error("429"), { headers: new Headers({ "retry-after": "3600" }) });
    cluster.failures.set("statuses", [busy]);
    const waits: number[] = [];
    const sleep = async (ms: number) => {
      waits.push(ms);
      cluster.height += Math.ceil(ms / 1000);
    };
    await rejection(run(cluster, { maxWait: 20_000, clock: { now: cluster.clock.now, sleep } }));
    expect(Math.max(...waits)).toBe(20_000);
  });

  test("a node that does not respond within nodeTimeout counts as failing", async ({ cluster }) => {
    cluster.getSignatureStatuses = () => new Promise(() => {});
    const error = await rejection(run(cluster, { nodeTimeout: 1 }));
    expect(error.message).toMatch(/has failed for 30 seconds/);
  });

  test("a failure has the runtime's error and the logs, or no logs if they cannot be read", async () => {
    const cluster = new Cluster({
      status: landedAt(1001, "confirmed", customError),
      logs: ["Program log: one", "Program log: Error: slippage tolerance exceeded"],
    });
    const error = await rejection(run(cluster));
    expect(error).toBeInstanceOf(TransactionFailedError);
    expect(error).toMatchObject({ stage: "executed", outcome: "failed", transactionError: customError });
    expect(error.message).toMatch(/slot 1008 .*Custom.*in logs/);
    expect(error.logs?.[1]).toContain("slippage tolerance exceeded");
    cluster.failures.set("transaction", [broken]);
    await expect(run(cluster)).rejects.toMatchObject({ stage: "executed", logs: [] });
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(bs58.encode(alice.secretKey));
  });
});

describe("before the wallet's prompt", () => {
  const cases: [string, (cluster: Cluster) => void, string, object][] = [
    ["an unknown blockhash", set({ lastValid: 900 }), "TransactionExpiredError", {}],
    [
      "a lack of funds",
      set({ simulations: [customError] }),
      "TransactionFailedError",
      { stage: "preflight", transactionError: customError },
    ],
    ["a port that refuses", failing("valid", [refusedPort]), "ConfigurationError", {}],
    ["a gateway", failing("valid", [new Error("403 Forbidden")]), "ConfigurationError", {}],
    [
      "a node that is unreachable for 30 seconds",
      failing("valid", new Array(99).fill(broken)),
      "ConnectionError",
      { sent: false },
    ],
  ];
  test.each(cases)("%s ends the call with nothing signed", async (_, change, name, facts) => {
    const cluster = new Cluster();
    change(cluster);
    const signBytes = vi.fn(wallet.signBytes);
    const error = await rejection(run(cluster, { signer: { ...wallet, signBytes } }));
    expect(error).toMatchObject({ name, outcome: "not-sent", ...facts });
    expect([signBytes.mock.calls, cluster.sent]).toEqual([[], []]);
  });

  test("waits for a node that recovers within 30 seconds", async ({ cluster }) => {
    cluster.failures.set("valid", [broken, broken]);
    cluster.status = landedAt(1000);
    await expect(run(cluster)).resolves.toMatchObject({ slot: 1007 });
    expect(new ConnectionError("x", {}, false).sent).toBe(false);
  });

  test("a price that moved during the prompt is refused before anything is sent", async () => {
    const cluster = new Cluster({ simulations: [null, customError] });
    const error = await rejection(run(cluster, { signer: wallet }));
    expect(error).toMatchObject({ ...REFUSED, signature: expect.stringMatching(/./) });
    expect(cluster.sent).toEqual([]);
  });

  test.each([
    ["a Connection at a port that fetch never uses", () => new Connection("http://127.0.0.1:1")],
    ["an rpc of kit without an address", () => createSolanaRpc("http://[canary")],
    ["an rpc of kit with a password", () => createSolanaRpc("http://a:canary@localhost:9")],
    ["an rpc of kit that is not http", () => createSolanaRpc("gopher://canary" as "http://x")],
  ])("%s is a ConfigurationError without the address", async (_, connect) => {
    const error = await rejection(run(new Cluster(), { connection: connect() }));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain("canary");
  });

  test.each<[string, unknown]>([
    ["an address", "http://127.0.0.1:8899"],
    ["undefined", undefined],
    ["null", null],
    ["an empty object", {}],
    ["an incomplete Connection", { sendRawTransaction: async () => "" }],
  ])("%s as connection is refused", async (_, connection) => {
    const error = await rejection(run(new Cluster(), { connection: connection as SolanaConnection }));
    expect(error.message).toMatch(/^connection .*Nothing was sent/);
    const bytes = await sign();
    const call = submit(bytes, { connection: connection as SolanaConnection });
    await expect(call).rejects.toBeInstanceOf(ConfigurationError);
  });
});

describe("onSigned", () => {
  test("is awaited before anything is sent, and gets JSON that confirm accepts", async ({ cluster }) => {
    const stored: TransactionToSend[] = [];
    cluster.status = landedAt(1002);
    const { signature } = await run(cluster, {
      onSigned: async (signed) => {
        await new Promise((resolve) => setImmediate(resolve));
        expect(cluster.calls).not.toContain("send");
        stored.push(JSON.parse(JSON.stringify(signed)) as TransactionToSend);
      },
    });
    const transaction = Buffer.from(cluster.sent[0]!.bytes).toString("base64");
    expect(stored).toEqual([{ signature, transaction, validAt: 1007, genesisHash: "genesis" }]);
    const { signature: _, ...rest } = stored[0]!;
    await expect(confirm(signature, { connection: cluster, ...rest })).resolves.toMatchObject({ signature });
  });

  test.each([
    ["throws", () => JSON.parse("no")],
    ["rejects", async () => JSON.parse("no")],
  ])("that %s ends the call with nothing sent, then or later", async (_, onSigned) => {
    const cluster = new Cluster();
    let kept: TransactionToSend | undefined;
    const keep = (signed: TransactionToSend) => {
      kept = signed;
      return onSigned();
    };
    const error = await rejection(run(cluster, { onSigned: keep }));
    expect(error).toMatchObject({
      name: "ConfigurationError",
      outcome: "not-sent",
      cause: { name: "SyntaxError" },
    });
    const { signature, ...rest } = kept!;
    expect(error.signature).toBe(signature);
    const call = confirm(signature, { connection: cluster, clock: cluster.clock, ...rest });
    expect(await rejection(call)).toMatchObject(EXPIRED);
    expect(cluster.sent).toEqual([]);
  });

  test("that hangs ends with the signal, and nothing is sent", async ({ cluster }) => {
    const controller = new AbortController();
    const onSigned = () => {
      controller.abort("enough");
      return new Promise<never>(() => {});
    };
    const error = await rejection(run(cluster, { onSigned, signal: controller.signal }));
    expect(error).toMatchObject({
      name: "AbortedError",
      cause: "enough",
      outcome: "not-sent",
      signature: expect.any(String),
    });
    expect(cluster.sent).toEqual([]);
  });
});

describe("an aborted signal", () => {
  test("before anything is sent is an AbortedError, after that a TransactionAbortedError", async () => {
    const early = new Cluster();
    expect(await rejection(run(early, { signal: AbortSignal.abort("stop") }))).toBeInstanceOf(AbortedError);
    expect(early.sent).toEqual([]);
    const late = new Cluster();
    const controller = new AbortController();
    late.status = (height) => {
      if (height === 1003) controller.abort("enough");
      return null;
    };
    const error = await rejection(run(late, { signal: controller.signal }));
    expect(error).toBeInstanceOf(TransactionAbortedError);
    expect(error).not.toBeInstanceOf(AbortedError);
    expect(error).toMatchObject({ cause: "enough", outcome: "unknown", signature: expect.any(String) });
  });

  const never = new Promise<never>(() => {});
  test.each<[keyof SolanaConnection, string]>([
    ["isBlockhashValid", "AbortedError"],
    ["simulateTransaction", "AbortedError"],
    ["sendRawTransaction", "TransactionAbortedError"],
    ["getSignatureStatuses", "TransactionAbortedError"],
  ])("ends a call that hangs in %s as %s, for any reason", async (method, name) => {
    // The reason may be the error of another payment, which says nothing about this one.
    for (const reason of ["enough", new TransactionExpiredError("other"), refusedPort, alreadyProcessed]) {
      const cluster = new Cluster();
      const controller = new AbortController();
      Object.assign(cluster, {
        [method]: () => {
          setImmediate(() => controller.abort(reason));
          return never;
        },
      });
      const error = await rejection(
        run(cluster, { signal: controller.signal, clock: { sleep: () => never } }),
      );
      expect(error).toMatchObject({ name, cause: reason });
      expect(error.signature).not.toBe("other");
    }
  });

  test("ends the wait between two status requests, even if the clock ignores signals", async () => {
    const controller = new AbortController();
    const sleep = () => {
      setImmediate(() => controller.abort());
      return never;
    };
    const error = await rejection(run(new Cluster(), { clock: { sleep }, signal: controller.signal }));
    expect(error).toBeInstanceOf(TransactionAbortedError);
  });

  test("during the wallet's prompt drops the later signature", async ({ cluster }) => {
    const controller = new AbortController();
    const signBytes = async (message: Uint8Array) => {
      controller.abort("enough");
      return nodeSignature(message);
    };
    const signer = { ...wallet, signBytes };
    const error = await rejection(run(cluster, { signer, signal: controller.signal }));
    expect(error).toMatchObject({ name: "AbortedError", outcome: "not-sent" });
    expect(cluster.sent).toEqual([]);
  });

  test.each([
    ["signBytes", "AbortedError", "not-sent"],
    ["signTransaction", "TransactionAbortedError", "unknown"],
  ])("while %s is asked ends verifyAndSign as %s", async (method, name, outcome) => {
    const controller = new AbortController();
    const signer = { publicKey: alice.publicKey, [method]: () => never } as unknown as WalletSigner;
    const { intent } = sample;
    const signing = verifyAndSign({ intent, built, signer, signal: controller.signal });
    controller.abort("enough");
    expect(await rejection(signing)).toMatchObject({ name, outcome, cause: "enough" });
  });
});

describe("signing, submitting and confirming separately", () => {
  async function submitted() {
    const cluster = new Cluster();
    const bytes = await sign();
    return { cluster, bytes, signature: await submit(bytes, { connection: cluster }) };
  }

  test("have the same result as signAndSend", async () => {
    const { cluster, bytes, signature } = await submitted();
    cluster.status = landedAt(1002);
    const landed = await confirm(signature, { connection: cluster, clock: cluster.clock });
    expect(landed).toEqual({ signature, slot: 1009, confirmationStatus: "confirmed" });
    expect(cluster.sent).toHaveLength(1);
    expect(await submit(Buffer.from(bytes).toString("base64"), { connection: cluster })).toBe(signature);
  });

  test("confirm finds a transaction that landed long ago, whose status only the history has", async () => {
    const cluster = new Cluster({ height: 9000 });
    const bytes = await sign();
    const signature = bs58.encode(bytes.subarray(1, 65));
    const withHistory: SolanaConnection["getSignatureStatuses"] = async (_, config) => {
      cluster.status = config?.searchTransactionHistory ? landedAt(1000, "finalized") : () => null;
      return Cluster.prototype.getSignatureStatuses.call(cluster);
    };
    const connection = changed(cluster, { getSignatureStatuses: withHistory });
    const options = { connection, clock: cluster.clock };
    for (const transaction of [undefined, bytes])
      expect(await confirm(signature, { ...options, transaction })).toMatchObject({ slot: 1007 });
    const withoutHistory: SolanaConnection["getSignatureStatuses"] = async (_, config) => {
      if (config?.searchTransactionHistory) throw new Error("Transaction history is not available");
      return Cluster.prototype.getSignatureStatuses.call(cluster);
    };
    connection.getSignatureStatuses = withoutHistory as never;
    cluster.status = landedAt(cluster.height + 60);
    expect(await confirm(signature, options)).toMatchObject({ confirmationStatus: "confirmed" });
  });

  test("confirm polls, and sends only with resend", async () => {
    const { cluster, bytes, signature } = await submitted();
    const options = { connection: cluster, clock: cluster.clock, transaction: bytes };
    expect(await rejection(confirm(signature, options))).toMatchObject(EXPIRED);
    expect(cluster.sent).toHaveLength(1);
    cluster.height = 1000;
    expect(await rejection(confirm(signature, { ...options, resend: true }))).toMatchObject(EXPIRED);
    expect(cluster.sent.length).toBeGreaterThan(10);
  });

  test("a transaction whose second send fails may still land", async () => {
    const { cluster, bytes, signature } = await submitted();
    for (const err of [customError, "BlockhashNotFound"]) {
      cluster.simulations = [err];
      cluster.lastValid = 0;
      const lost = await rejection(submit(bytes, { connection: cluster }));
      expect(lost).toMatchObject({ ...UNKNOWN, signature });
    }
    const other = new Cluster({ simulations: [customError] });
    expect(await rejection(submit(bytes, { connection: other }))).toMatchObject(REFUSED);
  });

  test("submit returns the signature of bytes that another process has sent, also after their blockhash expired", async () => {
    const bytes = await sign();
    const old = { lastValid: 0, simulations: ["BlockhashNotFound"] };
    const lost = await rejection(submit(bytes, { connection: new Cluster(old) }));
    expect(lost).toMatchObject({ name: "TransactionExpiredError", outcome: "not-sent" });
    expect(lost.message).toContain("unless another process has sent it");
    const cluster = new Cluster({ ...old, simulations: ["BlockhashNotFound"], status: landedAt(900) });
    expect(await submit(bytes, { connection: cluster })).toBe(bs58.encode(bytes.subarray(1, 65)));
    expect(cluster.sent).toEqual([]);
  });

  test("submit looks up a transaction rejected by the node", async ({ cluster }) => {
    const bytes = await sign();
    cluster.failures.set("send", [refusedPort]);
    expect(await rejection(submit(bytes, { connection: cluster }))).toMatchObject({
      outcome: "unknown",
      cause: refusedPort,
    });
    cluster.failures.set("send", [broken]);
    cluster.status = landedAt(1000);
    await expect(submit(bytes, { connection: cluster })).resolves.toEqual(expect.any(String));
  });

  test("refuse an invalid signature, invalid bytes, an unsigned transaction and another transaction's signature", async () => {
    const bytes = await sign();
    const options = { connection: new Cluster() };
    const signature = await submit(bytes, options);

    const other = bytes.slice();
    other[1] = (other[1] ?? 0) ^ 1;
    const wrong = [
      () => confirm("abc", options),
      () => confirm(signature, { ...options, transaction: other }),
      () => submit("%", options),
      () => submit(7 as never, options),
    ];
    for (const call of wrong) await expect(call()).rejects.toBeInstanceOf(ConfigurationError);
    const resending = confirm(signature, { ...options, resend: true });
    await expect(resending).rejects.toThrow(/resend needs the option transaction/);
    const empty = Uint8Array.from(Buffer.from(built.transaction, "base64"));
    await expect(submit(empty, options)).rejects.toThrow(/signature of .* is missing/);
  });
});
