import { describe, expect, it } from "vitest";
import { ALICE, line } from "./world.js";

describe("what is said to an answer before the next request", () => {
  it.each([
    "That sounds great. Can you check my balance?",
    "Sounds good, could you help me check my balance?",
    "Perfect. Now please check my balance",
    "I like that one. Let me know my balance please.",
    "That works for me. What's my balance?",
    "Not right now. Can you check my balance?",
    "No, not at the moment. Please check my balance.",
    "How about my savings account balance?",
    "And what about the balance in my savings account?",
    "Ok. How much is in my checking account?",
    "I would also like to know my balance",
    "Can you inform me of my bank balance?",
    "What is my wallet's token balance?",
  ])("asks for the balance: %s", (command) => {
    expect(line(command)).toBe("query balance");
  });

  it.each(["That sounds good. Send 5 USDC to alice.sol", "that's fine, send 5 USDC to alice.sol"])(
    "orders: %s",
    (command) => {
      expect(line(command)).toBe(`transfer USDC in 5000000 ${ALICE}`);
    },
  );

  it.each([
    ["That's not good. Send 5 USDC to alice.sol", "negated"],
    ["Not right now. Send 5 USDC to alice.sol", "negated"],
    ["Some other time. Swap 1 SOL for USDC", "negated"],
    ["It works if you send 5 USDC to alice.sol", "unsupported_action"],
    ["how about swapping 1 SOL for USDC", "question"],
    ["how about I swap my balance", "question"],
    ["what about 5 SOL to alice.sol", "not_a_command"],
    ["do I have enough to swap 1 SOL for USDC", "question"],
  ])("%s: %s", (command, reason) => {
    expect(line(command)).toBe(`refused ${reason}`);
  });
});

describe("who speaks of an order does not give it", () => {
  it.each(["I will", "you will", "you must", "people", "user:", "the plan is to", "like"])("%s", (lead) => {
    expect(line(`${lead} send 5 USDC to alice.sol`)).toMatch(
      /^refused (?:not_a_command|unsupported_action)$/,
    );
  });
  it("two verbs are two orders", () => {
    expect(line("swap 1 SOL for USDC and send it to alice.sol")).toBe("refused several_actions");
  });
});
