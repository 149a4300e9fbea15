import { describe, expect, it } from "vitest";
import { ALICE, line, read } from "./world.js";

const ONE_SOL = "swap SOL>USDC in 1000000000";
const FIVE_TO_ALICE = `transfer USDC in 5000000 ${ALICE}`;

describe("ways to say an order", () => {
  it.each([
    // Wishes with a participle tell of no past.
    ["I need 1 SOL swapped to USDC", ONE_SOL],
    ["I want 5 USDC sent to alice.sol", FIVE_TO_ALICE],
    ["5 USDC sent to alice.sol", "refused not_a_command"],
    ["I want 5 USDC not sent to alice.sol", "refused negated"],
    // A command may name the holding of a token (a bag, a balance), before the token or after it.
    ["swap my whole bag of BONK to SOL", "swap BONK>SOL fraction 1 1"],
    ["swap half of my balance of BONK to SOL", "swap BONK>SOL fraction 1 2"],
    ["swap the 1 SOL I have for USDC", ONE_SOL],
    ["buy 1 SOL using my USDC balance", "swap USDC>SOL out 1000000000"],
    // Pasted text brings quotation marks, brackets and full stops along.
    [`send 5 USDC to "${ALICE}"`, FIVE_TO_ALICE],
    [`send 5 USDC to (${ALICE}).`, FIVE_TO_ALICE],
    ["send 5 USDC to 'alice.sol'", FIVE_TO_ALICE],
    ['send "5 USDC" to alice.sol', "refused not_a_command"],
    ['"swap 1 SOL for USDC"', ONE_SOL],
    // A wallet may be somebody's; a friend of somebody is another.
    ["send 5 USDC to alice.sol's wallet", FIVE_TO_ALICE],
    ["send 5 USDC to alice.sol's friend", "refused not_a_command"],
    ["send alice.sol's 5 USDC to alice.sol", "refused several_recipients"],
    // Who is spoken to, and how.
    ["@bankrbot swap 1 SOL to USDC", ONE_SOL],
    ["hey agent, swap 1 SOL to USDC :)", ONE_SOL],
    ["I have to swap 1 SOL to USDC", ONE_SOL],
    ["mind swapping 1 SOL for USDC?", ONE_SOL],
    ["is it ok to swap 1 SOL for USDC?", "refused question"],
    // Slips in function words, also inside phrases; never in amounts.
    ["cna you swap 1 SOL for USDC", ONE_SOL],
    ["swap 1 SOL ot USDC", ONE_SOL],
    ["swap hlaf my SOL to USDC", "refused missing_amount"],
    ["sell lal my SOL for USDC", "refused missing_amount"],
    // A figure beside a percentage is another figure, no part of it.
    ["send 2 10% of my USDC to alice.sol", "refused conflicting_amounts"],
    ["swap half% of my SOL to USDC", "refused ambiguous_amount"],
    ["send 1 and a half USDC to alice.sol", `transfer USDC in 1500000 ${ALICE}`],
    ["swap a dollar of SOL to USDC", "swap SOL>USDC usd 1000000 input"],
    ["swap 1 SOL for a dollar", "refused conflicting_amounts"],
    // Verbs with more than one use.
    ["pay 100 USDC for SOL", "swap USDC>SOL in 100000000"],
    ["take 100 USDC and buy SOL", "swap USDC>SOL in 100000000"],
    ["take 1 SOL for USDC", "refused not_a_command"],
    ["toss 100 USDC at SOL", "swap USDC>SOL in 100000000"],
    ["get 5 USDC over to alice.sol", FIVE_TO_ALICE],
    ["get 5 USDC from alice.sol", "refused missing_token"],
    ["buy 1 more SOL with USDC", "swap USDC>SOL out 1000000000"],
    ["swap 1 or more SOL for USDC", "refused ambiguous_amount"],
  ])("%s: %s", (command, outcome) => {
    expect(line(command)).toBe(outcome);
  });
});

describe("ways to ask", () => {
  it.each([
    ["show me my USDC", "query balance USDC"],
    ["how many SOL are in my wallet", "query balance SOL"],
    ["what is 100 USDC in SOL", "query quote"],
    ["if I swap 5 SOL how much USDC do I get", "query quote"],
    ["what's the exchange rate between SOL and USDC", "query price SOL"],
    ["how much is 1 SOL in USD", "query price SOL"],
    ["is SOL up or down today?", "query price SOL"],
    ["how much money have i spent lately", "query history"],
    ["what's left in my account", "query balance"],
    ["what is my wallet address", "refused not_a_command"],
    ["what is the best way to swap 5 SOL for USDC", "refused question"],
    ["what's the SOL price? swap 1 SOL for USDC", "refused several_actions"],
    ["what's the euro worth in dollars", "refused unsupported_currency"],
  ])("%s: %s", (command, outcome) => {
    expect(line(command)).toBe(outcome);
  });
});

describe("what a refusal says", () => {
  it.each([
    ["swap some SOL for USDC", 'Say how much SOL: "some" leaves it open. Give one number.'],
    ["swap SOL for USDC", "Say how much SOL."],
    ["swap 1,5 SOL for USDC", '"1,5" could be 1.5 or 15. Write the one that is meant.'],
    ["swap 5-10 SOL for USDC", '"5-10" is not one number. Give one amount.'],
    ["sell 5 JUP", "Name the token to get for JUP."],
    ["buy 5 JUP", "Name the token to pay for JUP with."],
    ["send USDC to alice.sol", "Say how much USDC to send."],
  ])("%s: %s", (command, message) => {
    expect(read(command)).toMatchObject({ ok: false, message });
  });

  it("suggests each reading once, and never makes a question of an order", () => {
    const bought = read("buy 5 JUP");
    expect(!bought.ok && bought.suggestions).toEqual([
      "buy 5 JUP with USDC",
      "buy 5 JUP with SOL",
      "buy 5 JUP with USDT",
    ]);
    const asked = read("what is the price");
    expect(!asked.ok && asked.suggestions).toEqual([]);
  });
});

describe("a slippage in words", () => {
  it("is a slot of the explanation, with its place", () => {
    const command = "swap 1 SOL for USDC with 1% slippage";
    const slot = read(command).explanation.slots.find(({ parameter }) => parameter === "slippageBps");
    expect(slot).toMatchObject({ value: "100", text: "1% slippage", start: command.indexOf("1%") });
  });
});
