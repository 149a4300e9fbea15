import { type TransactionInstruction, VersionedTransaction } from "@solana/web3.js";
import type { Intent } from "intent-tx/contract";
import { decodeTransaction, UnsafeTransactionError, verifyTransaction } from "intent-tx/solana";
import { describe, expect, test } from "vitest";
import {
  BONK,
  budget,
  build,
  codesOf,
  createAccount,
  keypair,
  PYUSD,
  recipient,
  SOL,
  sampleNamed,
  sendSol,
  stranger,
  swap,
  swapIntent,
  swapSample,
  USDC,
  wallet,
} from "./samples.js";

const options = { walletAddress: wallet.toBase58() };

describe("accepts the service's transactions", () => {
  test("without account creation, compute budget and in the legacy form", () => {
    const { intent, instructions } = sampleNamed("a transfer of USDC");
    const transaction = build(instructions.slice(3), wallet, { legacy: true });
    expect(verifyTransaction({ transaction }, intent, options).version).toBe("legacy");
  });

  test("an exact input of SOL whose account stays open, because the wallet had wrapped SOL before", () => {
    const { intent, instructions } = sampleNamed("SOL to USDC, exact in");
    const transaction = build(instructions.slice(0, -1));
    expect(() => verifyTransaction({ transaction }, intent, options)).not.toThrow();
  });

  test("a price below the requested priority fee, and accounts created right before the swap", () => {
    const { intent, instructions } = sampleNamed("SOL to USDC, exact in");
    const [before, after] = [instructions.slice(2, 5), instructions.slice(5)];
    const transaction = build([...before, ...budget(100_000, 999), ...after]);
    expect(() => verifyTransaction({ transaction }, intent, options)).not.toThrow();
  });
});

describe("slippage bounds the quote of the intent, rounded in the user's favour (decision 43)", () => {
  const swapOf = (side: "input" | "output", amount: bigint, bound: bigint) =>
    build([createAccount(wallet, USDC), swap({ side, input: sampleMint, output: USDC, amount, bound })]);
  const sampleMint = recipient;
  const intent = swapIntent(sampleMint, USDC, 1001n, 1003n);

  test.each([
    ["input", 50, 998n, []], // 1003 × 0.995 = 997.985
    ["input", 50, 997n, ["slippage"]],
    ["input", 1, 1003n, []], // 1002.8997
    ["input", 1, 1002n, ["slippage"]],
    ["input", 1000, 903n, []], // 902.7
    ["input", 1000, 902n, ["slippage"]],
    ["input", 50, 1004n, []],
    ["output", 50, 1006n, []], // 1001 × 1.005 = 1006.005
    ["output", 50, 1007n, ["slippage"]],
    ["output", 1000, 1101n, []], // 1101.1
    ["output", 1000, 1102n, ["slippage"]],
    ["output", 50, 900n, []],
  ] as const)("exact %s at %i bps: a bound of %i", (side, slippageBps, bound, codes) => {
    const transaction = swapOf(side, side === "input" ? 1001n : 1003n, bound);
    const check = () => verifyTransaction(transaction, intent, { ...options, slippageBps });
    expect(codesOf(check)).toEqual(codes);
  });

  test("exact to the base unit above 2^53", () => {
    const sample = (amount: bigint) =>
      swapSample("large", { input: SOL, output: USDC }, amount, 2n ** 62n + 3n);
    const large = sample(2n ** 63n + 1n);
    const codes = ({ instructions } = large) =>
      codesOf(() => verifyTransaction(build(instructions), large.intent, options));
    expect(codes()).toEqual([]);
    expect(codes(sample(2n ** 63n + 2n))).toContain("wrong_amount");
  });
});

describe("the cost", () => {
  const { intent, instructions } = sampleNamed("a transfer of SOL");
  const send = instructions.at(-1) as TransactionInstruction;

  test("the fee is that of the signature and of the whole compute-unit limit, rounded up", () => {
    const fee = (units: number, price: number) =>
      decodeTransaction(build([...budget(units, price), send])).fee;
    expect(fee(200_000, 1000)).toBe(5_200n);
    expect(fee(1, 1)).toBe(5_001n);
    expect(fee(1_400_000, 5_000_000)).toBe(7_005_000n);
  });

  test("without a limit, the fee is that of the runtime's default limit", () => {
    // A node charges 5,006 lamports for a transfer with a price of 1000 and no limit.
    const decoded = verifyTransaction(build([budget()[1] as TransactionInstruction, send]), intent, options);
    expect(decoded.fee).toBe(5_006n);
  });

  test("an announced fee above maxFee is refused; one that counts only signatures is not", () => {
    const built = (fee: bigint) => ({ transaction: build([...budget(), send]), expectedOutput: { fee } });
    for (const [fee, maxFee, found] of [
      [5_200n, undefined, []],
      [5_000n, undefined, []],
      [0n, 5_200n, []],
      [5_201n, 5_200n, ["fee"]],
      [10n ** 9n, undefined, ["fee"]],
      [5_000n, 5_199n, ["max_fee"]],
    ] as const)
      expect(
        codesOf(() => verifyTransaction(built(fee), intent, { ...options, ...(maxFee && { maxFee }) })),
      ).toEqual(found);
  });
});

