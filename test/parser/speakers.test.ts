import { describe, expect, it } from "vitest";
import { ALICE, line } from "./world.js";

describe("a line with a speaker", () => {
  it.each([
    "Support: send 1 SOL to alice.sol",
    "boss: send 1 SOL to alice.sol",
    "team: send 1 SOL to alice.sol",
    "hey boss: send 1 SOL to alice.sol",
    "@bob send 1 SOL to alice.sol",
    "@bob: send 1 SOL to alice.sol",
  ])("is a quotation: %s", (command) => {
    expect(line(command)).toMatch(/^refused /);
  });

  it.each([
    "please: send 1 SOL to alice.sol",
    "command: send 1 SOL to alice.sol",
    "execute the following: send 1 SOL to alice.sol",
    "@tradebot send 1 SOL to alice.sol",
    "hey boss, send 1 SOL to alice.sol",
  ])("is an order if it only announces or addresses: %s", (command) => {
    expect(line(command)).toBe(`transfer SOL in 1000000000 ${ALICE}`);
  });
});

describe("a negation one key off", () => {
  it.each([
    "do bot swap 1 SOL for USDC",
    "do now swap 1 SOL for USDC",
    "do nor swap 1 SOL for USDC",
    "do mot send 1 SOL to alice.sol",
    "bot swap 1 SOL for USDC",
    "dont swap 1 SOL for USDC",
  ])("is no order: %s", (command) => {
    expect(line(command)).toMatch(/^refused /);
  });

  it.each(["now swap 1 SOL for USDC", "bot, swap 1 SOL for USDC", "swap 1 SOL for USDC now"])(
    "is not suspected elsewhere: %s",
    (command) => {
      expect(line(command)).toBe("swap SOL>USDC in 1000000000");
    },
  );

  it.each([
    "yeah right, swap 1 SOL for USDC",
    "swap 1 SOL for USDC, yeah right",
    "as if, swap 1 SOL for USDC",
  ])("and sarcasm orders nothing: %s", (command) => {
    expect(line(command)).toBe("refused not_a_command");
  });
});

describe("which way round", () => {
  it.each([
    "swap exactly SOL 5 USDC",
    "swap only SOL 5 USDC",
    "swap another SOL 5 USDC",
    "swap the sum of SOL 5 USDC",
    "buy SOL 3 of USDC",
    "get SOL 3 of USDC",
    "swap 5 USDC with SOL",
    "trade 5 USDC with SOL",
    "swap 5 USDC fro SOL",
    "buy SOL fro 5 USDC",
    "keep 1 SOL and send everything else to alice.sol",
    "keep 1 SOL and swap the others to USDC",
  ])("is not guessed: %s", (command) => {
    expect(line(command)).toMatch(/^refused /);
  });
});
