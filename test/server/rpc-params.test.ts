import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RpcScene } from "./rpc-scene.js";

const USDC = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const SYSTEM = "11111111111111111111111111111111";

let scene: RpcScene;
beforeAll(() => {
  scene = new RpcScene();
});
afterAll(() => scene.close());

async function refusal(method: string, params: unknown): Promise<string> {
  const { body } = await scene.post(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
  const { error } = JSON.parse(String(body)) as { error?: { code: number; message: string } };
  expect(error?.code).toBe(-32602);
  return error?.message ?? "";
}

/** The refusals of a node of release 3.0.13, word for word. */
const REFUSED: readonly [method: string, params: unknown, says: string][] = [
  ["getAccountInfo", [5], "invalid type: integer `5`, expected a string"],
  ["getAccountInfo", [USDC, "base64"], 'invalid type: string "base64", expected struct RpcAccountInfoConfig'],
  ["getAccountInfo", [USDC, []], "invalid type: sequence, expected struct RpcAccountInfoConfig"],
  ["getAccountInfo", [USDC, { encoding: 7 }], "invalid type: integer `7`, expected string or map"],
  [
    "getAccountInfo",
    [USDC, { encoding: "hex" }],
    "unknown variant `hex`, expected one of `binary`, `base58`, `base64`, `jsonParsed`, `base64+zstd`",
  ],
  ["getAccountInfo", [USDC, { dataSlice: { offset: 1 } }], "missing field `length`"],
  [
    "getAccountInfo",
    [USDC, { dataSlice: [1] }],
    "invalid length 1, expected struct UiDataSliceConfig with 2 elements",
  ],
  ["getAccountInfo", [USDC, { dataSlice: [1, 2, 3] }], "invalid length 3, expected fewer elements in array"],
  ["getBalance", [USDC, { minContextSlot: "1" }], 'invalid type: string "1", expected u64'],
  ["getBalance", [USDC, { minContextSlot: -1 }], "invalid value: integer `-1`, expected u64"],
  ["getBalance", [USDC, { minContextSlot: 1.5 }], "invalid type: floating point `1.5`, expected u64"],
  ["getBalance", [USDC, { minContextSlot: 1e20 }], "invalid type: floating point `1e20`, expected u64"],
  ["getTokenSupply", [USDC, {}], "missing field `commitment`"],
  [
    "getTokenSupply",
    [USDC, { commitment: "recent" }],
    "unknown variant `recent`, expected one of `processed`, `confirmed`, `finalized`",
  ],
  ["getMultipleAccounts", [USDC], `invalid type: string "${USDC}", expected a sequence`],
  ["getMultipleAccounts", [[null]], "invalid type: null, expected a string"],
  [
    "getTokenAccountsByOwner",
    [USDC, { owner: SYSTEM }],
    "unknown variant `owner`, expected `mint` or `programId`",
  ],
  ["getTokenAccountsByOwner", [USDC, {}], "invalid value: map, expected map with a single key"],
  ["getTokenAccountsByOwner", [USDC, "mint"], "invalid type: unit variant, expected newtype variant"],
  [
    "getProgramAccounts",
    [SYSTEM, { filters: [{ memcmp: { offset: 0, bytes: 5 } }] }],
    "data did not match any variant of untagged enum DataType",
  ],
  ["getProgramAccounts", [SYSTEM, { filters: [{ memcmp: { bytes: "z" } }] }], "missing field `offset`"],
  [
    "getProgramAccounts",
    [SYSTEM, { filters: [{ tokenAccountState: {} }] }],
    "invalid type: map, expected unit",
  ],
  ["getProgramAccounts", [SYSTEM, { withContext: 1 }], "invalid type: integer `1`, expected a boolean"],
  ["getSupply", [{ excludeNonCirculatingAccountsList: null }], "invalid type: null, expected a boolean"],
  ["getBlockTime", undefined, "invalid type: null, expected a tuple of size 1"],
  ["getSlotLeaders", [1], "invalid length 1, expected a tuple of size 2"],
  ["getSlotLeaders", [1, 2, 3], "invalid length 3, expected fewer elements in array"],
  ["getBlock", [1, true], "data did not match any variant of untagged enum RpcEncodingConfigWrapper"],
  ["getBlocks", [1, "2"], "data did not match any variant of untagged enum RpcBlocksConfigWrapper"],
  ["sendTransaction", ["", { skipPreflight: "true" }], 'invalid type: string "true", expected a boolean'],
  ["simulateTransaction", ["", { accounts: {} }], "missing field `addresses`"],
];

describe("params that a method cannot read", () => {
  test.each(REFUSED)("%s %j", async (method, params, says) => {
    expect(await refusal(method, params)).toBe(`Invalid params: ${says}.`);
  });

  test("are looked at before what they say", async () => {
    // The first of them is no address, but the second is of no kind that the method takes.
    expect(await refusal("getBalance", ["abc", 5])).toBe(
      "Invalid params: invalid type: integer `5`, expected struct RpcContextConfig.",
    );
    expect(await refusal("getBalance", ["abc", {}])).toBe("Invalid param: WrongSize");
  });

  test("bytes to compare with have to be base64 if they say so", async () => {
    const memcmp = { offset: 0, bytes: "z", encoding: "base64" };
    expect(await refusal("getProgramAccounts", [SYSTEM, { filters: [{ memcmp }] }])).toBe(
      "Invalid param: Base64DecodeError(InvalidLength(1))",
    );
  });

  test("a method without params says which ones it got", async () => {
    const { error } = await scene.call("getHealth", { x: 1 });
    expect(error).toEqual({
      code: -32602,
      message: "Invalid parameters: No parameters were expected",
      data: 'Array([Object {"x": Number(1)}])',
    });
  });
});

describe("params that a method reads as a node does", () => {
  test("a slice may be a list", async () => {
    const result = await scene.result("getAccountInfo", USDC, { encoding: "base64", dataSlice: [0, 4] });
    expect(Buffer.from(result.value.data[0], "base64")).toHaveLength(4);
  });

  test("a commitment that is none is left out where it is one key among others", async () => {
    const finalized = await scene.result("getSlot");
    expect(await scene.result("getSlot", { commitment: "recent" })).toBe(finalized);
    expect(await scene.result("getSlot", { commitment: 5 })).toBe(finalized);
  });

  test("the least slot is asked of lists of blocks too", async () => {
    const { error } = await scene.call("getBlocks", 1, 2, { minContextSlot: 9_000_000_000_000 });
    expect(error.code).toBe(-32016);
  });

  test("a validator that has not voted lately is delinquent at the distance that is asked for", async () => {
    const keepUnstakedDelinquents = true;
    const near = await scene.result("getVoteAccounts", {
      delinquentSlotDistance: 0,
      keepUnstakedDelinquents,
    });
    expect([near.current.length, near.delinquent.length]).toEqual([0, 1]);
    const usual = await scene.result("getVoteAccounts");
    expect([usual.current.length, usual.delinquent.length]).toEqual([1, 0]);
  });
});
