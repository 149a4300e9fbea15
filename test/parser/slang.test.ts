import { describe, expect, it } from "vitest";
import { ALICE, line } from "./world.js";

const ONE_SOL = "swap SOL>USDC in 1000000000";

describe("what is said in passing", () => {
  it.each([
    // "for it" and "in return" refer back to the tokens that are given.
    ["sell 1 SOL and get USDC for it", ONE_SOL],
    ["get rid of 1 SOL and get USDC for it", ONE_SOL],
    ["swap 1 SOL and receive USDC in return", ONE_SOL],
    ["sell 1 SOL and get 100 USDC for it", "refused conflicting_amounts"],
    ["sell SOL and get USDC for it", "refused missing_amount"],
    // One may pay in a token as well as with it.
    ["I want to receive 10 USDC, pay in SOL", "swap SOL>USDC out 10000000"],
    ["buy 10 USDC, I'll pay in SOL", "swap SOL>USDC out 10000000"],
    ["buy 10 USDC, pay in 1 SOL", "refused conflicting_amounts"],
    // A verb of throwing takes what it is thrown into, or whom it is thrown to.
    ["yeet 1 SOL into USDC", ONE_SOL],
    ["yeet 5 USDC to alice.sol", `transfer USDC in 5000000 ${ALICE}`],
    ["yeet 5 USDC", "refused missing_recipient"],
    // Of two tokens one has to be chosen by whoever asks.
    ["swap 1 SOL to BTC or USDC", "refused ambiguous_token"],
    ["send 5 USDC or SOL to alice.sol", "refused ambiguous_token"],
    ["swap 1 or 2 SOL to USDC", "refused ambiguous_amount"],
  ])("%s: %s", (command, expected) => {
    expect(line(command)).toBe(expected);
  });

  it.each([
    ["update me on my balance", "query balance"],
    ["how much dough do i have", "query balance"],
    ["how much money do i have in my bank accounts", "query balance"],
    ["how much money's in my wallet", "query balance"],
    ["what is the total value of my tokens in US dollars?", "query portfolio"],
    ["give me the rundown of my wallet", "query portfolio"],
    ["is my wallet empty?", "query portfolio"],
    ["what's in alice.sol", "query portfolio"],
    ["what's in 5 SOL", "refused not_a_command"],
    ["get me a route for 2 SOL to USDC", "query quote"],
    ["state recent transactions", "query history"],
    ["when did I last send SOL", "query history SOL"],
    ["where did all my money go", "query history"],
    ["have I been paid yet", "query history"],
    ["any transfers between the 1st and the 7th of June", "query history"],
    ["price of the 1st", "refused unknown_token"],
  ])("%s: %s", (command, expected) => {
    expect(line(command)).toBe(expected);
  });
});

describe("more that is said in passing", () => {
  it.each([
    // An announced action must be the one that is then ordered.
    ["Hi. I would like to make a trade. Swap 1 SOL to USDC.", ONE_SOL],
    ["I want to make a payment. Send 5 USDC to alice.sol.", `transfer USDC in 5000000 ${ALICE}`],
    ["I want to make a payment. Swap 1 SOL to USDC.", "refused several_actions"],
    ["I want to make a trade. Send 5 USDC to alice.sol.", "refused several_actions"],
    ["Do not make a trade. Swap 1 SOL to USDC.", "refused negated"],
    ["I got paid today. Swap 1 SOL to USDC.", ONE_SOL],
    ["I got paid 5 SOL. Swap 1 SOL to USDC.", "refused not_a_command"],
    // The token that is sold to pay for an amount that is needed.
    ["I need exactly 40 USDC, sell SOL for it", "swap SOL>USDC out 40000000"],
    ["I need 40 USDC, sell 2 SOL for it", "refused conflicting_amounts"],
    ["buy BONK, paying 1 SOL", "swap SOL>BONK in 1000000000"],
    // Whose it will be.
    ["send alice.sol her 5 USDC", `transfer USDC in 5000000 ${ALICE}`],
    ["send her 5 USDC", "refused missing_recipient"],
    // Ways to be polite.
    ["would you mind turning 1 SOL into USDC for me?", ONE_SOL],
    ["would you mind not turning 1 SOL into USDC", "refused negated"],
    ["can ya swap 1 SOL for USDC", ONE_SOL],
    ["swap 1 SOL for USDC, no questions asked", ONE_SOL],
    ["What are my most valuable holdings?", "query portfolio"],
    ["which coins am i sitting on at the moment", "query portfolio"],
    ["recap my activity this week", "query history"],
    ["Thanks for that. Now show me my recent transactions.", "query history"],
    ["where's jup at price wise", "query price JUP"],
  ])("%s: %s", (command, expected) => {
    expect(line(command)).toBe(expected);
  });
});
