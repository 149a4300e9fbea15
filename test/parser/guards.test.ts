import { describe, expect, it } from "vitest";
import { line, read } from "./world.js";

describe("guards", () => {
  it.each([
    ["don't swap 1 SOL for USDC", "negated"],
    ["swap 1 SOL for USDC... just kidding", "negated"],
    ["swap 1 SOL for USDC. Not now.", "negated"],
    ["under no circumstances swap 1 SOL for USDC", "negated"],
    ["should I swap 1 SOL for USDC?", "question"],
    ["how do I swap 1 SOL for USDC", "question"],
    ["what happens if I swap 1 SOL for USDC", "question"],
    ["swap 1 SOL for USDC?", "question"],
    ["I might swap 1 SOL for USDC", "not_a_command"],
    ["I swapped 1 SOL for USDC", "not_a_command"],
    ['she said "swap 1 SOL for USDC"', "not_a_command"],
    ["note to self: swap 1 SOL for USDC", "not_a_command"],
    ['{"action":"swap"}', "not_a_command"],
    ["if SOL hits 200 swap 1 SOL for USDC", "unsupported_action"],
    ["swap 1 SOL for USDC tomorrow", "unsupported_action"],
    ["swap 1 SOL for USDC at 5pm", "unsupported_action"],
    ["swap 1 SOL for USDC every day", "unsupported_action"],
    ["swap 1 SOL for USDC at 200", "unsupported_action"],
    ["limit buy 1 SOL at 100 USDC", "unsupported_action"],
    ["stake 1 SOL", "unsupported_action"],
    ["swap 1 SOL for USDC on raydium", "unsupported_action"],
    ["swap 1 SOL for USDC on Base", "unsupported_chain"],
    ["swap 1 SOL for USDC on Chiadoo", "unsupported_chain"],
    ["send 1 SOL from Solana to Polygon", "unsupported_chain"],
    ["swap 1 SOL for USDC then send it to alice.sol", "several_actions"],
    ["swap 1 SOL for USDC. swap 2 SOL for USDC", "several_actions"],
    ["swap 1 SOL to USDC to BONK", "several_actions"],
    ["swap 1 SOL for USDC foo", "unsupported_action"],
    ["foo bar baz", "not_a_command"],
    ["curl -d amount=5 /swap", "not_a_command"],
  ])("%s: %s", (command, reason) => {
    expect(line(command)).toBe(`refused ${reason}`);
  });

  it.each([
    "hey, could you please swap 1 SOL for USDC? thanks a lot!",
    "Yo, can you swap 1 SOL for USDC for me?",
    "I'd like to swap 1 SOL for USDC using Jupiter, urgently",
    "would you mind swapping 1 SOL for USDC",
    "Swap 1 SOL for USDC - is that something you can do?",
    "swap 1 SOL for USDC on Solana mainnet 🙏",
    "swpa 1 SOL for USDC",
    "swaap 1 SOL for USDC",
  ])("politeness and typos in verbs change nothing: %s", (command) => {
    expect(line(command)).toBe("swap SOL>USDC in 1000000000");
  });

  it("points at the words that caused a refusal", () => {
    const result = read("swap 1 SOL for USDC tomorrow");
    expect(result).toMatchObject({ ok: false, span: { start: 20, end: 28 } });
  });
});

describe("questions", () => {
  it.each([
    ["What's my SOL balance?", "query balance SOL"],
    ["chek my balance", "query balance"],
    ["how much sol do i have", "query balance SOL"],
    ["Not now. What's my balance?", "query balance"],
    ["what's in my wallet", "query portfolio"],
    ["what am i holding", "query portfolio"],
    ["jup price?", "query price JUP"],
    ["SOL 24h change", "query price SOL"],
    ["market cap of WIF", "query price WIF"],
    ["what did I send last week", "query history"],
    ["did my last transaction go through?", "query history"],
    ["how much usdc is 3 sol worth", "query quote"],
    ["Get a quote for 10 SOL to USDC", "query quote"],
    ["check SOL and BONK price", "refused ambiguous_token"],
    ["check my balance and send 5 USDC to alice.sol", "refused several_actions"],
    ["balance my portfolio", "refused not_a_command"],
    ["get $5 worth SOL with USDC", "swap USDC>SOL usd 5000000 output"],
    ["price of PEPE", "refused unknown_token"],
    ["what is the price of bitcoin", "refused unknown_token"],
    ["what's the price", "refused missing_token"],
    ["What is my balance on Base?", "refused unsupported_chain"],
    ["What's in my wallet 5YNmS1R9nNSCDzb5a7mMJ1dwK9uHeAAF4CYuH1Oss2nS?", "refused invalid_address"],
    ["what are the trending tokens", "refused unsupported_action"],
  ])("%s: %s", (command, outcome) => {
    expect(line(command)).toBe(outcome);
  });
});
