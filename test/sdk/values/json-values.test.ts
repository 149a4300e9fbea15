import * as fc from "fast-check";
import {
  type BuiltTransaction,
  builtTransactionCodec,
  errorCodec,
  formatUnits,
  type Intent,
  IntentTxError,
  intentCodec,
  isApiError,
  isTransient,
  MalformedJsonError,
  OutOfRangeError,
  ParsingError,
  type Portfolio,
  parseJson,
  parseUnits,
  portfolioCodec,
  priceCodec,
  RateLimitError,
  stringifyJson,
  type TransactionRecord,
  transactionsCodec,
  ValidationError,
} from "intent-tx";
import { describe, expect, expectTypeOf, test } from "vitest";
import type { Shape } from "../../../src/wire/shape.js";
import { WIRE } from "../../../src/wire/table.js";
import { forAll } from "../../for-all.js";
import { BUILT, clientWith, failure, INTENT, PRICE, SOL, USDC, WALLET } from "../harness.js";

/** Values of the wire table's codes. */
const CODES: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  s: fc.string(),
  S: fc.string({ minLength: 1 }),
  b: fc.boolean(),
  n: fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => one + 0),
  "n0,1": fc.double({ min: 0, max: 1, noNaN: true }),
  u: fc.bigInt({ min: 0n, max: 2n ** 128n }),
  f: fc.bigInt({ min: 0n, max: 2n ** 128n }),
  L: fc.array(fc.string(), { maxLength: 2 }),
  o: fc.constant({ note: "any" }),
};

/** Values of a shape, with and without each optional field. */
function valuesOf(shape: Shape): fc.Arbitrary<unknown> {
  if (typeof shape === "string" && shape[0] === "~") return fc.option(valuesOf(shape.slice(1)));
  if (typeof shape === "string")
    return shape[0] === "=" ? fc.constantFrom(...shape.slice(1).split("|")) : CODES[shape]!;
  if (Array.isArray(shape)) return fc.array(valuesOf(shape[0]), { maxLength: 2 });
  const fields = Object.entries(shape as Readonly<Record<string, Shape>>);
  const values = fields.map(([name, inner]) => [name.replace(/\?.*/, ""), valuesOf(inner)]);
  const requiredKeys = fields.flatMap(([name]) => (name.endsWith("?") ? [] : [name.replace(/\?.*/, "")]));
  return fc.record<Record<string, unknown>>(Object.fromEntries(values), { requiredKeys });
}
const intents = valuesOf(WIRE["intents.parse"].response);
const builts = valuesOf(WIRE["transactions.build"].response);
const portfolios = valuesOf(WIRE["portfolio.retrieve"].response);

test("a codec says that a value is missing", () => {
  expect(() => intentCodec.decode(undefined)).toThrow("The intent cannot be read: it is undefined");
  expect(() => intentCodec.decode("<html>")).toThrow("it is not JSON");
});

describe("parse is the inverse of stringifyJson", () => {
  test.each<[string, fc.Arbitrary<unknown>]>([
    ["intents", intents],
    ["built transactions", builts],
    ["portfolios", portfolios],
  ])("for %s", (_, values) => {
    forAll(100, [values], (value) => {
      expect(parseJson(stringifyJson(value))).toEqual(value);
      expect(parseJson(stringifyJson(value, null, 2))).toEqual(parseJson(stringifyJson(value)));
    });
  });

  test("for the client's results, so that a browser can verify a backend's response", async () => {
    const { client } = clientWith([{ json: INTENT }, { json: BUILT }]);
    const intent = await client.intents.parse({ walletAddress: WALLET, command: "swap 1 SOL for USDC" });
    const built = await client.transactions.build({ intentId: intent.intentId, walletAddress: WALLET });
    expect(parseJson<Intent>(stringifyJson(intent))).toEqual(intent);
    expect(parseJson<BuiltTransaction>(stringifyJson(built))).toEqual(built);
  });

  test("digits in other fields stay text, and human units stay numbers", () => {
    const other = {
      symbol: "123",
      details: { amount: 2, recipient: "456" },
      tokens: [{ amount: 1.5 }],
      amount: "1.5",
      fee: "",
      note: "7",
    };
    expect(parseJson(stringifyJson(other))).toEqual(other);
  });

  test("invalid JSON is a SyntaxError and an error of this package", () => {
    for (const text of ["", "<html>", '{"a":', undefined as never]) {
      expect(() => parseJson(text)).toThrow(MalformedJsonError);
      expect(() => parseJson(text)).toThrow(SyntaxError);
      expect(() => parseJson(text)).toThrow(IntentTxError);
    }
    expect(() => parseJson("[".repeat(100_000) + "]".repeat(100_000))).not.toThrow(RangeError);
  });
});

