import { describe, expect, it } from "vitest";
import { ALICE, line } from "./world.js";

const FIVE = `transfer USDC in 5000000 ${ALICE}`;

describe("an order whose noun comes last", () => {
  it.each([
    "make a 5 USDC payment to alice.sol",
    "send a 5 USDC tip to alice.sol",
    "send a tip of 5 USDC to alice.sol",
    "pay a donation of 5 USDC to alice.sol",
  ])("%s", (command) => {
    expect(line(command)).toBe(FIVE);
  });
  it("a swap by its noun", () => {
    expect(line("do a 5 SOL to USDC swap")).toBe("swap SOL>USDC in 5000000000");
  });
  it.each([
    "do a 5 SOL to USDC payment",
    "do a 5 SOL to alice.sol swap",
    "make a 5 USDC payment",
    "make a 5 USDC swap",
  ])("the wrong noun, or half of it, orders nothing: %s", (command) => {
    expect(line(command)).toMatch(/^refused/);
  });
});

describe("execute swap for", () => {
  it("spends what stands before what it goes into", () => {
    expect(line("Execute swap for .01 SOL to USDC")).toBe("swap SOL>USDC in 10000000");
  });
  it("may be what is wanted, where it says what with", () => {
    expect(line("execute a swap for 100 USDC with SOL")).toMatch(/^refused/);
    expect(line("make a swap for 100 USDC")).toMatch(/^refused/);
  });
});

describe("an amount behind the pair", () => {
  it.each([
    ["swap SOL to USDC, 5 SOL", "swap SOL>USDC in 5000000000"],
    ["swap SOL to USDC, amount 5 SOL", "swap SOL>USDC in 5000000000"],
    ["swap SOL for USDC, half of my SOL", "swap SOL>USDC fraction 1 2"],
  ])("%s", (command, wanted) => {
    expect(line(command)).toBe(wanted);
  });
  it.each(["swap SOL to USDC, 5 USDC", "swap SOL to USDC, 5 BONK", "swap SOL to USDC, 5"])(
    "of another token, or of none, is asked back: %s",
    (command) => {
      expect(line(command)).toMatch(/^refused (?:ambiguous_amount|several_actions|not_a_command)$/);
    },
  );
});

describe("Jupiter", () => {
  it.each(["on Jupiter, swap 5 SOL for USDC", "swap 5 SOL for USDC with Jupiter aggregator"])(
    "finds the route: %s",
    (command) => {
      expect(line(command)).toBe("swap SOL>USDC in 5000000000");
    },
  );
  it("is the token or the venue behind 'with'", () => {
    expect(line("swap 5 SOL with JUP")).toBe("refused ambiguous_token");
    expect(line("swap 5 SOL with USDC")).toBe("refused ambiguous_token");
    expect(line("buy SOL with 5 JUP")).toBe("swap JUP>SOL in 5000000");
  });
});

describe("what stands where a symbol does", () => {
  it.each([
    ["what is my PLS balance", "unknown_token"],
    ["price of PLS", "unknown_token"],
    ["Convert 0.5 ETH → PLS", "unknown_token"],
    ["swap 1 SOLL for USDC", "unknown_token"],
    ["Transfer 0.01 SOL from Solana to Ethereum", "unsupported_chain"],
    ["swap dai for 1 weth for 0x999657A41753b8E69C66e7b1A8E37d513CB44E1C", "invalid_address"],
    ["Buy 10 USDC worth of the highest volume coin in the last 7 days", "ambiguous_token"],
    ["make a payment to Svetlana for 27 dollars", "unknown_recipient"],
  ])("%s: %s", (command, reason) => {
    expect(line(command)).toBe(`refused ${reason}`);
  });
  it("politeness stays politeness", () => {
    expect(line("my balance pls")).toBe("query balance");
    expect(line("swap 1 SOL for USDC pls")).toBe("swap SOL>USDC in 1000000000");
  });
  it("a symbol of the list is no chain where a pair is named", () => {
    expect(line("swap from SOL to 1 ETH")).toBe("swap SOL>ETH out 100000000");
  });
});

describe("what dollars are paid in", () => {
  it("stands behind the recipient", () => {
    expect(line("send $20 to alice.sol in SOL")).toBe(`transfer SOL usd 20000000 input ${ALICE}`);
    expect(line("send 20 bucks to alice.sol in USDC")).toBe(`transfer USDC in 20000000 ${ALICE}`);
    expect(line("pay alice.sol, amount 5 USDC")).toBe(FIVE);
  });
  it.each([
    ["send 20 USDC to alice.sol in SOL", "not_a_command"],
    ["send 20% to alice.sol in SOL", "not_a_command"],
    ["send $20 to alice.sol in 2 SOL", "conflicting_amounts"],
    ["send $20 to alice.sol in BTC", "ambiguous_token"],
    ["send $0 to alice.sol in SOL", "invalid_amount"],
  ])("%s: %s", (command, reason) => {
    expect(line(command)).toBe(`refused ${reason}`);
  });
  it("tokens may be counted as such", () => {
    expect(line("send 5 tokens of USDC to alice.sol")).toBe(FIVE);
    expect(line("send 5 tokens of PEPE to alice.sol")).toBe("refused unknown_token");
  });
});

describe("pictures and arrows", () => {
  it.each(["swap 1 SOL ➡️ USDC", "swap 1 SOL ⇒ USDC", "swap 1 SOL to USDC ❤️", "swap 1 SOL to USDC 💵"])(
    "%s",
    (command) => {
      expect(line(command)).toBe("swap SOL>USDC in 1000000000");
    },
  );
  it.each([
    ["swap 1️⃣ SOL to USDC", "unsafe_text"],
    ["swap 1 SOL\ufe0f to USDC", "unsafe_text"],
    ["swap 1 SOL to USDC 🤔", "not_a_command"],
    ["swap 1 SOL ⬅️ USDC", "not_a_command"],
  ])("%s: %s", (command, reason) => {
    expect(line(command)).toBe(`refused ${reason}`);
  });
});

describe("a figure that cannot be counted on", () => {
  it.each([
    ["swap 0.5 of my SOL to USDC", "ambiguous_amount"],
    ["send .5 of my SOL to alice.sol", "ambiguous_amount"],
    ["send 5 USDC worth of SOL to alice.sol", "ambiguous_amount"],
    ["I want to request 49 bucks from Mahmoud", "unsupported_action"],
    ["I want to request funds", "unsupported_action"],
    ["send 5 units to alice.sol", "missing_token"],
  ])("%s: %s", (command, reason) => {
    expect(line(command)).toBe(`refused ${reason}`);
  });
  it("may be counted in units of its token", () => {
    expect(line("send 5 units of USDC to alice.sol")).toBe(FIVE);
    expect(line("request my balance")).toBe("query balance");
  });
});
