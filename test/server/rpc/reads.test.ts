import bs58 from "bs58";
import { expect } from "vitest";
import { zstdBytes } from "../../../mock-server/src/rpc/encode/account.js";
import { parseInstruction } from "../../../mock-server/src/rpc/parsed/instruction.js";
import { rpc, test } from "../lab.js";
import { RpcClient } from "./socket-client.js";

test("the WebSocket has getVersion, as on a node", async ({ server }) => {
  await server.listen();
  const client = await RpcClient.open(server.ws.live);
  const { result } = await rpc(server, "getVersion", []);
  expect(result).toEqual({ "solana-core": "4.1.2", "feature-set": expect.any(Number) });
  expect((await client.call("getVersion")).result).toEqual(result);
  expect((await client.call("getVersion", 1)).error).toMatchObject({ code: -32602 });
  expect((await client.call("getSlot")).error).toMatchObject({ code: -32601 });
  client.socket.close();
});

test("the sysvars of rewards and of blockhashes are parsed, with lamports as text", async ({ server }) => {
  const parsed = async (address: string) =>
    (await rpc(server, "getAccountInfo", [address, { encoding: "jsonParsed" }])).result.value.data.parsed;
  expect(await parsed("SysvarEpochRewards1111111111111111111111111")).toEqual({
    type: "epochRewards",
    info: {
      distributionStartingBlockHeight: 0,
      numPartitions: 0,
      parentBlockhash: "11111111111111111111111111111111",
      totalPoints: "0",
      totalRewards: "0",
      distributedRewards: "0",
      active: false,
    },
  });
  const { blockhash } = (await rpc(server, "getLatestBlockhash", [])).result.value;
  const { type, info } = await parsed("SysvarRecentB1ockHashes11111111111111111111");
  expect(type).toBe("recentBlockhashes");
  expect(info).toHaveLength(150);
  expect(info[0]).toEqual({ blockhash, feeCalculator: { lamportsPerSignature: "5000" } });
});

test("the faucet's lamports are exact in JSON", async ({ server }) => {
  const { value } = (await rpc(server, "getLargestAccounts", [])).result;
  expect(value[0].lamports).toBeLessThan(2 ** 53);
});

test("no cluster has the Fees sysvar any more", async ({ server }) => {
  const read = async (method: string, address: string) =>
    (await rpc(server, method, [address, { encoding: "base64" }])).result;
  expect((await read("getAccountInfo", "SysvarFees111111111111111111111111111111111")).value).toBeNull();
  const all = await read("getProgramAccounts", "Sysvar1111111111111111111111111111111111111");
  const addresses = all.map(({ pubkey }: { pubkey: string }) => pubkey);
  expect(addresses).toContain("SysvarRent111111111111111111111111111111111");
  expect(addresses).not.toContain("SysvarFees111111111111111111111111111111111");
});

test("rewards are known for the epochs that ended since the server started", async ({ server }) => {
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

test("the filter tokenAccountState is a text, or an object whose value is null", async ({ server }) => {
  const held = async (filter: unknown) => {
    const config = { encoding: "base64", filters: [filter], dataSlice: { offset: 0, length: 0 } };
    return rpc(server, "getProgramAccounts", ["TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA", config]);
  };
  const { result } = await held("tokenAccountState");
  expect(result.length).toBeGreaterThan(10);
  expect((await held({ tokenAccountState: null })).result).toEqual(result);
  expect((await held({ tokenAccountState: {} })).error.code).toBe(-32602);
});

const TOKEN = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
const SYSTEM = "11111111111111111111111111111111";

/** An instruction of a program over accounts named a, b, c … */
function words(programId: string, data: Uint8Array | readonly number[], accounts = 3) {
  const keys = [programId, ..."abcdef".slice(0, accounts)];
  const indexes = keys.slice(1).map((_, index) => index + 1);
  return parseInstruction({ programIdIndex: 0, accounts: indexes, data: Uint8Array.from(data) }, keys, 1);
}

const u64 = (value: bigint) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return [...bytes];
};

test("unknown or truncated instructions, or ones with too few accounts, are returned unparsed", () => {
  const budget = "ComputeBudget111111111111111111111111111111";
  expect(words(budget, [2, 1, 0, 0, 0], 0)).toEqual({
    accounts: [],
    data: bs58.encode(Uint8Array.of(2, 1, 0, 0, 0)),
    programId: budget,
    stackHeight: 1,
  });
  for (const [programId, data, accounts] of [
    [TOKEN, [3, 1, 2], 3],
    [TOKEN, [3, ...u64(5n)], 2],
    [TOKEN, [99], 3],
    [TOKEN, [], 3],
    [SYSTEM, [2, 0], 2],
    [SYSTEM, [2, 0, 0, 0, ...u64(5n)], 1],
  ] as const) {
    expect(words(programId, data, accounts)).not.toHaveProperty("parsed");
  }
});

/** Bytes that compress well, and some that do not. */
function bytesOf(length: number, seed: number): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length }, (_, at) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return at % 1000 < 500 ? state >>> 16 : 7;
  });
}

/** The content length that a frame states (RFC 8878, 3.1.1.1). */
function toldLength(frame: Uint8Array): number {
  const view = new DataView(frame.buffer, frame.byteOffset);
  const descriptor = view.getUint8(4);
  const at = 5 + (descriptor & 0x20 ? 0 : 1);
  const size = descriptor >>> 6;
  if (size === 0) return view.getUint8(at);
  if (size === 1) return view.getUint16(at, true) + 256;
  return size === 2 ? view.getUint32(at, true) : Number(view.getBigUint64(at, true));
}

test("bytes of every length round-trip, and a frame states their number", async () => {
  const zstd = await zstdBytes();
  for (const length of [0, 1, 300, 65_536, 65_537, 200_000, 1 << 20]) {
    const bytes = bytesOf(length, length);
    const frame = zstd.compress(bytes);
    expect(Buffer.compare(zstd.decompress(frame), bytes)).toBe(0);
    expect(toldLength(frame)).toBe(length);
  }
});
