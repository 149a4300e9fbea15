import { afterEach, beforeEach, expect, test } from "vitest";
import { RpcScene } from "./scene.js";

const USDC = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const PYUSD = "2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo";
const TOKEN = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
const TOKEN_2022 = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb";
const NOWHERE = "US517G5965aydkZ46HS38QLi7UQiSojurfbQfKCELFx";
let scene: RpcScene;
let alice: string;

beforeEach(() => {
  scene = new RpcScene();
  alice = scene.keypair("alice").publicKey.toBase58();
});
afterEach(async () => {
  await scene.close();
  expect(scene.failures).toEqual([]);
});

test("data is written in the encoding and the part that were asked for", async () => {
  const data = async (config: object) => (await scene.result("getAccountInfo", USDC, config)).value.data;
  const [base64] = await data({ encoding: "base64" });
  expect(Buffer.from(base64, "base64")).toHaveLength(82);
  expect(await data({ encoding: "base64", dataSlice: { offset: 44, length: 1 } })).toEqual([
    "Bg==",
    "base64",
  ]);
  expect(await data({ encoding: "base58", dataSlice: { offset: 44, length: 1 } })).toEqual(["7", "base58"]);
  expect(await data({ dataSlice: { offset: 44, length: 1 } })).toBe("7");
});

test("integers are exact: what rent is due never is written whole", async () => {
  const body = { jsonrpc: "2.0", id: 1, method: "getAccountInfo", params: [alice, { encoding: "base64" }] };
  expect(String((await scene.post(JSON.stringify(body))).body)).toContain('"rentEpoch":18446744073709551615');
});

test("much base58 is refused", async () => {
  const [held] = (
    await scene.result("getTokenAccountsByOwner", alice, { mint: USDC }, { encoding: "base64" })
  ).value;
  for (const encoding of ["base58", undefined]) {
    const { error } = await scene.call("getAccountInfo", held.pubkey, { encoding });
    expect(error).toEqual({
      code: -32600,
      message: "Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.",
    });
  }
});

test("many accounts come in order, null for what does not exist", async () => {
  const { value } = await scene.result("getMultipleAccounts", [NOWHERE, alice]);
  expect(value).toMatchObject([null, { data: ["", "base64"], owner: "11111111111111111111111111111111" }]);
});

test("a wallet has no parsed form", async () => {
  const { value } = await scene.result("getAccountInfo", alice, { encoding: "jsonParsed" });
  expect(value.data).toEqual(["", "base64"]);
});

test("Token-2022 accounts include their extensions", async () => {
  const ledger = await scene.ledgers.get("live");
  await ledger.fund(NOWHERE, { tokens: new Map([[PYUSD, 1_250_000n]]) });
  const { value } = await scene.result(
    "getTokenAccountsByOwner",
    NOWHERE,
    { programId: TOKEN_2022 },
    { encoding: "jsonParsed" },
  );
  expect(value).toHaveLength(1);
  expect(value[0].account.data).toMatchObject({
    program: "spl-token-2022",
    parsed: {
      info: {
        mint: PYUSD,
        tokenAmount: { amount: "1250000", decimals: 6, uiAmount: 1.25, uiAmountString: "1.25" },
        extensions: [{ extension: "immutableOwner" }],
      },
    },
  });
  expect((await scene.result("getTokenAccountsByOwner", NOWHERE, { programId: TOKEN })).value).toEqual([]);
});

test.each([
  ["getTokenAccountBalance", ["alice"], "not a Token account"],
  ["getTokenAccountBalance", [NOWHERE], "could not find account"],
  ["getTokenSupply", ["alice"], "not a Token mint"],
  ["getTokenAccountsByOwner", [NOWHERE, { mint: NOWHERE }], "could not find mint"],
  ["getTokenAccountsByOwner", [NOWHERE, { mint: "alice" }], "Token mint could not be unpacked"],
  ["getTokenAccountsByOwner", [NOWHERE, { programId: NOWHERE }], "unrecognized Token program id"],
])("%s of %j is refused", async (method, params, problem) => {
  const named = JSON.parse(JSON.stringify(params).replaceAll("alice", alice));
  const { error } = await scene.call(method, ...named);
  expect(error).toEqual({ code: -32602, message: `Invalid param: ${problem}` });
});

test("a program's accounts are found by size and content", async () => {
  const filters = [
    { dataSize: 165 },
    { memcmp: { offset: 32, bytes: alice } },
    { memcmp: { offset: 0, bytes: USDC } },
  ];
  const found = await scene.result("getProgramAccounts", TOKEN, { encoding: "jsonParsed", filters });
  const { value } = await scene.result(
    "getTokenAccountsByOwner",
    alice,
    { mint: USDC },
    { encoding: "jsonParsed" },
  );
  expect(found).toEqual(value);
});

test("token accounts are found by their delegate", async () => {
  const { value } = await scene.result("getTokenAccountsByDelegate", alice, { programId: TOKEN });
  expect(value).toEqual([]);
  const { error } = await scene.call("getTokenAccountsByDelegate", alice, { mint: NOWHERE });
  expect(error).toEqual({ code: -32602, message: "Invalid param: could not find mint" });
});
