import { describe, expect, it } from "vitest";
import { ALICE, line, read } from "./world.js";

const sol = (amount: string): string => line(`swap ${amount} to USDC`);
const usdc = (amount: string): string => line(`swap ${amount} to SOL`);

describe("what leads an amount and leaves it as it is", () => {
  it.each([
    "exactly",
    "only",
    "precisely",
    "another",
    "my",
    "the",
    "our",
    "the sum of",
    "a sum of",
    "an amount of",
    "the amount of",
    "a total of",
    "the total of",
  ])("%s", (lead) => {
    expect(sol(`${lead} 5 SOL`)).toBe("swap SOL>USDC in 5000000000");
  });

  it("leads any amount, once", () => {
    expect(sol("exactly $5 of SOL")).toBe("swap SOL>USDC usd 5000000 input");
    expect(sol("exactly half my SOL")).toBe("swap SOL>USDC fraction 1 2");
    // "exactly" before a token settles nothing: in "exactly SOL 5 USDC" the 5 may belong to either token.
    expect(sol("exactly SOL 5")).toContain("refused");
    expect(sol("exactly only 5 SOL")).toContain("refused");
  });
});

describe("coins", () => {
  it.each([
    ["5 more SOL", "in 5000000000"],
    ["10 of the SOL", "in 10000000000"],
    ["10 of our SOL", "in 10000000000"],
    ["1 of my SOL", "in 1000000000"],
    ["a SOL", "in 1000000000"],
    ["an SOL", "in 1000000000"],
    ["5 SOL balance", "in 5000000000"],
    ["5 coins of SOL", "in 5000000000"],
    ["5 tokens of SOL", "in 5000000000"],
    ["5 units SOL", "in 5000000000"],
    ["3/4 of SOL", "fraction 3 4"],
    ["3/4 of my SOL balance", "fraction 3 4"],
  ])("%s", (amount, outcome) => {
    expect(sol(amount)).toBe(`swap SOL>USDC ${outcome}`);
  });

  it.each([
    "5 more of my SOL",
    "0.5 of my SOL",
    "3/2 of my SOL",
    "10 of my SOL balance",
    "5 coins from SOL",
    "5 tokens of",
    "10 of",
    "5 of more SOL",
  ])("%s is neither a part nor an amount", (amount) => {
    expect(sol(amount)).toContain("refused");
  });

  it.each([
    ["buy 100 USDC worth of SOL", "swap USDC>SOL in 100000000"],
    ["buy 100 USDC worth SOL", "swap USDC>SOL in 100000000"],
    ["swap 100 USDC worth to SOL", "refused not_a_command"],
    ["swap 100 USDC worth of SOL to BONK", "refused ambiguous_amount"],
  ])("spent on another are what is paid: %s", (command, outcome) => {
    expect(line(command)).toBe(outcome);
  });
});

describe("lamports", () => {
  it.each(["500 lamports", "500 lamport", "500 lamports of SOL"])("%s", (amount) => {
    expect(sol(amount)).toBe("swap SOL>USDC in 500");
    expect(line(`send ${amount} to alice.sol`)).toBe(`transfer SOL in 500 ${ALICE}`);
  });

  it.each(["500 lamports of USDC", "500 lamports of BONK", "500 lamports SOL", "0.5 lamports", "lamports"])(
    "%s is no sum",
    (amount) => {
      expect(sol(amount)).toContain("refused");
      expect(line(`send ${amount} to alice.sol`)).toContain("refused");
    },
  );
});

describe("dollars", () => {
  it.each([
    "$5 SOL",
    "$5 of SOL",
    "$5 of my SOL",
    "$5 worth of SOL",
    "$5 worth SOL",
    "$5 worth in SOL",
    "$5 in SOL",
    "$5 from my SOL",
    "$5 out of my SOL",
    "$5 out of the SOL",
  ])("%s is so much of it", (amount) => {
    expect(sol(amount)).toBe("swap SOL>USDC usd 5000000 input");
  });

  it.each(["$5 from SOL", "$5 out of SOL", "$5 of", "$5 worth of in SOL"])("%s is not", (amount) => {
    expect(sol(amount)).toContain("refused");
  });

  it.each(["$5 USDC", "$5 in USDC", "$5 my USDC", "5 bucks USDC"])("%s is five of that dollar", (amount) => {
    expect(usdc(amount)).toBe("swap USDC>SOL in 5000000");
  });

  it.each(["$5 of USDC", "$5 worth of USDC", "$5 worth USDC", "$5 from my USDC"])(
    "%s is five dollars' worth",
    (amount) => {
      expect(usdc(amount)).toBe("swap USDC>SOL usd 5000000 input");
    },
  );

  it.each(["two grand in USDC", "two grand of my USDC", "two grand worth of USDC"])(
    "%s counts them",
    (amount) => {
      expect(usdc(amount)).toBe("swap USDC>SOL in 2000000000");
    },
  );
});

