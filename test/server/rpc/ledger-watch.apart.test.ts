import { createMockServer } from "@intent-tx/mock-server";
import bs58 from "bs58";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { signedTransaction } from "../../../mock-server/src/formats/compile.js";
import { solTransfer } from "../../../mock-server/src/formats/instructions.js";
import type { LedgerEvent } from "../../../mock-server/src/ledger/ledger.js";
import { signaturesOf } from "../../../mock-server/src/ledger/validator/history.js";
import { RpcClient, RpcUnreachableError } from "../../../mock-server/src/ledger/validator/rpc-client.js";
import type { ValidatorWatch } from "../../../mock-server/src/ledger/validator/watch.js";
import { world } from "./ledger-port.js";

type Handler = (...params: never[]) => unknown;
interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: never[];
}

/** A fake validator: answers by method, and records the requests. */
function fakeValidator(handlers: Record<string, Handler>) {
  const asked: string[] = [];
  const answer = ({ id, method, params }: Call) => {
    asked.push(method);
    const handler = handlers[method];
    if (!handler) return { jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found" } };
    return { jsonrpc: "2.0", id, result: handler(...params) };
  };
  vi.stubGlobal("fetch", async (_url: URL, init: { body: string }) => {
    const body = JSON.parse(init.body) as Call | Call[];
    return Response.json(Array.isArray(body) ? body.map(answer) : answer(body));
  });
  return { asked, client: new RpcClient("http://validator.test/secret-path?api-key=hush") };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("a validator's answers", () => {
  test("an unreachable validator is a 503 with its address, without secret parts of the URL", async () => {
    const { client } = fakeValidator({});
    vi.stubGlobal("fetch", () =>
      Promise.reject(new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } })),
    );
    const error = await client.call("getSlot").catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RpcUnreachableError);
    expect(error).toMatchObject({ status: 503, code: "service_unavailable" });
    const { message } = error as Error;
    expect(message).toContain("http://validator.test does not respond to getSlot: ECONNREFUSED");
    expect(message).not.toMatch(/secret|hush/);
  });

  test.each(["ftp://validator", "not an address", "http://user:hush@validator"])(
    "%s is not an address",
    (url) => {
      expect(() => new RpcClient(url)).toThrow(/rpcUrl/);
    },
  );

  test("a server is not created over an invalid address", async () => {
    await expect(createMockServer({ rpcUrl: "validator:8899" })).rejects.toThrow(/^rpcUrl /);
    await expect(createMockServer({ testRpcUrl: "" })).rejects.toThrow(/^testRpcUrl /);
  });

  test("a batch keeps its order, in any order of the answers", async () => {
    const { client } = fakeValidator({});
    vi.stubGlobal("fetch", async (_url: URL, init: { body: string }) => {
      const calls = JSON.parse(init.body) as Call[];
      return Response.json(calls.map(({ id, method }) => ({ id, result: method })).reverse());
    });
    const methods = Array.from({ length: 60 }, (_, at) => `method ${at}`);
    expect(await client.batch(methods.map((method) => ({ method })))).toEqual(methods);
  });

  test("lamports beyond 2^53 are exact", async () => {
    const { client } = fakeValidator({});
    vi.stubGlobal("fetch", async () => new Response('{"id":1,"result":{"lamports":18446744073709551615}}'));
    expect(await client.call("getAccountInfo")).toEqual({ lamports: 18_446_744_073_709_551_615n });
  });
});

describe("signatures of a wallet and its token accounts", () => {
  const lists: Record<string, { signature: string; slot: number }[]> = {
    wallet: [
      { signature: "e", slot: 9 },
      { signature: "b", slot: 7 },
      { signature: "a", slot: 5 },
    ],
    tokens: [
      { signature: "d", slot: 7 },
      { signature: "c", slot: 7 },
      { signature: "a", slot: 5 },
    ],
  };
  const getSignaturesForAddress = (address: string) => lists[address];

  test("are one history, in block order within a slot", async () => {
    const getBlock = () => ({ signatures: ["x", "c", "b", "d"] });
    const { client, asked } = fakeValidator({ getSignaturesForAddress, getBlock } as Record<string, Handler>);
    expect(await signaturesOf(client, ["wallet", "tokens"], { limit: 10 })).toEqual([
      "e",
      "d",
      "b",
      "c",
      "a",
    ]);
    expect(await signaturesOf(client, ["wallet", "tokens"], { limit: 2 })).toEqual(["e", "d"]);
    expect(asked.filter((method) => method === "getBlock")).toHaveLength(2);
    expect(await signaturesOf(client, ["tokens"], { limit: 10 })).toEqual(["d", "c", "a"]);
    expect(asked.filter((method) => method === "getBlock")).toHaveLength(2);
  });

  test("keep each account's order where the block is gone", async () => {
    const { client } = fakeValidator({ getSignaturesForAddress } as Record<string, Handler>);
    const all = await signaturesOf(client, ["wallet", "tokens"], { limit: 10 });
    expect(all.indexOf("d")).toBeLessThan(all.indexOf("c"));
    expect([...all].sort()).toEqual(["a", "b", "c", "d", "e"]);
  });
});