describe("codecs", () => {
  test.each([
    ["intents", intents, intentCodec],
    ["built transactions", builts, builtTransactionCodec],
    ["portfolios", portfolios, portfolioCodec],
  ] as [string, fc.Arbitrary<unknown>, typeof portfolioCodec][])(
    "encode %s to JSON, and decode it to the same value",
    (_, values, codec) => {
      forAll(100, [values], (value) => {
        const json = codec.encode(value as Portfolio);
        expect(codec.decode(JSON.parse(JSON.stringify(json)))).toEqual(value);
        expect(codec.decode(JSON.stringify(json))).toEqual(codec.decode(json));
      });
      expectTypeOf<ReturnType<typeof intentCodec.encode>["intentId"]>().toEqualTypeOf<string>();
    },
  );

  test("the service's response decodes too, and is not modified", () => {
    const before = structuredClone(INTENT);
    expect(intentCodec.decode(INTENT)).toMatchObject({ parameters: { amount: 1_000_000_000n } });
    expect(INTENT).toEqual(before);
    expect(builtTransactionCodec.decode(JSON.stringify(BUILT)).expectedOutput.fee).toBe(5042n);
  });

  test.each<[string, unknown, string]>([
    [
      "an amount that was rounded",
      { ...INTENT, parameters: { ...INTENT.parameters, amount: 2 ** 60 } },
      "parameters.amount",
    ],
    ["an unknown action", { ...INTENT, action: "bridge" }, "action"],
    ["a number", 7, ""],
    ["nothing", undefined, ""],
    ["text that is not JSON", "<html>", ""],
    [
      "a circular object",
      (() => {
        const a: Record<string, unknown> = {};
        a["a"] = a;
        return a;
      })(),
      "",
    ],
  ])("%s is refused", async (_, json, field) => {
    const error = await failure((async () => intentCodec.decode(json))());
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({ code: "validation_error", field, status: undefined });
  });
});

test.each([
  ["parseUnits of a text", () => parseUnits("1,5", 9)],
  ["parseUnits with invalid decimals", () => parseUnits("1", -1)],
  ["formatUnits", () => formatUnits(1.5 as never, 2)],
])("an error of %s is both an error of this package and a RangeError", async (_, wrong) => {
  const error = await failure((async () => wrong())());
  for (const type of [RangeError, IntentTxError, OutOfRangeError]) expect(error).toBeInstanceOf(type);
  expect(error).not.toBeInstanceOf(ValidationError);
  expect(error).toMatchObject({ name: "OutOfRangeError", attempts: 0 });
  expect(new RangeError("x")).not.toBeInstanceOf(OutOfRangeError);
});