describe("parts", () => {
  it.each([
    ["50% of my SOL", "1 2"],
    ["50% of SOL", "1 2"],
    ["SOL 50%", "1 2"],
    ["half my SOL", "1 2"],
    ["half the SOL", "1 2"],
    ["half of my SOL balance", "1 2"],
    ["a third of my SOL", "1 3"],
    ["half my balance of SOL", "1 2"],
    ["half my balance in SOL", "1 2"],
    ["half my entire SOL", "1 2"],
    ["all SOL", "1 1"],
    ["all of my SOL", "1 1"],
    ["all my entire SOL", "1 1"],
    ["my entire SOL", "1 1"],
    ["my whole bag of SOL", "1 1"],
    ["my whole bag of my SOL", "1 1"],
  ])("%s", (amount, part) => {
    expect(sol(amount)).toBe(`swap SOL>USDC fraction ${part}`);
  });

  it.each(["half SOL", "half of SOL", "a third of SOL", "a quarter SOL"])(
    "%s may be of a coin or of all of them",
    (amount) => {
      expect(sol(amount)).toBe("refused ambiguous_amount");
    },
  );

  it.each([
    ["half a SOL", "500000000"],
    ["half an SOL", "500000000"],
    ["half of a SOL", "500000000"],
    ["a quarter of a SOL", "250000000"],
  ])("%s is a part of one", (amount, lamports) => {
    expect(sol(amount)).toBe(`swap SOL>USDC in ${lamports}`);
  });

  it.each([
    ["half SOL", ["half a SOL", "half of my SOL"]],
    ["a quarter SOL", ["a quarter of a SOL", "a quarter of my SOL"]],
    ["three quarters SOL", ["three quarters of a SOL", "three quarters of my SOL"]],
  ])("%s is shown both ways, and stays what it was", (amount, meant) => {
    const suggestions = meant.map((text) => `swap ${text} to USDC`);
    expect(read(`swap ${amount} to USDC`)).toMatchObject({ suggestions });
  });

  it.each([
    "50 bps of my SOL",
    "50 bps SOL",
    "all of all my SOL",
    "50% of a SOL",
    "all a SOL",
    "half my 50% SOL",
    "all my half SOL",
    "half my balance from SOL",
    "half my balance with SOL",
    "half my other of SOL",
    "half my balance SOL",
    "half of my bag",
    "half a",
  ])("%s is none", (amount) => {
    expect(sol(amount)).toContain("refused");
  });
});

describe("all but what is kept", () => {
  it.each([
    "everything except 0.1 SOL",
    "everything but 0.1 SOL",
    "everything of my SOL except 0.1",
    "all but 0.1 SOL",
    "all SOL except 0.1",
    "all of my SOL except 0.1",
    "all the SOL except 0.1",
    "all my SOL balance except 0.1",
    "all my SOL except 0.1 SOL",
  ])("%s", (amount) => {
    expect(sol(amount)).toBe("swap SOL>USDC all_except 100000000");
  });

  it.each([
    ["another token's", "all of my SOL except 0.1 BONK"],
    ["no token", "all except 0.1"],
    ["dollars", "all my SOL except $5"],
    ["a grand of coins", "all my SOL except two grand"],
    ["a grand of coins", "everything except two grand SOL"],
    ["a part", "all my SOL except half"],
    ["nothing", "all my SOL except"],
    ["what is not kept", "all my SOL with 0.1"],
    ["what is not kept", "all my SOL for 0.1 SOL"],
    ["a part of a part", "half my SOL except 0.1"],
    ["a part of a part", "half except 0.1 SOL"],
  ])("but not %s: %s", (_, amount) => {
    expect(sol(amount)).toContain("refused");
  });

  it("may be a grand of dollar tokens", () => {
    expect(usdc("all my USDC except two grand")).toBe("swap USDC>SOL all_except 2000000000");
  });
});
