import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { line, read } from "./world.js";

const sol = (amount: string): string => line(`swap ${amount} SOL for USDC`);

describe("figures with one reading", () => {
  it.each([
    ["one and half", "1500000000"],
    ["1 and half", "1500000000"],
    ["1 and 1/2", "1500000000"],
    ["one and a half", "1500000000"],
    ["1 point 5", "1500000000"],
    ["1 point two five", "1250000000"],
    ["hundred", "100000000000"],
    ["a hundred", "100000000000"],
    ["hundred and fifty", "150000000000"],
    ["thousand", "1000000000000"],
    ["one and a half dozen", "18000000000"],
    ["3/2", "1500000000"],
  ])("%s", (amount, lamports) => {
    expect(sol(amount)).toBe(`swap SOL>USDC in ${lamports}`);
  });

  it.each([
    ["swap two grand of SOL to USDC", "swap SOL>USDC usd 2000000000 input"],
    ["swap two grand of USDC to SOL", "swap USDC>SOL in 2000000000"],
    ["buy two grand worth of SOL with USDC", "swap USDC>SOL usd 2000000000 output"],
    ["swap 10 of my SOL to USDC", "swap SOL>USDC in 10000000000"],
    ["swap 2 million of BONK to USDC", "swap BONK>USDC in 200000000000"],
    ["swap 10$ of SOL to USDC", "swap SOL>USDC usd 10000000 input"],
    ["swap 10$USDC to SOL", "swap USDC>SOL in 10000000"],
  ])("%s: %s", (command, outcome) => {
    expect(line(command)).toBe(outcome);
  });
});

describe("figures with two readings or none", () => {
  it.each(["swap.5 SOL for USDC", "swap 5ok SOL for USDC", "swap 5now SOL for USDC"])(
    "slipped: %s",
    (command) => {
      expect(line(command)).toBe("refused ambiguous_amount");
    },
  );
  it("stands apart from politeness", () => {
    expect(line("swap .5 SOL for USDC")).toBe("swap SOL>USDC in 500000000");
    expect(line("swap 5 ok SOL for USDC")).toBe("swap SOL>USDC in 5000000000");
  });

  it("may have lost what stood behind a comma", () => {
    expect(line("swap 5,SOL for USDC")).toBe("refused ambiguous_amount");
    expect(line("swap 5, SOL for USDC")).toBe("swap SOL>USDC in 5000000000");
  });

  it.each([
    "a dozen and a half",
    "two dozen and a half",
    "a hundred and a half",
    "50/50",
    "5 10/2",
    "10/2",
    "1.5½",
    "two grand",
    "50 of",
    "1 000",
    "1 000 000",
    "2.5 and a half",
  ])("%s SOL", (amount) => {
    expect(sol(amount)).toBe("refused ambiguous_amount");
  });

  it("never takes one money for another, or a part for money", () => {
    const sign = fc.constantFrom("£", "€", "¥", "₹", "A$", "CA$", "$");
    const end = fc.constantFrom("%", "$", "€", " %", "k$");
    const tail = fc.constantFrom("of my SOL to USDC", "of SOL to USDC", "SOL to USDC");
    fc.assert(
      fc.property(sign, fc.integer({ min: 1, max: 99 }), end, tail, (before, n, behind, rest) => {
        if (before === "$" && (behind === "$" || behind === "k$")) return;
        const text = `swap ${before}${n}${behind} ${rest}`;
        expect(line(text), text).toContain("refused");
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ["swap 50 of SOL to USDC", ["swap 50 SOL to USDC", "swap $50 of SOL to USDC"]],
    ["swap 10$BONK to SOL", ["swap 10 BONK to SOL", "swap $10 of BONK to SOL"]],
    ["swap 5MSOL to USDC", ["swap 5 msol to USDC", "swap 5m sol to USDC"]],
    ["swap 1 000 USDC to SOL", ["swap 1000 USDC to SOL"]],
  ])("%s shows what it could be", (command, suggestions) => {
    expect(read(command)).toMatchObject({ ok: false, reason: "ambiguous_amount", suggestions });
  });

  it.each(["sell 5% slippage 1% of my SOL for USDC", "swap 1 SOL for USDC slippage around 1%"])(
    "%s",
    (command) => {
      expect(line(command)).toContain("refused");
    },
  );

  it("takes ETH on mainnet for Ethereum", () => {
    expect(line("swap 1 ETH for USDC on mainnet")).toBe("refused unsupported_chain");
    expect(line("swap 1 SOL for USDC on mainnet")).toBe("swap SOL>USDC in 1000000000");
  });
});

describe("numbers that run on", () => {
  it.each(["five hundred six hundred", "hundred hundred", "one million two", "one hundred hundred"])(
    "%s",
    (words) => {
      expect(sol(words)).toContain("refused");
    },
  );

  it.each([
    ["one million two hundred thousand", "1200000000000000"],
    ["one million and two", "1000002000000000"],
    ["ninety nine hundred", "9900000000000"],
    ["five hundred k", "500000000000000"],
  ])("%s", (words, lamports) => {
    expect(sol(words)).toBe(`swap SOL>USDC in ${lamports}`);
  });

  it.each([",5", ",50", "$,5 of"])("%s is a decimal to some", (amount) => {
    expect(sol(amount)).toContain("refused");
  });

  it("reads a comma that ends a word", () => {
    expect(line("please,swap 1 SOL,for USDC")).toBe("swap SOL>USDC in 1000000000");
    expect(line("hey,5 SOL")).toContain("refused");
  });
});
