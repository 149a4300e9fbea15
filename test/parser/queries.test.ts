import { describe, expect, it } from "vitest";
import { ALICE, line, read } from "./world.js";

const SOL_MINT = "So11111111111111111111111111111111111111112";
const UNLISTED = "SENDdRQtYMWaQrBroBrJ2Q53fgVuq95CV9UPGEvpCxa";

describe("a question is never answered in place of an order", () => {
  it.each([
    "my order: swap 1 SOL for USDC",
    "transaction: send 5 USDC to alice.sol",
    "tx: send 5 USDC to alice.sol",
    "wallet: swap 1 SOL for USDC",
    "price swap 1 SOL for USDC",
    "price, get 5 USDC from my SOL",
    "how about to swap 1 SOL for USDC",
    "balance swap 1 SOL for USDC",
    "SOL price is good so sell 1 SOL for USDC",
    "get a quote and swap 1 SOL for USDC",
    "quote 1 SOL to USDC, then buy",
    "find the best route and swap 1 SOL for USDC",
    "best price: sell 1 SOL for USDC",
    "received 5 USDC",
    "sells 1 SOL for USDC",
    "sends 5 USDC to alice.sol",
    "payments 5 USDC to alice.sol",
    "balance 5 USDC alice.sol",
    "my last swap was 1 SOL for USDC",
    "my wallet to USDC",
    "all balances to USDC",
    "the balance to alice.sol",
    "spend my balance",
    "send my balance to alice.sol",
    "tell alice.sol my balance",
    "give me all my balance",
    "i want my balance in SOL",
  ])("%s", (command) => {
    expect(line(command)).not.toMatch(/^query/);
  });

  it.each([
    "i want to know how to swap 1 SOL for USDC",
    "what does swap 1 SOL for USDC mean",
    "what is swap 1 SOL for USDC",
    "what will my balance be if I send 5 USDC to alice.sol",
    "what can i buy with my balance",
    "show how swaps work",
  ])("nor a question about acting: %s", (command) => {
    expect(line(command)).toBe("refused question");
  });

  it("nor is what was done repeated", () => {
    expect(line("do my last swap again")).toBe("refused unsupported_action");
  });
});

describe("one question at a time", () => {
  it.each([
    "my balance and the price of SOL",
    "price of SOL, my balance",
    "balance and history",
    "show balance show history",
    "show my portfolio and transaction history",
    "how much SOL do i have and what is the price",
    "how much is SOL and how much do i have",
    "how much sol do i have, and how much usdc for 1 sol",
    "quote 1 SOL to USDC and my balance",
    "quote 1 SOL to USDC and quote 2 SOL to BONK",
    `balance of alice.sol and ${UNLISTED}`,
  ])("%s", (command) => {
    expect(line(command)).toBe("refused several_actions");
  });

  it.each([
    ["SOL BONK price", "refused ambiguous_token"],
    ["price of SOL or BONK", "refused ambiguous_token"],
    ["price of JUP in SOL", "query price JUP"],
    ["SOL price and volume", "query price SOL"],
    ["show my holdings and their value", "query portfolio"],
    ["balance of my wallet", "query balance"],
  ])("but what belongs together is one: %s", (command, answer) => {
    expect(line(command)).toBe(answer);
  });
});

describe("what is asked well and has no answer here", () => {
  it.each([
    ["how much does it cost to send 5 USDC", "question"],
    ["price of sending 5 USDC", "unsupported_action"],
    ["how much SOL do i need to send 5 USDC", "unsupported_action"],
    ["price of SOL yesterday", "unsupported_action"],
    ["what was SOL worth a year ago", "unsupported_action"],
    [`price of this token: ${UNLISTED} ?`, "unknown_token"],
    [`quote 1 SOL to ${UNLISTED}`, "unknown_token"],
    ["quote 1 SOL to BTC", "unknown_token"],
    ["quote 1 SOL to SOL", "same_token"],
    ["what's her balance", "unknown_recipient"],
    ["how much is his SOL balance", "unknown_recipient"],
    ["show their portfolio", "unknown_recipient"],
  ])("%s: %s", (command, reason) => {
    expect(line(command)).toBe(`refused ${reason}`);
  });

  it("is no price of a wallet", () => {
    expect(line("how much is 5 USDC to alice.sol")).toMatch(/^refused/);
  });
});

describe("a question has the topic it is about", () => {
  it.each([
    ["wassup with my money", "query balance"],
    ["how broke am i", "query balance"],
    ["total value of my BONK", "query balance BONK"],
    ["how much is my SOL worth", "query balance SOL"],
    ["my BONK holdings", "query balance BONK"],
    ["USDC left?", "query balance USDC"],
    ["usdc in my wallet", "query balance USDC"],
    ["is there any SOL in my wallet", "query balance SOL"],
    ["i need my balance", "query balance"],
    ["hwo much money do i have", "query balance"],
    ["token breakdown", "query portfolio"],
    ["account summary", "query portfolio"],
    ["show me all the tokens i own", "query portfolio"],
    ["how much is everything worth", "query portfolio"],
    ["What's the 24h volume for BONK?", "query price BONK"],
    [`price for mint ${SOL_MINT}`, "query price SOL"],
    [`price for ca ${SOL_MINT}`, "query price SOL"],
    ["exchange rate SOL USDC", "query price SOL"],
    ["SOL/USD", "query price SOL"],
    ["spot price for SOL", "query price SOL"],
    ["is sol pumping", "query price SOL"],
    ["quote the price of JUP", "query price JUP"],
    ["best price of SOL", "query price SOL"],
    ["price of SOL change yesterday", "query price SOL"],
    ["did the swap work", "query history"],
    ["is my swap done", "query history"],
    ["past transactions", "query history"],
    ["my last 5 USDC transfers", "query history USDC"],
    ["best swap rate for 1 SOL to BONK", "query quote"],
    ["best route for 100 USDC to SOL", "query quote"],
    ["what's the price impact of swapping 10000 SOL to USDC", "query quote"],
    ["how much USDC can I get for my SOL", "query quote"],
    ["how much SOL do i need to buy 100 USDC", "query quote"],
    ["how much SOL can I buy with $100", "query quote"],
    ["10 SOL how much USDC", "query quote"],
    ["1 SOL to USDC?", "query quote"],
    ["value of 5 SOL in USDC", "query quote"],
    ["quote: swap 1 SOL to USDC", "query quote"],
    ["if i swapped 5 sol how much usdc would i get", "query quote"],
  ])("%s: %s", (command, answer) => {
    expect(line(command)).toBe(answer);
  });

  it.each([
    [`token breakdown in wallet ${ALICE}`, "portfolio"],
    [`list the tokens in ${ALICE}`, "portfolio"],
    [`${ALICE} balance`, "balance"],
    [`how much SOL is in ${ALICE}`, "balance"],
    [`What's the balance for wallet address ${ALICE}?`, "balance"],
  ])("of the wallet that is named: %s", (command, topic) => {
    expect(read(command)).toMatchObject({ command: { action: "query", topic, address: ALICE } });
  });
});
