import bs58 from "bs58";
import { expect, test } from "vitest";
import { parseInstruction } from "../../../mock-server/src/rpc/parsed/instruction.js";
import { uiAmount } from "../../../mock-server/src/rpc/parsed/token-amount.js";
import { RpcScene } from "./scene.js";

const USDC = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const TOKEN = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
const TOKEN_2022 = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb";
const SYSTEM = "11111111111111111111111111111111";
const BOB = "US517G5965aydkZ46HS38QLi7UQiSojurfbQfKCELFx";

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
const FIVE = { amount: "5", decimals: 6, uiAmount: 0.000005, uiAmountString: "0.000005" };

test.each([
  [[3, ...u64(5n)], 3, "transfer", { source: "a", destination: "b", authority: "c", amount: "5" }],
  [
    [12, ...u64(5n), 6],
    4,
    "transferChecked",
    { source: "a", mint: "b", destination: "c", authority: "d", tokenAmount: FIVE },
  ],
  [[4, ...u64(5n)], 3, "approve", { source: "a", delegate: "b", owner: "c", amount: "5" }],
  [
    [13, ...u64(5n), 6],
    4,
    "approveChecked",
    { source: "a", mint: "b", delegate: "c", owner: "d", tokenAmount: FIVE },
  ],
  [[5], 2, "revoke", { source: "a", owner: "b" }],
  [[7, ...u64(5n)], 3, "mintTo", { mint: "a", account: "b", mintAuthority: "c", amount: "5" }],
  [
    [14, ...u64(5n), 6],
    3,
    "mintToChecked",
    { mint: "a", account: "b", mintAuthority: "c", tokenAmount: FIVE },
  ],
  [[8, ...u64(5n)], 3, "burn", { account: "a", mint: "b", authority: "c", amount: "5" }],
  [[15, ...u64(5n), 6], 3, "burnChecked", { account: "a", mint: "b", authority: "c", tokenAmount: FIVE }],
  [[9], 3, "closeAccount", { account: "a", destination: "b", owner: "c" }],
  [[10], 3, "freezeAccount", { account: "a", mint: "b", freezeAuthority: "c" }],
  [[17], 1, "syncNative", { account: "a" }],
  [[22], 1, "initializeImmutableOwner", { account: "a" }],
  [[18, ...bs58.decode(BOB)], 2, "initializeAccount3", { account: "a", mint: "b", owner: BOB }],
  [[20, 6, ...bs58.decode(BOB), 0], 1, "initializeMint2", { mint: "a", decimals: 6, mintAuthority: BOB }],
  [
    [6, 2, 1, ...bs58.decode(BOB)],
    2,
    "setAuthority",
    { account: "a", authority: "b", authorityType: "accountOwner", newAuthority: BOB },
  ],
  [
    [3, ...u64(5n)],
    5,
    "transfer",
    { source: "a", destination: "b", multisigAuthority: "c", signers: ["d", "e"], amount: "5" },
  ],
])("token instruction %j of %i accounts is a %s", (data, accounts, type, info) => {
  for (const programId of [TOKEN, TOKEN_2022]) {
    expect(words(programId, data, accounts)).toEqual({
      parsed: { type, info },
      program: "spl-token",
      programId,
      stackHeight: 1,
    });
  }
});

test.each([
  [[2, 0, 0, 0, ...u64(5n)], "transfer", { source: "a", destination: "b", lamports: 5n }],
  [
    [0, 0, 0, 0, ...u64(5n), ...u64(165n), ...bs58.decode(BOB)],
    "createAccount",
    { source: "a", newAccount: "b", lamports: 5n, space: 165n, owner: BOB },
  ],
  [[1, 0, 0, 0, ...bs58.decode(BOB)], "assign", { account: "a", owner: BOB }],
  [[4, 0, 0, 0], "advanceNonce", { nonceAccount: "a", recentBlockhashesSysvar: "b", nonceAuthority: "c" }],
  [[8, 0, 0, 0, ...u64(165n)], "allocate", { account: "a", space: 165n }],
])("system instruction %j is a %s", (data, type, info) => {
  expect(words(SYSTEM, data)).toMatchObject({ parsed: { type, info }, program: "system" });
});

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

test("inner calls are listed under their instruction", async () => {
  const scene = new RpcScene();
  const ledger = await scene.ledgers.get("live");
  const [signature] = await ledger.fund(BOB, { tokens: new Map([[USDC, 5n]]) });
  const config = { encoding: "jsonParsed", commitment: "confirmed" };
  const { transaction, meta } = await scene.result("getTransaction", signature, config);
  const [create, mint] = transaction.message.instructions;
  expect(create).toMatchObject({
    program: "spl-associated-token-account",
    parsed: { type: "createIdempotent", info: { wallet: BOB, mint: USDC, tokenProgram: TOKEN } },
  });
  expect(mint).toMatchObject({ parsed: { type: "mintToChecked", info: { tokenAmount: FIVE } } });
  const [inner] = meta.innerInstructions;
  expect(inner.index).toBe(0);
  const types = inner.instructions.map((each: { parsed: { type: string } }) => each.parsed.type);
  expect(types).toEqual([
    "getAccountDataSize",
    "createAccount",
    "initializeImmutableOwner",
    "initializeAccount3",
  ]);
  expect(inner.instructions.every((each: { stackHeight: number }) => each.stackHeight === 2)).toBe(true);
  expect(meta.postTokenBalances).toMatchObject([
    { mint: USDC, owner: BOB, programId: TOKEN, uiTokenAmount: FIVE },
  ]);
  await scene.close();
});

test.each([
  [0n, 6, "0", 0],
  [5n, 0, "5", 5],
  [1_500_000n, 6, "1.5", 1.5],
  [1n, 9, "0.000000001", 1e-9],
  [2n ** 64n - 1n, 2, "184467440737095516.15", 184467440737095520],
])("%s base units of %i decimals are %s", (amount, decimals, text, number) => {
  expect(uiAmount(amount, decimals)).toEqual({
    amount: amount.toString(),
    decimals,
    uiAmount: number,
    uiAmountString: text,
  });
});