test("an intent is narrowed by its action, a record by its type", () => {
  const describeIntent = (intent: Intent): string => {
    switch (intent.action) {
      case "swap":
        expectTypeOf(intent.route.outAmount).toEqualTypeOf<bigint>();
        return `${intent.parameters.amount} of ${intent.parameters.inputToken}`;
      case "transfer":
        return `${intent.parameters.amount} to ${intent.parameters.recipient}`;
      case "query":
        return `about ${intent.parameters.inputToken}`;
    }
  };
  const route = { inAmount: 1n, outAmount: 2n, priceImpact: 0, marketInfos: [] };
  const parameters = { inputToken: SOL, outputToken: USDC, amount: 1n };
  expect(describeIntent({ intentId: "i", action: "swap", parameters, route, confidence: 1 })).toBe(
    `1 of ${SOL}`,
  );
  const total = (record: TransactionRecord) =>
    record.type === "swap" ? record.details.inputAmount : record.details.amount;
  expectTypeOf(total).returns.toEqualTypeOf<number>();
  // Before the action is known, a field that only some actions have may be undefined.
  expectTypeOf<Intent["parameters"]["amount"]>().toEqualTypeOf<bigint | undefined>();
});

describe("errors, prices and lists over JSON", () => {
  const over = (error: IntentTxError) => errorCodec.decode(JSON.stringify(errorCodec.encode(error)));

  test("an error keeps its class and fields after the round trip", async () => {
    const details = { reason: "ambiguous_amount", suggestions: ["swap 1 SOL for USDC"] };
    const body = { error: { code: "parsing_error", message: "How much?", details } };
    const { client } = clientWith([{ status: 422, json: body, headers: { "X-Request-Id": "req_9" } }]);
    const error = over(
      (await failure(client.intents.parse({ walletAddress: WALLET, command: "x" }))) as never,
    );
    expect(error).toBeInstanceOf(ParsingError);
    expect(error).not.toBeInstanceOf(ValidationError);
    expect(isApiError(error) && error.code === "parsing_error" && error.details).toEqual(details);
    expect(error).toMatchObject({ name: "ParsingError", status: 422, requestId: "req_9", attempts: 1 });
    expect(over(error).toJSON()).toEqual(error.toJSON());
  });

  test.each([
    ["OutOfRangeError", OutOfRangeError, () => parseUnits("1,5", 9)],
    ["MalformedJsonError", MalformedJsonError, () => parseJson("{")],
  ])("%s, which is also a built-in error, keeps its class and fields too", async (name, type, wrong) => {
    const error = (await failure((async () => wrong())())) as never as IntentTxError;
    expect(JSON.parse(JSON.stringify(error))).toEqual({ name, message: error.message, attempts: 0 });
    expect(over(error)).toBeInstanceOf(type);
    expect(over(error)).toMatchObject({ name, message: error.message, attempts: 0 });
  });

  test("a retryable error stays retryable and keeps retryAfterMs", () => {
    const resetAt = new Date("2026-01-01T00:00:00Z");
    const rateLimit = { limit: 30, remaining: 0, resetAt };
    const error = over(new RateLimitError("slower", { status: 429, retryAfterMs: 5, rateLimit }));
    expect(isTransient(error)).toBe(true);
    expect(error).toMatchObject({ retryAfterMs: 5, rateLimit });
  });

  test.each([["{"], [null], [{ name: "ParsingError", message: "x" }], [7]])("%j is refused", (json) => {
    expect(() => errorCodec.decode(json)).toThrow(ValidationError);
  });

  test("a member named __proto__ does not change the prototype", () => {
    const json = '{"name":"E","message":"x","intent-tx.kinds":["E"],"__proto__":{"toJSON":1}}';
    expect(Object.getPrototypeOf(errorCodec.decode(json))).toBe(IntentTxError.prototype);
  });

  test("a price and a list round-trip", async () => {
    const { client } = clientWith([{ json: PRICE }]);
    const price = await client.prices.retrieve("SOL");
    expect(priceCodec.decode(JSON.stringify(priceCodec.encode(price)))).toEqual(price);
    expect(transactionsCodec.decode(transactionsCodec.encode([]))).toEqual([]);
    expect(() => transactionsCodec.decode([{ signature: 1 }])).toThrow(/0\.signature must be a string/);
  });
});