describe("the worst-case effects", () => {
  const [sol, usdc, pyusd, bonk] = [SOL, USDC, PYUSD, BONK].map((mint) => mint.toBase58());
  test.each([
    ["SOL to USDC, exact in", [sol, 1_000_000_001n], [usdc, 149_250_003n]],
    ["SOL to USDC, exact out", [sol, 1_005_000_001n], [usdc, 150_000_003n]],
    ["USDC to SOL, exact in", [usdc, 1_000_000_001n], [sol, 149_250_003n]],
    ["USDC to SOL, exact out", [usdc, 1_005_000_001n], [sol, 150_000_003n]],
    ["USDC to PYUSD over two pools", [usdc, 1_000_000_001n], [pyusd, 149_250_003n]],
    ["PYUSD to BONK over two pools, exact out", [pyusd, 1_005_000_001n], [bonk, 150_000_003n]],
    ["a transfer of SOL", [sol, 500_000_000n], undefined],
    ["a transfer of USDC", [usdc, 25_000_000n], undefined],
    ["a transfer of PYUSD, a Token-2022 mint", [pyusd, 25_000_000n], undefined],
  ])("%s", (name, [spent, most], received) => {
    const { intent, instructions } = sampleNamed(name);
    const checked = verifyTransaction(build(instructions), intent, options);
    const { spendAtMost, receiveAtLeast, feePayer } = checked;
    expect(feePayer).toBe(options.walletAddress);
    expect(checked.instructions.map(({ kind }) => kind)).not.toContain("unknown");
    expect(spendAtMost).toEqual([{ mint: spent, amount: most }]);
    expect(receiveAtLeast).toEqual(received ? [{ mint: received[0], amount: received[1] }] : []);
  });

  test("come from the bytes, not from the intent", () => {
    const { intent } = swapSample("quoted", { input: USDC, output: BONK });
    const better = swap({ input: USDC, output: BONK, amount: 1_000_000_001n, bound: 150_000_000n });
    const checked = verifyTransaction(build([createAccount(wallet, BONK), better]), intent, options);
    expect(checked.receiveAtLeast).toEqual([{ mint: bonk, amount: 150_000_000n }]);
  });
});

describe("refuses unverifiable input", () => {
  const { intent, instructions } = sampleNamed("SOL to USDC, exact in");
  const built = build(instructions);

  test("a query", () => {
    const query: Intent = { ...intent, action: "query", parameters: {}, route: undefined };
    expect(codesOf(() => verifyTransaction(built, query, options))).toEqual(["invalid_intent"]);
  });

  test.each([
    ["no amount", { parameters: { ...intent.parameters, amount: undefined } }],
    ["a number instead of a bigint", { parameters: { ...intent.parameters, amount: 1_000_000_001 } }],
    ["an amount of zero", { parameters: { ...intent.parameters, amount: 0n } }],
    ["no route", { route: undefined }],
    ["a route that takes a tenth of its amount", { route: { ...intent.route, inAmount: 100_000_000n } }],
    ["a route that takes more", { route: { ...intent.route, inAmount: 1_000_000_002n } }],
    ["one mint for both ends", { parameters: { ...intent.parameters, outputToken: SOL.toBase58() } }],
    ["a symbol instead of a mint", { parameters: { ...intent.parameters, outputToken: "USDC" } }],
  ])("an intent with %s", (_, change) => {
    const wrong = { ...intent, ...change } as Intent;
    expect(codesOf(() => verifyTransaction(built, wrong, options))).toEqual(["invalid_intent"]);
  });

  test("an invalid option", () => {
    for (const wrong of [
      { walletAddress: "alice" },
      ...[0.5, 0, 1001, -1, Number.NaN].map((slippageBps) => ({ slippageBps })),
      { priorityFee: -1 },
      { priorityFee: Number.POSITIVE_INFINITY },
    ])
      expect(codesOf(() => verifyTransaction(built, intent, { ...options, ...wrong }))).toEqual([
        "ConfigurationError",
      ]);
  });

  test("an existing signature", () => {
    const signed = VersionedTransaction.deserialize(Buffer.from(built, "base64"));
    signed.sign([keypair(1)]);
    const transaction = Buffer.from(signed.serialize()).toString("base64");
    expect(codesOf(() => verifyTransaction({ transaction }, intent, options))).toEqual(["already_signed"]);
  });
});

test("findings say what is wrong, where, and what was expected", () => {
  const { intent, instructions } = sampleNamed("SOL to USDC, exact in");
  const bad = build([...instructions, sendSol(recipient, 7n)]);
  try {
    verifyTransaction(bad, intent, { ...options, priorityFee: 10 });
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(UnsafeTransactionError);
    const { message, findings } = error as UnsafeTransactionError;
    expect(message).toMatch(/^Do not sign this transaction\. Instruction 8 .*\(and 1 more: see findings\)$/);
    expect(findings).toEqual([
      { code: "unexpected_instruction", instruction: 8, message: expect.stringContaining("Instruction 8") },
      { code: "priority_fee", instruction: 1, message: expect.stringMatching(/1000 .*10 was requested/) },
    ]);
  }
});

test("the most serious finding comes first and is the message: recipients before costs", () => {
  const { intent } = sampleNamed("a transfer of SOL");
  const bad = build([...budget(1_400_001, 1001), sendSol(stranger, 500_000_001n)]);
  const built = { transaction: bad, expectedOutput: { fee: 10n ** 12n } };
  expect(codesOf(() => verifyTransaction(built, intent, options))).toEqual([
    "wrong_recipient",
    "wrong_amount",
    "compute_limit",
    "priority_fee",
    "fee",
  ]);
  expect(() => verifyTransaction(built, intent, options)).toThrow(
    /^Do not sign this transaction\. The SOL goes to/,
  );
});
