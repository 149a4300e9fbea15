import { describe, expect, it } from "vitest";
import { ALICE, line } from "./world.js";

const ONE_SOL = "swap SOL>USDC in 1000000000";

describe("courtesies behind an order", () => {
  it.each([
    "swap 1 SOL for USDC & ty",
    "swap 1 SOL for USDC and thank you",
    "swap 1 SOL for USDC pls and ty",
    "swap 1 SOL for USDC, please & thanks",
    "swap 1 SOL for USDC plz n thx",
    "swap 1 SOL for USDC thx!!",
    "swap 1 SOL for USDC, thanks & bye",
    "swap 1 SOL for USDC kk",
    "swap 1 SOL for USDC k thx",
    "swap 1 SOL for USDC, much love, bye",
    "swap 1 SOL for USDC ✅",
    "swap 1 SOL for USDC 🫶👌",
    "cambia 1 SOL por USDC y gracias",
  ])("%s", (command) => {
    expect(line(command)).toBe(ONE_SOL);
  });

  it.each([
    // A joiner joins something else, unless it is thanks.
    ["swap 1 SOL for USDC and", "refused not_a_command"],
    ["swap 1 SOL for USDC and BONK, thanks", "refused several_actions"],
    // Where somebody or a figure's end may stand, a courtesy is none.
    ["send 5 USDC to kk", "refused unknown_recipient"],
    ["send 5 USDC to bye", "refused unknown_recipient"],
    ["swap 5 kk BONK for SOL", "refused ambiguous_amount"],
    ["buy SOL with USDC 5 kk", "refused not_a_command"],
    // Pictures that may say no are not dropped.
    ["swap 1 SOL for USDC 🛑", "refused not_a_command"],
    ["swap 1 SOL for USDC 👎", "refused not_a_command"],
    ["swap 1 SOL for USDC 🤔", "refused not_a_command"],
  ])("%s: %s", (command, outcome) => {
    expect(line(command)).toBe(outcome);
  });

  it("is dropped behind a transfer too", () => {
    expect(line("send 5 USDC to alice.sol & thx ❤️")).toBe(`transfer USDC in 5000000 ${ALICE}`);
  });
});
