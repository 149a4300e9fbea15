import { describe, expect, it } from "vitest";
import { line, pointed } from "./world.js";

describe("a number that runs on", () => {
  it.each([
    "swap 1m and a half BONK for SOL",
    "swap 1k and a quarter BONK for SOL",
    "swap two grand five USDC for SOL",
    "swap 2k 5 USDC for SOL",
    "swap two thousand five USDC for SOL",
    "swap 5k thousand BONK for SOL",
    "swap 5 thousand k BONK for SOL",
    "swap five thousand thousand BONK for SOL",
    "swap zero point two hundred SOL for USDC",
    "swap 21/2 SOL for USDC",
    "swap 12/25 SOL for USDC",
    "swap nine ty USDC for SOL",
    "swap .1K% of my SOL for USDC",
    "swap 1k% of my SOL for USDC",
    "swap ,5 SOL for USDC",
    "send,5 SOL to alice.sol",
  ])("is asked back: %s", (command) => {
    expect(pointed(command)).toMatch(/^ambiguous_amount at /);
  });

  it.each(["swap 5 $k SOL for USDC", "swap fourty USDC for SOL", "swap fourty two USDC for SOL"])(
    "is refused: %s",
    (command) => {
      expect(line(command)).toMatch(/^refused /);
    },
  );

  it.each([
    ["swap two thousand five hundred USDC for SOL", "2500000000"],
    ["swap two thousand and five USDC for SOL", "2005000000"],
    ["swap one and a half thousand USDC for SOL", "1500000000"],
    ["swap one point five thousand USDC for SOL", "1500000000"],
    ["swap 3/4 USDC for SOL", "750000"],
    ["swap 1/100 USDC for SOL", "10000"],
    ["swap 2 1/2 USDC for SOL", "2500000"],
    ["swap 5 thousand USDC for SOL", "5000000000"],
  ])("is one number where it has one reading: %s", (command, baseUnits) => {
    expect(line(command)).toBe(`swap USDC>SOL in ${baseUnits}`);
  });
});
