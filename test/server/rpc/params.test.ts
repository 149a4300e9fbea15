import { afterAll, describe, expect, test } from "vitest";
import { RpcSetup } from "./setup.js";

const USDC = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const SYSTEM = "11111111111111111111111111111111";
const NOWHERE = "US517G5965aydkZ46HS38QLi7UQiSojurfbQfKCELFx";
const memcmp = (fields: object) => [SYSTEM, { filters: [{ memcmp: fields }] }];

const setup = await RpcSetup.open(afterAll);

/** Calls with a param that the method cannot accept, and the param named in the error. */
const REFUSED: readonly [method: string, params: unknown, names: string][] = [
  ["getBalance", [], "address must be a base58-encoded 32-byte address"],
  ["getBalance", ["abc"], "address must be a base58-encoded 32-byte address"],
  // A string of this length is not decoded, because decoding takes quadratic time.
  ["getBalance", ["2".repeat(45_000)], "address must be a base58-encoded 32-byte address"],
  ["getBalance", { a: 1 }, "must be a list"],
  ["getBalance", [USDC, {}, 3], "at most 2 (address, config)"],
  ["getBalance", [USDC, { minContextSlot: "1" }], "config.minContextSlot must be an integer"],
  ["getBalance", [USDC, { minContextSlot: -1 }], "config.minContextSlot must be an integer"],
  ["getBalance", [USDC, { minContextSlot: 1e20 }], "config.minContextSlot must be an integer"],
  ["getHealth", [1], "accepts none"],
  ["getTransaction", ["2".repeat(45_000)], "signature must be a base58-encoded 64-byte signature"],
  ["isBlockhashValid", ["abc"], "blockhash must be a base58-encoded 32-byte address"],
  ["getAccountInfo", [USDC, "base64"], "config must be an object"],
  ["getAccountInfo", [USDC, { encoding: "hex" }], "config.encoding must be one of binary"],
  ["getAccountInfo", [USDC, { dataSlice: { offset: 1 } }], "config.dataSlice.length must be an integer"],
  ["getMultipleAccounts", [USDC], "addresses must be a list"],
  ["getMultipleAccounts", [[null]], "addresses[0] must be a base58-encoded 32-byte address"],
  ["getMultipleAccounts", [Array(101).fill(USDC)], "addresses must have at most 100 items"],
  ["getSignatureStatuses", [Array(257).fill("1".repeat(64))], "signatures must have at most 256 items"],
  ["getTokenAccountsByOwner", [USDC, { owner: SYSTEM }], "must have one of mint, programId"],
  ["getProgramAccounts", memcmp({ offset: 0, bytes: 5 }), "bytes must be a string or a list of bytes"],
  ["getProgramAccounts", memcmp({ bytes: "z" }), "memcmp.offset must be an integer"],
  [
    "getProgramAccounts",
    memcmp({ offset: 0, bytes: "z", encoding: "base64" }),
    "memcmp.bytes must be base64",
  ],
  [
    "getProgramAccounts",
    [SYSTEM, { filters: Array(5).fill("tokenAccountState") }],
    "config.filters must have at most 4 items",
  ],
  ["getSlotLeaders", [1], "limit must be an integer"],
  ["getBlock", [1, true], "config"],
  ["getBlocks", [1, "2"], "end"],
  ["getFeeForMessage", ["!!"], "message must be base64"],
  ["sendTransaction", ["!!"], "transaction must be base58-encoded, at most 4096 bytes"],
  ["sendTransaction", ["!!", { encoding: "base64" }], "transaction must be base64"],
  ["sendTransaction", ["A".repeat(1648), { encoding: "base64" }], "too large: more than 1232 bytes"],
  ["sendTransaction", ["A".repeat(5464), { encoding: "base64" }], "at most 4096 bytes"],
  ["sendTransaction", ["AAAA", { encoding: "json" }], "must be base58 or base64"],
  ["sendTransaction", ["AAAA", { encoding: "base64" }], "failed to deserialize"],
  ["sendTransaction", ["", { skipPreflight: "true" }], "config.skipPreflight must be true or false"],
  ["simulateTransaction", ["", { accounts: {} }], "config.accounts.addresses must be a list"],
];

describe("an invalid param is -32602, and the message names it:", () => {
  test.each(REFUSED)("%s %.60j", async (method, params, names) => {
    const { body } = await setup.post(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
    const { error } = JSON.parse(String(body));
    expect(error.code).toBe(-32602);
    expect(error.message).toContain(names);
  });
});

const NO_COMMITMENT = "Method does not support commitment below `confirmed`";

test.each<[string, unknown[], number, string]>([
  ["getTokenAccountBalance", ["alice"], -32602, "Invalid param: not a Token account"],
  ["getTokenAccountBalance", [NOWHERE], -32602, "Invalid param: could not find account"],
  ["getTokenSupply", ["alice"], -32602, "Invalid param: not a Token mint"],
  ["getTokenAccountsByOwner", [NOWHERE, { mint: NOWHERE }], -32602, "Invalid param: could not find mint"],
  [
    "getTokenAccountsByOwner",
    [NOWHERE, { mint: "alice" }],
    -32602,
    "Invalid param: Token mint could not be unpacked",
  ],
  [
    "getTokenAccountsByOwner",
    [NOWHERE, { programId: NOWHERE }],
    -32602,
    "Invalid param: unrecognized Token program id",
  ],
  [
    "getAccountInfo",
    ["SysvarS1otHashes111111111111111111111111111"],
    -32600,
    "Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.",
  ],
  ["getSignaturesForAddress", [USDC, { commitment: "processed" }], -32602, NO_COMMITMENT],
  ["getTransaction", ["1".repeat(64), { commitment: "processed" }], -32602, NO_COMMITMENT],
  ["getSignaturesForAddress", [USDC, { limit: 1001 }], -32602, "Invalid limit; max 1000"],
])("%s of %j is refused with a node's message", async (method, params, code, message) => {
  const alice = setup.keypair("alice").publicKey.toBase58();
  const named = JSON.parse(JSON.stringify(params).replaceAll("alice", alice)) as unknown[];
  expect((await setup.call(method, ...named)).error).toEqual({ code, message });
});

test("null counts as an absent param or field", async () => {
  const finalized = await setup.result("getSlot");
  expect(await setup.result("getSlot", null)).toBe(finalized);
  expect(await setup.result("getSlot", { commitment: null, minContextSlot: null })).toBe(finalized);
  expect((await setup.result("getBlocks", finalized - 1, null)).length).toBe(2);
});

test("an unknown commitment counts as finalized, as on a node, since old clients send other names", async () => {
  const processed = await setup.result("getSlot", { commitment: "processed" });
  expect(await setup.result("getSlot", { commitment: "confirmed" })).toBe(processed);
  for (const config of [undefined, { commitment: "recent" }, { commitment: 5 }]) {
    expect(await setup.result("getSlot", config)).toBe(processed - 32);
  }
});

test("a validator is delinquent from the requested distance on", async () => {
  const near = await setup.result("getVoteAccounts", { delinquentSlotDistance: 0 });
  expect([near.current.length, near.delinquent.length]).toEqual([0, 1]);
  const usual = await setup.result("getVoteAccounts");
  expect([usual.current.length, usual.delinquent.length]).toEqual([1, 0]);
});
