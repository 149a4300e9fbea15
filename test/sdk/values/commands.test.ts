import fc from "fast-check";
import {
  ConfigurationError,
  OutOfRangeError,
  swapCommand,
  swapOrder,
  transferCommand,
  transferOrder,
} from "intent-tx";
import { NATIVE_MINT } from "intent-tx/contract";
import { expect, test } from "vitest";
import { TOKENS } from "../../../mock-server/src/fixtures/tokens.js";
import { parse } from "../../../mock-server/src/parser/parse.js";
import { forAll } from "../../for-all.js";

const WORLD = { tokens: TOKENS, resolveName: () => undefined };
const RECIPIENT = "7EYnhQoR9YM3N7UoaKRoA44Uy8JeaZV3qyouov87awMs";
const USDC = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const swap = { input: NATIVE_MINT, output: USDC, amount: 1_500_000_000n, side: "input" } as const;

const token = fc.constantFrom(...TOKENS);
/** Amounts of all magnitudes, by a random number of bits. */
const units = fc.oneof(
  fc.bigInt(1n, 2n ** 64n - 1n),
  fc.nat(63).chain((bits) => fc.bigInt(1n, 2n ** BigInt(bits + 1) - 1n)),
  // Amounts with few significant digits, whose decimals could be read as thousands.
  fc.tuple(fc.bigInt(1n, 99_999n), fc.nat(9)).map(([digits, zeros]) => digits * 10n ** BigInt(zeros)),
);

const read = (command: string) => {
  const result = parse(command, WORLD);
  return result.ok ? { ...result.command, slippageBps: result.slippageBps } : { command, ...result };
};

test("the parser reads a swap command as exactly that swap", () => {
  const sides = fc.constantFrom("input", "output");
  const slippages = fc.option(fc.integer({ min: 1, max: 1000 }), { nil: undefined });
  forAll(2000, [token, token, units, sides, slippages], (from, to, amount, side, slippageBps) => {
    fc.pre(from.mint !== to.mint);
    const terms = slippageBps === undefined ? {} : { slippageBps };
    const order = { input: from.mint, output: to.mint, amount, side, ...terms };
    const { command, expect: expected, slippageBps: spoken } = swapOrder(order);
    expect([swapCommand(order), spoken]).toEqual([command, slippageBps]);
    expect(read(command)).toEqual({
      action: "swap",
      inputMint: expected.inputToken,
      outputMint: expected.outputToken,
      amount: { side: expected.side, baseUnits: expected.amount },
      slippageBps,
    });
    expect(expected).toEqual({ side, amount, inputToken: from.mint, outputToken: to.mint });
  });
});

test("the parser reads a transfer command as exactly that transfer", () => {
  forAll(1000, [token, units], ({ mint }, amount) => {
    const order = { token: mint, amount, recipient: RECIPIENT };
    const { command, expect: expected } = transferOrder(order);
    expect(transferCommand(order)).toBe(command);
    expect(read(command)).toEqual({
      action: "transfer",
      mint: expected.inputToken,
      amount: { side: "input", baseUnits: expected.amount },
      recipient: expected.recipient,
    });
    expect(expected).toEqual({ side: "input", amount, inputToken: mint, recipient: RECIPIENT });
  });
});

test("any mint is accepted with its decimals", () => {
  const mint = "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM";
  const own = { ...(TOKENS[1] as (typeof TOKENS)[number]), symbol: "OWN", mint, decimals: 2, aliases: [] };
  const command = swapCommand({ ...swap, input: { mint, decimals: 2 }, amount: 1_234_567n });
  expect(parse(command, { ...WORLD, tokens: [...TOKENS, own] })).toMatchObject({
    ok: true,
    command: { inputMint: mint, outputMint: USDC, amount: { side: "input", baseUnits: 1_234_567n } },
  });
});

test.each<[string, () => string]>([
  ["an unknown mint without decimals", () => swapCommand({ ...swap, input: RECIPIENT })],
  ["a symbol", () => swapCommand({ ...swap, input: "SOL" })],
  ["other decimals", () => swapCommand({ ...swap, output: { mint: USDC, decimals: 9 } })],
  ["one token for itself", () => swapCommand({ ...swap, output: NATIVE_MINT })],
  ["an amount that is a number", () => swapCommand({ ...swap, amount: 1 as unknown as bigint })],
  ["an amount of zero", () => swapCommand({ ...swap, amount: 0n })],
  ["an amount over 64 bits", () => swapCommand({ ...swap, amount: 2n ** 64n })],
  ["an unknown side", () => swapCommand({ ...swap, side: "both" as "input" })],
  ["a fractional slippage", () => swapCommand({ ...swap, slippageBps: 0.5 })],
  ["slippage out of range", () => swapCommand({ ...swap, slippageBps: 1001 })],
  ["a .sol name", () => transferCommand({ token: USDC, amount: 1n, recipient: "bob.sol" })],
  ["a truncated address", () => transferCommand({ token: USDC, amount: 1n, recipient: RECIPIENT.slice(4) })],
])("refuses %s", (_, write) => {
  expect(write).toThrow(OutOfRangeError);
});

// A misspelt limit would limit nothing, and a dropped memo can lose a payment to an exchange.
test.each<[string, RegExp, () => unknown]>([
  ["slipageBps", /did you mean slippageBps/, () => swapOrder({ ...swap, slipageBps: 5 } as never)],
  ["slippageBPS", /did you mean slippageBps/, () => swapCommand({ ...swap, slippageBPS: 5 } as never)],
  ["maxFee", /no option maxFee; there are input/, () => swapOrder({ ...swap, maxFee: 1 } as never)],
  ["slippageBps", /slippageBps is undefined/, () => swapOrder({ ...swap, slippageBps: undefined } as never)],
  [
    "memo",
    /no option memo; there are token/,
    () => transferOrder({ token: USDC, amount: 1n, recipient: RECIPIENT, memo: "1" } as never),
  ],
  [
    "nothing",
    /Call it as transferOrder\({ token, amount, recipient }\)/,
    () => transferOrder(undefined as never),
  ],
])("refuses the field %s", (_, message, write) => {
  expect(write).toThrow(ConfigurationError);
  expect(write).toThrow(message);
});

test("decimals that are text are named, also for a built-in mint and on the other side", () => {
  const decimals = "6" as unknown as number;
  for (const mint of [USDC, RECIPIENT])
    expect(() => swapOrder({ ...swap, output: { mint, decimals } })).toThrow('not the text "6"');
});
