import { describe, expect, it } from "vitest";
import { line } from "./world.js";

describe("asking whether, when or how to act", () => {
  it.each([
    "when do I swap 1 SOL for USDC",
    "when should I swap 1 SOL for USDC",
    "when can we swap 1 SOL for USDC?",
    "when is the best time to swap 1 SOL for USDC",
    "when will you send 5 USDC to alice.sol",
    "do I swap 1 SOL for USDC",
    "do I need to swap 1 SOL for USDC",
    "what do I swap 1 SOL for USDC",
    "should I swap 1 SOL for USDC",
    "¿cómo cambio 3 SOL por USDC?",
  ])("%s: a question, no order and no quote", (command) => {
    expect(line(command)).toBe("refused question");
  });

  it.each([
    ["what do I get if I swap 1 SOL for USDC", "query quote"],
    ["how much SOL do I need to get 100 USDC", "query quote"],
    ["how much USDC do I need to buy 1 SOL", "query quote"],
    ["when did I last swap SOL for USDC", "query history SOL"],
    // A request, as "can you" is.
    ["would you swap 1 SOL for USDC?", "swap SOL>USDC in 1000000000"],
    ["will you swap 1 SOL for USDC?", "swap SOL>USDC in 1000000000"],
    ["would you swap 1 SOL for USDC if you were me", "refused not_a_command"],
    ["swap 1 SOL for USDC when SOL hits 200", "refused unsupported_action"],
  ])("%s: %s", (command, outcome) => {
    expect(line(command)).toBe(outcome);
  });
});
