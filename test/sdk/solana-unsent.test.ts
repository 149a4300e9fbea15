// A transaction that did not leave the process is never said to be sent, and no error tells the address of a node.
import { createServer } from "node:net";
import { inspect } from "node:util";
import { createSolanaRpc } from "@solana/kit";
import { Connection } from "@solana/web3.js";
import { ConfigurationError } from "intent-tx";
import { type SolanaConnection, submit, TransactionUnconfirmedError, verifyAndSign } from "intent-tx/solana";
import { describe, expect, test } from "vitest";
import { alice, built, Cluster, landedAt, run, sample } from "./solana-cluster.js";

const rejection = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable(),
    (error: unknown) => error as Error,
  );

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
    [
      "an rpc of kit at a name that is none",
      async () => createSolanaRpc("http://no-such-host.invalid/canary"),
    ],
    ["an rpc of kit at an address that is none", async () => createSolanaRpc("http://[canary")],
    [
      "an rpc of kit at an address with a password",
      async () => createSolanaRpc("http://a:canary@localhost:9"),
    ],
    ["an rpc of kit at what is not http", async () => createSolanaRpc("gopher://canary" as "http://x")],
  ])("%s", async (_, connect) => {
    const error = await rejection(run(new Cluster(), { connection: await connect() }));
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain("canary");
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

  test("an error whose message is no text is told all the same", async () => {
    const cluster = new Cluster();
    cluster.failures.set("send", [
      Object.assign(new Error(), { code: "ECONNREFUSED", message: Symbol("x") }),
    ]);
    const error = await rejection(run(cluster));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error.message).toMatch(/was not sent/);
  });

  test("nor is the address of a node in the cause of any other end", async () => {
    const lost = Object.assign(new TypeError("request to https://rpc.example/?key=canary failed"), {
      cause: Object.assign(new Error("reset"), { input: "https://rpc.example/canary" }),
    });
    const ends: unknown[] = [];
    for (const [method, lastValid] of [
      ["send", 1100],
      ["statuses", 1100],
      ["send", 1005],
    ] as const) {
      const cluster = new Cluster();
      cluster.lastValid = lastValid;
      cluster.failures.set(method, new Array(200).fill(lost));
      ends.push(await rejection(run(cluster)));
    }
    expect(ends.map((error) => (error as Error).name).sort()).toEqual([
      "TransactionExpiredError",
      "TransactionExpiredError",
      "TransactionUnconfirmedError",
    ]);
    for (const error of ends) expect(inspect(error, { depth: 9, showHidden: true })).not.toContain("canary");
    expect(ends[0]).toMatchObject({ cause: { name: "TypeError", message: "request to <address> failed" } });
  });

  test("causes that lead in a circle end", async () => {
    const first: Error = new TypeError("fetch failed", { cause: new Error("reset") });
    (first.cause as Error).cause = first;
    const many = Object.assign(new AggregateError([first]), { cause: first });
    many.errors.push(many);
    for (const error of [first, many]) {
      const cluster = new Cluster();
      cluster.failures.set("send", new Array(200).fill(error));
      const { cause } = await rejection(run(cluster));
      expect(cause).toBe(error);
    }
  });

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