describe("watching", () => {
  const [{ wallet: alice }, { wallet: bob }] = world.wallets as [
    (typeof world.wallets)[0],
    (typeof world.wallets)[0],
  ];
  const blockhash = bs58.encode(new Uint8Array(32).fill(3));
  const wire = signedTransaction([alice], [solTransfer(alice.address, bob.address, 1n)], blockhash);
  const signature = bs58.encode(wire.subarray(1, 65));
  const newer: { signature: string; slot: number }[] = [];
  const chain = { landed: false, valid: true, height: 100, sent: 0, newer };
  const meta = { err: null, fee: 5000, preBalances: [1], postBalances: [1], logMessages: [] };

  beforeEach(() => {
    vi.useFakeTimers();
    Object.assign(chain, { landed: false, valid: true, height: 100, sent: 0, newer: [] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  // The watch captures the timers that exist when it is loaded.
  async function watching(known = (_: string) => false) {
    vi.resetModules();
    const fresh = await import("../../../mock-server/src/ledger/validator/watch.js");
    const validator = fakeValidator({
      getSignatureStatuses: () => ({ value: [chain.landed ? { confirmationStatus: "confirmed" } : null] }),
      getTransaction: () => ({
        slot: 50,
        blockTime: 1,
        meta,
        transaction: [Buffer.from(wire).toString("base64"), "base64"],
      }),
      getSignaturesForAddress: () => (chain.landed ? [...chain.newer, { signature, slot: 50 }] : []),
      getSlot: () => 10,
      getBlockHeight: () => chain.height,
      isBlockhashValid: () => ({ value: chain.valid }),
      sendTransaction: () => {
        chain.sent++;
        return signature;
      },
    });
    const watch: ValidatorWatch = new fresh.ValidatorWatch(validator.client, known);
    const told: LedgerEvent[] = [];
    const stop = watch.subscribe((event) => told.push(event));
    return { ...validator, watch, told, stop };
  }

  test("a dropped transaction is resent until it lands, and is reported once", async () => {
    const { watch, told, asked } = await watching();
    watch.sent(signature, wire, blockhash);
    watch.wallet(alice.address, 40, 1_000);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(chain.sent).toBeGreaterThanOrEqual(2);
    expect(told).toEqual([]);
    chain.landed = true;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(told).toMatchObject([{ kind: "landed", transaction: { signature, slot: 50, at: 1000 } }]);
    const sent = chain.sent;
    chain.height = 2_000;
    await vi.advanceTimersByTimeAsync(1_000);
    const quiet = asked.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked.length).toBe(quiet);
    expect(chain.sent).toBe(sent);
  });

  test("transactions of one slot are reported oldest first", async () => {
    const { watch, told } = await watching();
    Object.assign(chain, { landed: true, newer: [{ signature: "newer", slot: 50 }] });
    watch.wallet(alice.address, 40, 1_000);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(told).toMatchObject([{ transaction: { signature } }, { transaction: { signature: "newer" } }]);
  });

  test("an expired transaction is given up", async () => {
    const { watch, told, asked } = await watching();
    chain.valid = false;
    watch.sent(signature, wire, blockhash);
    await vi.advanceTimersByTimeAsync(5_000);
    const quiet = asked.length;
    chain.landed = true;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked.length).toBe(quiet);
    expect([told, chain.sent]).toEqual([[], 0]);
  });

  test.each([
    ["an earlier process reported", 40, true],
    ["is older than the build", 51, false],
  ])("a transaction that %s is not reported", async (_, fromSlot, known) => {
    const { watch, told } = await watching(() => known);
    chain.landed = true;
    watch.wallet(alice.address, fromSlot, 1_000);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(told).toEqual([]);
  });

  test("ends with the last listener", async () => {
    const { watch, asked, stop } = await watching();
    watch.wallet(alice.address, 40, 1_000);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked.length).toBeGreaterThan(0);
    stop();
    const quiet = asked.length;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked.length).toBe(quiet);
  });
});
