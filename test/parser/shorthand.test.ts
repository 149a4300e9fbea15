import { describe, expect, it } from "vitest";
import { ALICE, line, read } from "./world.js";

describe("short and rare ways to say it", () => {
  it.each([
    // "w" between a token and what it is paid with is no Wormhole.
    ["buy BONK w 1 SOL", "swap SOL>BONK in 1000000000"],
    ["buy W w 100 USDC", "swap USDC>W in 100000000"],
    ["buy 3 SOL w my USDC", "swap USDC>SOL out 3000000000"],
    ["buy SOL w half my USDC", "swap USDC>SOL fraction 1 2"],
    ["swap 1 SOL w USDC", "refused ambiguous_token"],
    ["swap 1 SOL for W", "swap SOL>W in 1000000000"],
    ["swap 5 SOL w", "swap SOL>W in 5000000000"],
    ["swap 5 W to USDC", "swap W>USDC in 5000000"],
    // One of what is called by its symbol is one; of what is not, it may be any.
    ["swap one of my SOL for USDC", "swap SOL>USDC in 1000000000"],
    ["send one of my SOL to alice.sol", `transfer SOL in 1000000000 ${ALICE}`],
    ["swap one of my SOL", "refused missing_token"],
    ["swap one of my tokens for USDC", "refused ambiguous_token"],
    ["swap three eighths of my SOL for USDC", "swap SOL>USDC fraction 3 8"],
    ["swap seven tenths of my SOL for USDC", "swap SOL>USDC fraction 7 10"],
    ["swap all minus 1 SOL to USDC", "swap SOL>USDC all_except 1000000000"],
    ["cambia todo menos 1 SOL a USDC", "swap SOL>USDC all_except 1000000000"],
    // The whole of one, or of all of them.
    ["swap the whole SOL for USDC", "refused ambiguous_amount"],
    ["send the entire SOL to alice.sol", "refused ambiguous_amount"],
    ["swap my whole SOL for USDC", "swap SOL>USDC fraction 1 1"],
    ["swap the whole of my SOL for USDC", "swap SOL>USDC fraction 1 1"],
    ["swap the whole SOL balance for USDC", "swap SOL>USDC fraction 1 1"],
    ["swap the whole stack of BONK for USDC", "swap BONK>USDC fraction 1 1"],
    ["swap minus 1 SOL to USDC", "refused invalid_amount"],
    ["pay alice.sol back 12.50 USDC", `transfer USDC in 12500000 ${ALICE}`],
    ["take 1 SOL and give me USDC", "swap SOL>USDC in 1000000000"],
    ["need gas, swap 1 USDC to SOL", "swap USDC>SOL in 1000000"],
    ["swap 1 SOL for USDC, no wait, 2", "refused negated"],
  ])("%s: %s", (command, outcome) => {
    expect(line(command)).toBe(outcome);
  });
});

describe("a refusal names what is wrong", () => {
  it.each([
    ["swap SOL5 to USDC", "unknown_token", '"sol5" is not a token of the list. Give its symbol or mint.'],
    ["swap 50 cents of USDC to SOL", "unsupported_currency", "Write cents as dollars: $0.50."],
    ["swap foo to USDC", "missing_amount", "Say how much of which token."],
    ["spend $20 on BONK", "missing_token", "Name the token to pay for BONK with."],
    ["swap 5 for USDC", "missing_token", "Name the token to pay for USDC with."],
    ["buy the dip with 1 SOL", "missing_token", "Name the token to get for SOL."],
    ["buy bonk with $20", "missing_token", "Name the token to pay for BONK with."],
    [
      "swap 1 SOL for USDC to alice.sol",
      "several_actions",
      "A swap's tokens come to the wallet itself. Swap first, then send them with a command of its own.",
    ],
    [
      "what are gas fees",
      "not_a_command",
      "Prices, balances, portfolios, histories and quotes can be asked for.",
    ],
    ["tausche 3 SOL gegen USDC", "non_english", "Only English and Spanish are understood."],
  ])("%s: %s", (command, reason, message) => {
    expect(read(command)).toMatchObject({ ok: false, reason, message });
  });

  it.each([
    ["swap SOL5 to USDC", "swap 5 SOL to USDC"],
    ["send usdc100 to alice.sol", "send 100 USDC to alice.sol"],
    ["swap 50 cents of USDC to SOL", "swap $0.50 of USDC to SOL"],
    ["swap fifty cents of SOL to USDC", "swap $0.50 of SOL to USDC"],
  ])("%s: offers %s", (command, suggestion) => {
    expect(read(command)).toMatchObject({ ok: false, suggestions: [suggestion] });
  });

  const offered = (command: string) => {
    const outcome = read(command);
    return outcome.ok ? undefined : outcome.suggestions;
  };

  it("offers no dollars for parts of a cent: they would be rounded", () => {
    for (const cents of ["33.5", "0.4", "50.999"])
      expect(offered(`swap ${cents} cents of USDC to SOL`)).toEqual([]);
    expect(offered("swap 123456 cents of USDC to SOL")).toEqual(["swap $1234.56 of USDC to SOL"]);
  });
});
