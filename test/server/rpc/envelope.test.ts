import { afterAll, describe, expect, test } from "vitest";
import { readJson } from "../../../mock-server/src/kernel/json.js";
import { RpcSetup } from "./setup.js";

const setup = await RpcSetup.open(afterAll);

const bodyOf = async (body: string) => (await setup.post(body)).body;
const PARSE = '{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"},"id":null}';

describe("ids", () => {
  test.each(['"a"', "null", "0", "7", "18446744073709551615"])("%s is echoed as it was sent", async (id) => {
    const body = `{"jsonrpc":"2.0","id":${id},"method":"getHealth"}`;
    expect(await bodyOf(body)).toBe(`{"jsonrpc":"2.0","result":"ok","id":${id}}`);
  });

  test.each(["bigint:5", "integer:5", "5", "-5", "\u00005", "\u0000\u00005"])(
    "a text of control characters and %j stays a text next to integers that JavaScript would round",
    async (text) => {
      const id = JSON.stringify(`\u0000${text}`);
      const params = '["SysvarC1ock11111111111111111111111111111111",{"encoding":"base64"}]';
      const body = await bodyOf(`{"jsonrpc":"2.0","id":${id},"method":"getAccountInfo","params":${params}}`);
      expect(body).toContain('"rentEpoch":18446744073709551615');
      expect(body.endsWith(`"id":${id}}`)).toBe(true);
    },
  );

  test.each(["-1", "-0", "1.0", "1e0", "1.5", "true", "{}", "[]", "18446744073709551616"])(
    "%s is an invalid id: the body gets no result",
    async (id) => {
      expect(await bodyOf(`{"jsonrpc":"2.0","id":${id},"method":"getHealth"}`)).toBe(PARSE);
      const good = '{"jsonrpc":"2.0","id":1,"method":"getHealth"}';
      expect(await bodyOf(`[${good},{"jsonrpc":"2.0","id":${id},"method":"getHealth"}]`)).toBe(PARSE);
    },
  );
});

describe("invalid bodies", () => {
  test.each(["{bad", "3", "[3]", '"x"', ""])("%j is a parse error", async (body) => {
    expect(await bodyOf(body)).toBe(PARSE);
  });

  test.each([
    '{"jsonrpc":"1.0","id":7,"method":"getHealth"}',
    '{"jsonrpc":"2.0","id":7}',
    '{"jsonrpc":"2.0","id":7,"method":"getHealth","params":3}',
    '{"jsonrpc":"2.0","id":7,"method":"getHealth","extra":3}',
  ])("%s is an invalid request", async (body) => {
    expect(JSON.parse(await bodyOf(body))).toEqual({
      jsonrpc: "2.0",
      error: { code: -32600, message: "Invalid request" },
      id: 7,
    });
  });

  test("the error for a call without jsonrpc names the protocol version", async () => {
    const answer = JSON.parse(await bodyOf('{"id":7,"method":"getHealth"}'));
    expect(answer.error).toEqual({ code: -32600, message: "Unsupported JSON-RPC protocol version" });
  });
});

describe("batches and notifications", () => {
  test("a batch is answered in its order, without its notifications", async () => {
    const calls = [
      { jsonrpc: "2.0", id: "a", method: "getHealth" },
      { jsonrpc: "2.0", method: "getHealth" },
      { jsonrpc: "2.0", id: null, method: "nope" },
    ];
    expect(JSON.parse(await bodyOf(JSON.stringify(calls)))).toEqual([
      { jsonrpc: "2.0", result: "ok", id: "a" },
      { jsonrpc: "2.0", error: { code: -32601, message: "Method not found" }, id: null },
    ]);
  });

  test.each(["[]", '{"jsonrpc":"2.0","method":"getHealth"}', '[{"jsonrpc":"2.0","method":"ping"}]'])(
    "%s is answered with nothing",
    async (body) => {
      expect(await setup.post(body)).toMatchObject({ status: 200, body: "" });
    },
  );
});

describe("params", () => {
  test("null params count as absent", async () => {
    expect(await bodyOf('{"jsonrpc":"2.0","id":1,"method":"getHealth","params":null}')).toContain("ok");
  });

  test.each(["1.0", "1e9", "10e-1", "-0"])("%s is not an integer", async (number) => {
    const body = `{"jsonrpc":"2.0","id":"1.0","method":"getMinimumBalanceForRentExemption","params":[${number}]}`;
    expect(JSON.parse(await bodyOf(body))).toMatchObject({ error: { code: -32602 }, id: "1.0" });
  });

  test("a future minContextSlot is refused at once", async () => {
    const { error } = await setup.call("getSlot", { minContextSlot: 2 ** 40, commitment: "processed" });
    expect(error).toMatchObject({ code: -32016, message: "Minimum context slot has not been reached" });
    expect(error.data.contextSlot).toBe(await setup.result("getSlot", { commitment: "processed" }));
  });
});

describe("HTTP", () => {
  test("another method is 405, another content type 415, a long body 413", async () => {
    expect((await setup.post("", {}, "GET")).status).toBe(405);
    for (const type of ["text/plain", "application/json; charset=latin1"])
      expect((await setup.post("{}", { "content-type": type })).status).toBe(415);
    for (const type of ["application/json;charset=utf-8", "Application/JSON; charset=UTF-8"])
      expect((await setup.post("[]", { "content-type": type })).status).toBe(200);
    expect((await setup.post(" ".repeat(51_201))).status).toBe(413);
  });

  test("pages of any origin are allowed", async () => {
    const asked = { origin: "http://a.b", "access-control-request-headers": "solana-client" };
    const preflight = await setup.post("", asked, "OPTIONS");
    expect(preflight.headers.get("access-control-allow-origin")).toBe("http://a.b");
    expect(preflight.headers.get("access-control-allow-headers")).toBe("solana-client");
    const answered = await setup.post("[]", { origin: "http://a.b" });
    expect(answered.headers.get("access-control-allow-origin")).toBe("http://a.b");
  });
});

test("a long fraction is not read as an integer", () => {
  expect(readJson("[0.12345678901234566, -1234567890123456.5, 1e-0000000000000001]")).toEqual([
    0.12345678901234566, -1234567890123456.5, 0.1,
  ]);
});

test("an error names a large slot exactly", async () => {
  for (const method of ["getBlock", "getBlockTime"]) {
    const body = `{"jsonrpc":"2.0","id":18446744073709551615,"method":"${method}","params":[18446744073709551613]}`;
    expect(await bodyOf(body)).toContain("18446744073709551613");
  }
  const rewards = '[[],{"epoch":9007199254740993}]';
  expect(
    await bodyOf(`{"jsonrpc":"2.0","id":1,"method":"getInflationReward","params":${rewards}}`),
  ).toContain(`Block not available for slot ${2n ** 64n - 1n}"`);
  const range = '[{"range":{"firstSlot":1,"lastSlot":18446744073709551613}}]';
  expect(await bodyOf(`{"jsonrpc":"2.0","id":1,"method":"getBlockProduction","params":${range}}`)).toContain(
    "lastSlot, 18446744073709551613, is too large",
  );
});
