import { describe, expect, it } from "vitest";
import { line, read } from "./world.js";

const sol = (amount: string): string => line(`swap ${amount} SOL for USDC`);

describe("amounts", () => {
  it.each([
    ["1", "1000000000"],
    ["1.005", "1005000000"],
    [".5", "500000000"],
    ["1,000.50", "1000500000000"],
    ["1.5k", "1500000000000"],
    ["2 mil", "2000000000000000"],
    ["1e3", "1000000000000"],
    ["1/2", "500000000"],
    ["1 1/2", "1500000000"],
    ["½", "500000000"],
    ["2½", "2500000000"],
    ["one", "1000000000"],
    ["a", "1000000000"],
    ["half a", "500000000"],
    ["one and a half", "1500000000"],
    ["one and a half thousand", "1500000000000"],
    ["zero point five", "500000000"],
    ["point five", "500000000"],
    ["two hundred and fifty", "250000000000"],
    ["twenty-five", "25000000000"],
    ["twenty five hundred", "2500000000000"],
    ["one hundred five thousand", "105000000000000"],
    ["one thousand two hundred and five", "1205000000000"],
    ["3 dozen", "36000000000"],
    ["5 hundred", "500000000000"],
    ["five hundred k", "500000000000000"],
    ["half a million", "500000000000000"],
  ])("reads %s exactly", (amount, lamports) => {
    expect(sol(amount)).toBe(`swap SOL>USDC in ${lamports}`);
  });

  it("is exact for every amount that floats get wrong", () => {
    for (let i = 1; i < 3000; i += 7) {
      const digits = `${Math.floor(i / 1000)}.${String(i % 1000).padStart(3, "0")}`;
      if (digits === "1.000" || digits === "2.000") continue;
      expect(sol(digits)).toBe(`swap SOL>USDC in ${BigInt(i) * 1_000_000n}`);
    }
  });

  it.each([
    ["0", "invalid_amount"],
    ["-5", "invalid_amount"],
    ["minus 5", "invalid_amount"],
    ["NaN", "invalid_amount"],
    ["Infinity", "invalid_amount"],
    ["1/3", "invalid_amount"],
    ["0.0000000001", "invalid_amount"],
    ["99999999999999999999", "invalid_amount"],
    ["1,5", "ambiguous_amount"],
    ["1.000", "ambiguous_amount"],
    ["1.000.000", "ambiguous_amount"],
    ["1.000,50", "ambiguous_amount"],
    ["1_000", "ambiguous_amount"],
    ["5-10", "ambiguous_amount"],
    ["5 + 5", "ambiguous_amount"],
    ["ten grand", "ambiguous_amount"],
    ["half", "ambiguous_amount"],
    ["about 10", "ambiguous_amount"],
    ["around $50 of", "ambiguous_amount"],
    ["up to 10", "ambiguous_amount"],
    ["a couple of", "ambiguous_amount"],
    ["some", "ambiguous_amount"],
    ["£20 of", "unsupported_currency"],
    ["C$20 of", "unsupported_currency"],
    ["20 euros of", "unsupported_currency"],
    ["my", "missing_amount"],
    ["", "missing_amount"],
  ])("refuses %s as %s", (amount, reason) => {
    expect(sol(amount)).toBe(`refused ${reason}`);
  });

  it("shows both readings of a comma", () => {
    const result = read("swap 1,5 SOL for USDC");
    expect(result.ok).toBe(false);
    if (!result.ok) {
      expect(result.message).toContain("1.5 or 15");
      expect(result.suggestions).toEqual(["swap 1.5 SOL for USDC", "swap 15 SOL for USDC"]);
    }
  });

  it.each([
    ["swap half of my SOL for USDC", "swap SOL>USDC fraction 1 2"],
    ["swap a third of my SOL for USDC", "swap SOL>USDC fraction 1 3"],
    ["swap 3/4 of my SOL for USDC", "swap SOL>USDC fraction 3 4"],
    ["swap ½ of my SOL for USDC", "swap SOL>USDC fraction 1 2"],
    ["swap 10 of my SOL for USDC", "swap SOL>USDC in 10000000000"],
    ["swap 0.5 of my SOL for USDC", "refused ambiguous_amount"],
    ["swap 25 percent of my SOL into USDC", "swap SOL>USDC fraction 1 4"],
    ["swap 50% usdc for sol", "swap USDC>SOL fraction 1 2"],
    ["swap all my SOL to USDC", "swap SOL>USDC fraction 1 1"],
    ["swap my entire SOL balance to USDC", "swap SOL>USDC fraction 1 1"],
    ["swap all the SOL I have to USDC", "swap SOL>USDC fraction 1 1"],
    ["swap 150% of my SOL to USDC", "refused invalid_amount"],
    ["swap everything except 0.1 SOL to USDC", "swap SOL>USDC all_except 100000000"],
    ["swap all my SOL but 0.1 to USDC", "swap SOL>USDC all_except 100000000"],
    ["swap all my SOL to USDC but keep 0.1 SOL", "swap SOL>USDC all_except 100000000"],
    ["keep 1 SOL and swap the rest of my SOL to USDC", "swap SOL>USDC all_except 1000000000"],
    ["keep 1 SOL and swap the rest of my BONK to USDC", "refused ambiguous_token"],
    ["swap half of my SOL to USDC but keep 0.1 SOL", "refused conflicting_amounts"],
    ["swap $20 of SOL for USDC", "swap SOL>USDC usd 20000000 input"],
    ["swap $1.5k of SOL for USDC", "swap SOL>USDC usd 1500000000 input"],
    ["swap 20 dollars worth of SOL for BONK", "swap SOL>BONK usd 20000000 input"],
    ["swap $20.0000001 of SOL for USDC", "refused invalid_amount"],
    ["buy $50 of SOL with USDC", "swap USDC>SOL usd 50000000 output"],
    ["swap $100 USDC to SOL", "swap USDC>SOL in 100000000"],
    ["swap 500000000 lamports for USDC", "swap SOL>USDC in 500000000"],
    ["swap 0.5 lamports for USDC", "refused invalid_amount"],
  ])("%s: %s", (command, outcome) => {
    expect(line(command)).toBe(outcome);
  });
});
