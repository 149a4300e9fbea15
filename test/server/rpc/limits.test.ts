import bs58 from "bs58";
import { beforeEach, expect, test } from "vitest";
import { readJson } from "../../../mock-server/src/kernel/json.js";
import { RpcSetup } from "./setup.js";
import { RpcClient } from "./socket-client.js";

let setup: RpcSetup;
beforeEach(async () => {
  setup = await RpcSetup.open();
});

const call = (method: string, ...params: unknown[]) => ({ jsonrpc: "2.0", id: 1, method, params });
const posted = async (body: unknown) => JSON.parse((await setup.post(JSON.stringify(body))).body);

test("invalid JSON with many digits or quotes is refused in linear time", () => {
  const digits = "1".repeat(16);
  expect(() => readJson(`[${digits},"${'\\"'.repeat(25_000)}`)).toThrow(SyntaxError);
  expect(() => readJson(`[${digits},${'"a'.repeat(25_000)}`)).toThrow(SyntaxError);
  expect(readJson(`{"a":${digits}9,"b":"${digits}99"}`)).toEqual({ a: 11111111111111119n, b: `${digits}99` });
});

test("a batch has at most 1,000 calls", async () => {
  const batch = (length: number) =>
    Array.from({ length }, () => ({ jsonrpc: "2.0", id: 1, method: "getSlot" }));
  expect(await posted(batch(1000))).toHaveLength(1000);
  expect(await posted(batch(1001))).toMatchObject({
    error: { code: -32600, message: expect.stringContaining("1001 calls; at most 1000") },
    id: null,
  });
});

test("a response has at most 16 MiB: a larger call is refused, and in a batch every call beyond the limit", async () => {
  // The account with Token-2022's code: the largest of the world, 615,981 bytes.
  const address = "DoU57AYuPFu2QU514RktNPG22QhApEjnKxnBcu4BHDTY";
  const whole = { encoding: "base64" };
  const many = async (count: number, config: object) =>
    setup.call("getMultipleAccounts", Array(count).fill(address), config);
  expect((await many(20, whole)).result.value).toHaveLength(20);
  expect((await many(21, whole)).error).toEqual({
    code: -32600,
    message:
      "The response exceeds 16 MiB; request less at a time, or use dataSlice to request part of the data",
  });
  const sliced = { encoding: "base64", dataSlice: { offset: 0, length: 10 } };
  expect((await many(21, sliced)).result.value).toHaveLength(21);
  // Compressed data counts as it is sent.
  const zstd = { encoding: "base64+zstd" };
  expect((await many(21, zstd)).result.value).toHaveLength(21);
  expect((await many(100, zstd)).error?.code).toBe(-32600);

  const answers = await posted(Array(22).fill(call("getAccountInfo", address, whole)));
  expect(answers.map((one: { error?: { code: number } }) => one.error?.code)).toEqual([
    ...Array(20).fill(undefined),
    ...Array(2).fill(-32600),
  ]);
  expect(JSON.stringify(answers).length).toBeLessThan(17 << 20);
});

test("params nested deeper than any method's are refused, over HTTP and over a WebSocket", async () => {
  const wanted = { code: -32602, message: expect.stringContaining("nested deeper than 64 levels") };
  const text = `{"jsonrpc":"2.0","id":1,"method":"getBalance","params":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
  expect(JSON.parse((await setup.post(text)).body).error).toEqual(wanted);
  const client = await RpcClient.open(await setup.listen());
  client.socket.send(text.replace("getBalance", "accountSubscribe"));
  expect((await client.message()).error).toEqual(wanted);
});

test("a connection has at most 1,000 subscriptions, and repeating one adds none", async () => {
  const client = await RpcClient.open(await setup.listen());
  const addresses = Array.from({ length: 1001 }, (_, index) =>
    bs58.encode(Uint8Array.from({ length: 32 }, (_, at) => (at < 2 ? index >> (8 * at) : 1))),
  );
  for (const address of addresses) {
    client.socket.send(JSON.stringify(call("accountSubscribe", address)));
  }
  const ids = new Set<number>();
  for (let at = 0; at < 1000; at++) ids.add((await client.message()).result);
  expect(ids.size).toBe(1000);
  expect((await client.message()).error).toEqual({
    code: -32603,
    message: "Internal Error: Subscription refused. Node subscription limit reached",
  });
  expect(ids.has((await client.call("accountSubscribe", addresses[0])).result)).toBe(true);
  expect((await client.call("accountUnsubscribe", [...ids][0])).result).toBe(true);
  expect((await client.call("accountSubscribe", addresses[1000])).result).toBeGreaterThan(1000);
});
