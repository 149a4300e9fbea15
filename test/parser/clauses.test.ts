import { describe, expect, it } from "vitest";
import { ALICE, line, pointed, read } from "./world.js";

const ONE_SOL = "swap SOL>USDC in 1000000000";

describe("a second clause", () => {
  it.each(["and", "then", "and then", "&", "plus", "also", ",", ", please", "and please", "please, thanks,"])(
    "joined by '%s' is pointed at by its verb",
    (joiner) => {
      const command = `swap 1 SOL for USDC ${joiner} send 5 USDC to alice.sol`;
      expect(pointed(command)).toBe("several_actions at send");
    },
  );

  it.each(["check", "check on", "show", "show me", "view", "list", "display", "look up", "stake", "lend"])(
    "may look or do what is not done here: %s",
    (verb) => {
      for (const joiner of [" and", ",", " then"])
        expect(pointed(`swap 1 SOL for USDC${joiner} ${verb} it`)).toBe(`several_actions at ${verb}`);
    },
  );

  it("is no second order if neither is one", () => {
    expect(pointed("stake 1 SOL and lend 2 SOL")).toBe("unsupported_action at stake");
    expect(pointed("check my balance and stake 1 SOL")).toBe("unsupported_action at stake");
    expect(pointed("stake 1 SOL and swap 1 SOL for USDC")).toBe("several_actions at swap");
  });

  it.each(["swap 1 SOL for USDC, please", "please, swap 1 SOL for USDC", "hey, swap 1 SOL, for USDC"])(
    "is not begun by a comma alone: %s",
    (command) => {
      expect(line(command)).toBe(ONE_SOL);
    },
  );

  it("of the sentence before it is another order too", () => {
    expect(pointed("swap 1 SOL for USDC. check my balance")).toBe("several_actions at check");
    expect(pointed("swap 1 SOL for USDC. swap 2 SOL for USDC")).toContain("several_actions");
  });
});

describe("what an order is paid with", () => {
  it.each(["get me 100 USDC, use SOL", "get me 100 USDC, use my SOL", "use SOL to get me 100 USDC"])(
    "%s is one order",
    (command) => {
      expect(line(command)).toBe("swap SOL>USDC out 100000000");
    },
  );

  it.each([
    "get me 100 USDC, use it",
    "get me 100 USDC, use SOL wisely",
    "get me 100 USDC, use my other wallet",
    "get me 100 USDC, use SOL and send it to alice.sol",
  ])("%s says more than that", (command) => {
    expect(pointed(command)).toBe("several_actions at use");
  });

  it("is said behind the order", () => {
    expect(pointed("use SOL, get me 100 USDC")).toBe("several_actions at get me");
  });
});

describe("no", () => {
  it.each(["no, swap 1 SOL for USDC", "no SOL to USDC", "no swap 1 SOL for USDC", "swap 1 SOL for USDC, no"])(
    "refuses in %s",
    (command) => {
      expect(pointed(command)).toBe("negated at no");
    },
  );

  it.each([
    ["swap no SOL for USDC", "missing_amount"],
    ["what is my balance with no dust", "unknown_token"],
  ])("counts nothing in %s", (command, reason) => {
    expect(line(command)).toBe(`refused ${reason}`);
  });
});

describe("a participle", () => {
  it.each([
    ["I need 20 USDC swapped to SOL", "swap USDC>SOL in 20000000"],
    ["get 20 USDC swapped to SOL", "swap USDC>SOL in 20000000"],
    ["I need 20 USDC sent to alice.sol", `transfer USDC in 20000000 ${ALICE}`],
  ])("is wished for in %s", (command, outcome) => {
    expect(line(command)).toBe(outcome);
  });

  it.each([
    ["20 USDC swapped to SOL", "swapped"],
    ["SOL swapped 20 USDC", "swapped"],
    ["20 USDC sent to alice.sol", "sent"],
  ])("is told of in %s", (command, participle) => {
    expect(pointed(command)).toBe(`not_a_command at ${participle}`);
  });
});

describe("what stands in the way", () => {
  it.each([
    ["swap 1 SOL for USDC 24h", "unsupported_action at 24h"],
    ["swap 1 SOL for USDC every 5h", "unsupported_action at every"],
    ["if SOL is up, swap 1 SOL for USDC", "unsupported_action at if"],
    ["swap 1 SOL for USDC on raydium", "unsupported_action at on raydium"],
    ["he said to swap 1 SOL for USDC", "not_a_command at said"],
    ["swap 1 SOL for USDC on base", "unsupported_chain at base"],
    ["how does swapping work", "question at how"],
    ["who are you", "not_a_command at who"],
    ["who are you? swap 1 SOL for USDC", "several_actions at swap"],
    ["what can i stake", "unsupported_action at stake"],
    ["how do I stake 1 SOL", "question at how do I"],
  ])("%s: %s", (command, outcome) => {
    expect(pointed(command)).toBe(outcome);
    expect(read(command)).toMatchObject({ ok: false, message: expect.stringMatching(/\w/) });
  });
});
