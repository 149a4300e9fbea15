import { expect, test } from "vitest";
import { lab, rpc } from "../lab.js";
import { RpcClient } from "./socket-client.js";

test("the WebSocket has getVersion, as on a node", async () => {
  const server = await lab();
  await server.listen();
  const client = await RpcClient.open(server.ws.live);
  const { result } = await rpc(server, "getVersion", []);
  expect(result).toEqual({ "solana-core": "3.0.13", "feature-set": expect.any(Number) });
  expect((await client.call("getVersion")).result).toEqual(result);
  expect((await client.call("getVersion", 1)).error).toMatchObject({ code: -32602 });
  expect((await client.call("getSlot")).error).toMatchObject({ code: -32601 });
  client.socket.close();
});

test("no cluster has the Fees sysvar any more", async () => {
  const server = await lab();
  const read = async (method: string, address: string) =>
    (await rpc(server, method, [address, { encoding: "base64" }])).result;
  expect((await read("getAccountInfo", "SysvarFees111111111111111111111111111111111")).value).toBeNull();
  const all = await read("getProgramAccounts", "Sysvar1111111111111111111111111111111111111");
  const addresses = all.map(({ pubkey }: { pubkey: string }) => pubkey);
  expect(addresses).toContain("SysvarRent111111111111111111111111111111111");
  expect(addresses).not.toContain("SysvarFees111111111111111111111111111111111");
});

test("rewards are known for the epochs that ended since the server started", async () => {
  const server = await lab();
  const { epoch } = (await rpc(server, "getEpochInfo", [])).result;
  const rewards = async (of?: number) => {
    const config = of === undefined ? [] : [{ epoch: of }];
    return rpc(server, "getInflationReward", [[server.wallets.alice.address], ...config]);
  };
  for (const of of [undefined, epoch - 1, epoch])
    expect((await rewards(of)).error, String(of)).toMatchObject({ code: -32004 });
  await server.clock.set({ epoch: epoch + 1 });
  await server.clock.advance("1m");
  expect((await rewards()).result).toEqual([null]);
  expect((await rewards(epoch)).result).toEqual([null]);
  expect((await rewards(epoch - 1)).error.code).toBe(-32004);
  await server.clock.set({ epoch: epoch + 2 });
  await server.clock.advance("1m");
  expect((await rewards(epoch)).result).toEqual([null]);
  expect((await rewards(epoch + 2)).error.code).toBe(-32004);
});

test("the filter tokenAccountState is a text, or an object whose value is null", async () => {
  const server = await lab();
  const held = async (filter: unknown) => {
    const config = { encoding: "base64", filters: [filter], dataSlice: { offset: 0, length: 0 } };
    return rpc(server, "getProgramAccounts", ["TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA", config]);
  };
  const { result } = await held("tokenAccountState");
  expect(result.length).toBeGreaterThan(10);
  expect((await held({ tokenAccountState: null })).result).toEqual(result);
  expect((await held({ tokenAccountState: {} })).error.code).toBe(-32602);
});
