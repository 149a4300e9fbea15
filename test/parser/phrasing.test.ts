import { describe, expect, test } from "vitest";
import { ALICE, line, read } from "./world.js";

const same = (wanted: string, commands: readonly string[]): void => {
  test.each(commands)("%s", (command) => {
    expect(line(command)).toBe(wanted);
  });
};

const bps = (command: string): number | undefined => {
  const result = read(command);
  return result.ok ? result.slippageBps : undefined;
};

describe("an order by its noun", () => {
  same("swap USDC>SOL in 10000000", [
    "Execute trade of 10 USDC to SOL",
    "make a swap of 10 USDC for SOL",
    "carry out an exchange of 10 USDC to SOL",
    "Execute a swap from 10 USDC to SOL",
    "do a swap: 10 USDC to SOL",
    "place a trade to swap 10 USDC for SOL",
    "go from 10 USDC to SOL",
  ]);
  same(`transfer USDC in 5000000 ${ALICE}`, [
    "make a payment of 5 USDC to alice.sol",
    "process the transfer of 5 USDC to alice.sol",
    "initiate a transaction to send 5 USDC to alice.sol",
  ]);
  test("the noun without a verb behind it orders nothing", () => {
    expect(line("execute a trade to 10 USDC")).toMatch(/^refused/);
  });
});

describe("what is done anyway changes nothing", () => {
  same("swap SOL>USDC in 1000000000", [
    "swap 1 SOL for USDC at the current market price",
    "swap 1 SOL for USDC with the best available rate",
    "swap 1 SOL for USDC. Find the best rate and execute the swap.",
    "use Jupiter to swap 1 SOL for USDC",
    "swap 1 SOL for USDC on Jupiter",
    "I'd appreciate it if you could swap 1 SOL for USDC",
    "could you maybe swap 1 SOL for USDC",
    "could you swap 1 SOL for USDC when you get a moment?",
    "swap 1 SOL for USDC with default slippage",
    "swap 1 SOL (solana) for USDC stablecoin",
  ]);
  test("Jupiter is a token where it is the one to get", () => {
    expect(line("spend 20 USDC on Jupiter")).toBe("swap USDC>JUP in 20000000");
  });
});

describe("circumstances before the order", () => {
  same("swap SOL>USDC in 1000000000", [
    "My rent is due. Swap 1 SOL for USDC.",
    "It's payday! Swap 1 SOL for USDC",
    "SOL looks weak. Swap 1 SOL for USDC now.",
  ]);
  test("a wish may name somebody", () => {
    expect(line("Happy birthday Alice! Send 5 USDC to alice.sol")).toBe(`transfer USDC in 5000000 ${ALICE}`);
  });
  test.each([
    "Not today. Swap 1 SOL for USDC",
    "It is a joke. Swap 1 SOL for USDC",
    "This is a test. Swap 1 SOL for USDC",
    "Is the market up? Swap 1 SOL for USDC",
    "The price is 150. Swap 1 SOL for USDC",
    "Swap 1 SOL for USDC. It's bad",
    "Ask Bob. Swap 1 SOL for USDC",
    "On Monday. Swap 1 SOL for USDC",
    "This weekend. Swap 1 SOL for USDC",
    "On Ethereum. Swap 1 SOL for USDC",
    "SOL price. Swap 1 SOL for USDC",
  ])("refused: %s", (command) => {
    expect(line(command)).toMatch(/^refused/);
  });
});

describe("sides said in other ways", () => {
  same("swap SOL>USDC out 40000000", [
    "i want 40 usdc out of my sol",
    "i want 40 USDC for my SOL",
    "i need exactly 40 USDC from my SOL",
    "get me 40 USDC, use SOL",
    "i need 40 USDC, pay for it with SOL",
    "swap as much SOL as needed to get 40 USDC",
  ]);
  same("swap SOL>BONK in 1000000000", [
    "load up on bonk with 1 sol",
    "ape into BONK with 1 SOL",
    "invest in BONK with 1 SOL",
    "buy BONK, spending 1 SOL",
    "for 1 SOL get me some BONK",
    "take 1 SOL and get me BONK",
    "rotate 1 SOL to BONK",
    "sell 1 SOL and convert to BONK",
    "swap 1 SOL back to BONK",
  ]);
  same("swap SOL>USDC all_except 100000000", [
    "swap all my SOL minus 0.1 to USDC",
    "keep 0.1 SOL for fees and swap the rest to USDC",
    "leave 0.1 SOL for gas and swap the rest of my SOL to USDC",
  ]);
  same("swap SOL>USDC usd 10000000 input", [
    "swap $10 from my SOL to USDC",
    "swap ten bucks' worth of SOL for USDC",
  ]);
  test("a minus that takes nothing away makes negative", () => {
    expect(line("send minus 5 SOL to alice.sol")).toBe("refused invalid_amount");
  });
});

describe("recipients", () => {
  same(`transfer USDC in 5000000 ${ALICE}`, [
    `send 5 USDC to my friend at ${ALICE}`,
    "put 5 USDC in alice.sol's wallet",
    "send back 5 USDC to alice.sol",
    "repay alice.sol 5 USDC",
    "transfer the sum of 5 USDC to alice.sol",
  ]);
  test.each([
    ["send 5 USDC to friend", "unknown_recipient"],
    ["send 5 USDC to @bob on X", "unknown_recipient"],
    ["send 5 USDC to +1 (206) 947-6991", "unknown_recipient"],
    ["send 5 USDC to 0.0.444", "invalid_address"],
  ])("%s", (command, reason) => {
    expect(line(command)).toBe(`refused ${reason}`);
  });
});

describe("slippage said in other ways", () => {
  test.each([
    "swap 1 SOL to USDC w/ 1% slippage",
    "swap 1 SOL to USDC slippage=1%",
    "swap 1 SOL to USDC (1% slippage)",
    "swap 1 SOL to USDC, 1% slip",
    "swap 1 SOL to USDC, keeping slippage under 1%",
    "swap 1 SOL to USDC. Use 1% slippage.",
  ])("%s", (command) => {
    expect(bps(command)).toBe(100);
  });
  test.each([
    "swap?in=SOL&out=USDC&amount=1&slippage=1%",
    "swap 1 SOL to USDC amount=2 slippage=1%",
    "swap 1 SOL to USDC slippage=1",
  ])("refused: %s", (command) => {
    expect(line(command)).toMatch(/^refused/);
  });
});
