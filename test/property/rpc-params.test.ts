import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { METHODS } from "../../mock-server/src/rpc/methods/methods.js";
import { forAllAsync } from "../for-all.js";
import { RpcSetup } from "../server/rpc/setup.js";

const setup = await RpcSetup.open(afterAll);

const USDC = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const text = fc.oneof(
  fc.constantFrom(USDC, "1".repeat(64), "11111111111111111111111111111111", "", "AQAB", "AAAA", "base64"),
  fc.base64String({ maxLength: 400 }),
  fc.string(),
);
const config = fc.record(
  {
    commitment: fc.constantFrom<unknown>("processed", "confirmed", "finalized", "x", 1),
    encoding: fc.constantFrom<unknown>("base58", "base64", "jsonParsed", "json", "binary", 5, null),
    dataSlice: fc.constantFrom<unknown>({ offset: 0, length: 3 }, { offset: 2 ** 40, length: 2 }, {}, 1),
    filters: fc.array(
      fc.constantFrom<unknown>(
        { dataSize: 165 },
        { memcmp: { offset: 0, bytes: "2" } },
        { memcmp: {} },
        4,
        "x",
      ),
    ),
    limit: fc.constantFrom<unknown>(0, 1, 1000, -1, "x"),
    before: text,
    until: text,
    minContextSlot: fc.constantFrom<unknown>(0, -1, "x"),
    accounts: fc.record({ addresses: fc.array(text, { maxLength: 3 }), encoding: text }),
    mint: text,
    programId: text,
    sigVerify: fc.boolean(),
    skipPreflight: fc.boolean(),
    replaceRecentBlockhash: fc.boolean(),
    maxSupportedTransactionVersion: fc.constantFrom<unknown>(0, 1, -1, "x"),
  },
  { requiredKeys: [] },
);
const param = fc.oneof(text, config, fc.array(text, { maxLength: 3 }), fc.jsonValue(), fc.maxSafeNat());

test("every request returns a result, or an error that explains the problem", async () => {
  await forAllAsync(
    500,
    [fc.constantFrom(...METHODS.keys()), fc.array(param, { maxLength: 3 })],
    async (method, params) => {
      const answer = await setup.call(method, ...params);
      if (!("result" in answer)) expect(answer.error.code).not.toBe(-32603);
    },
  );
}, 60_000);
