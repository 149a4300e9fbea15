import { describe, expect, it } from "vitest";
import { TOKENS } from "../../mock-server/src/world/tokens.js";
import { ALICE, line, read } from "./world.js";

const swapped = "swap SOL>USDC in 1000000000";
const sent = `transfer USDC in 5000000 ${ALICE}`;

describe("a plain order", () => {
  it.each([
    "please execute the following: swap 1 SOL for USDC",
    "please execute the following swap: 1 SOL for USDC",
    "I'd be grateful if you swapped 1 SOL for USDC",
    '"swap 1 SOL for USDC"',
    "\u201cswap 1 SOL for USDC\u201d",
    "\u00abswap 1 SOL for USDC\u00bb",
    "`swap 1 SOL for USDC`",
    "**swap 1 SOL for USDC**",
    "swap **1 SOL** for _USDC_",
    "swap 1 `SOL` for `USDC`",
    "liquidate 1 SOL for USDC",
    "1 SOL should be swapped for USDC",
    "have 1 SOL swapped for USDC",
    "sell for USDC 1 SOL",
    "I have 1 SOL, swap it for USDC",
    "pleaes swap 1 SOL for USDC",
    "swap swap 1 SOL to to USDC",
    "swap 1 SOL on Jupiter for USDC",
    "sell 1 SOL vs USDC",
    "sell 1 SOL for USDC and keep the rest",
    "swap 1 SOL for USDC. Yours, Ann Lee",
    "I want to swap from SOL to USDC, amount 1 SOL",
    "swap of 1 SOL to USDC",
    "sell 1 SOL/USDC",
    "swap 1 SOL for USDC. Not urgent.",
    "No worries if not possible. Swap 1 SOL for USDC",
    "Need cash for groceries, swap 1 SOL to USDC",
    "swap 1 SOL to USDC. Price is great today!",
    "swap SOL to USDC (1 SOL)",
    "swap SOL to USDC for 1 SOL",
    "1 SOL -> USDC swap please",
    "swap these 1 SOL for USDC",
    "into USDC, swap 1 SOL",
    "I have 10 SOL and 500 USDC. Swap 1 SOL to USDC.",
    "I want to swap SOL to USDC. 1 SOL.",
    "I've got 1 SOL sitting around, put it into USDC",
    "Dear wallet, hope you're well. Please swap 1 SOL for USDC. Kind regards, Pete",
    "swap 1 SOL fpr USDC",
    "\uff53\uff57\uff41\uff50 \uff11 \uff33\uff2f\uff2c \uff46\uff4f\uff52 \uff35\uff33\uff24\uff23",
  ])("of a swap: %s", (command) => {
    expect(line(command)).toBe(swapped);
  });

  it.each([
    "I'd be grateful if you sent 5 USDC to alice.sol",
    "send 5 USDC to the wallet of alice.sol",
    "send 5 USDC as a gift to alice.sol",
    "send 5 USDC to alice.sol for invoice #2031",
    "withdraw 5 USDC to alice.sol",
    "xfer 5 USDC to alice.sol",
    "chuck 5 USDC at alice.sol",
    "credit alice.sol 5 USDC",
    "send 5 USDC. To alice.sol.",
    "send 5 USDC. Recipient: alice.sol",
    "I'd like to send USDC to alice.sol. 5 USDC.",
    "send money to alice.sol, 5 USDC",
    "send 5 USDC to alice.sol. She paid for lunch.",
    "recipient alice.sol, 5 USDC, send it",
    "hook alice.sol up with 5 USDC",
    "let alice.sol have 5 USDC",
    "send the 5 USDC I owe to alice.sol",
    "pay alice.sol 5 USDC that I owe her",
    "send 5 USDC to alice.sol for the concert tickets. Best, Ann",
    "I owe alice.sol 5 USDC, please pay her",
    "I owe alice.sol 5 USDC. Please pay her.",
    "5 USDC should be sent to alice.sol",
    "I want 5 USDC to be sent to alice.sol",
  ])("of a transfer: %s", (command) => {
    expect(line(command)).toBe(sent);
  });

  it("may name the default slippage with its figure", () => {
    const result = read("swap 1 SOL for USDC with default slippage of 1%");
    expect(result.ok && result.slippageBps).toBe(100);
  });

  it("may name cents, and a name of digits", () => {
    expect(line("swap 50 cents worth of SOL for USDC")).toBe("swap SOL>USDC usd 500000 input");
    const world = { tokens: [], resolveName: () => ALICE };
    expect(line("send 5 USDC to 42.sol", { ...world, tokens: TOKENS })).toBe(sent);
  });

  it.each([
    "withdraw 5 USDC",
    "liquidate my position",
    'he said "swap 1 SOL for USDC"',
    '"swap 1 SOL" for "USDC" said bob',
    "swap 1* SOL for USDC",
    "I owe alice.sol 5 USDC",
    "I have 10 SOL. Swap 2 to USDC.",
    "I have 10 SOL. Swap all to USDC.",
    "I have 10 SOL. Send it to alice.sol.",
    // A second sentence only adds what is missing.
    "swap SOL to USDC. 1 BONK.",
    "swap SOL to USDC for 5 USDC",
    "sell SOL for 5 USDC to bob.sol",
    "for 5 SOL sell 10 USDC",
    "send USDC to alice.sol. 5 SOL.",
    "swap 2 SOL to USDC. 1 SOL.",
    "send 5 USDC to alice.sol. To bob.sol.",
    "send 5 USDC. To alice.sol?",
    // Behind a farewell stands a name, and nothing that could change the order.
    "swap 1 SOL for USDC. Best, bob.sol",
    "swap 1 SOL for USDC. Regards to 5 friends",
    "swap 1 SOL for USDC. Best send 5 USDC",
    "swap 1 SOL for USDC. Best wait",
    "swap 1 SOL for USDC. Best, skip it",
    "swap 1 SOL for USDC. Best postponed",
    "swap 1 SOL for USDC. Regards, hold",
    // A fact that is asked is a condition.
    "She paid? Send 5 USDC to alice.sol",
    "swap 1 SOL for USDC. Good price?",
    "Need money? swap 1 SOL for USDC",
    // Nothing is left of all, and half only of a half.
    "swap all my SOL to USDC and keep the rest",
    "send all my USDC to alice.sol. Keep the rest.",
    "swap all my SOL to USDC and keep the other half",
    "sell a third of my SOL for USDC and keep the other half",
    "sell 5 SOL for USDC and keep the other half",
    // Who writes so may only want to know what it comes to.
    "1 SOL to USDC conversion",
    "conversion of 1 SOL to USDC",
    // The venue's own token is bought, or it is the venue.
    "spend 10 USDC on JUP for SOL",
    "drop 10 USDC on Jupiter for SOL",
    "buy JUP on Jupiter with JUP",
    "sell JUP on Jupiter for 5 USDC on Jupiter",
    // How much less is not said.
    "swap 1 SOL for USDC with less than default slippage",
    "swap 1 SOL for USDC with slippage below the default slippage",
    "swap 1 SOL for USDC under the default slippage",
    // A figure is never typed twice by mistake alone.
    "swap 1 1 SOL for USDC",
    "swap 1 SOL SOL for USDC",
  ])("is still refused where something is missing or somebody is quoted: %s", (command) => {
    expect(line(command)).toMatch(/^refused /);
  });
});
