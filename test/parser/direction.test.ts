import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ALICE, group, line } from "./world.js";

const all = (...names: readonly Parameters<typeof group>[0][]): readonly string[] =>
  names.flatMap((name) => [...group(name)]);

describe("which way an order goes", () => {
  const receiving = fc.constantFrom(...all("BUY", "GET"));
  const yields = fc.constantFrom(...all("YIELDS"));
  const giving = fc.constantFrom(...all("FOR"));

  it("never spends what a verb of getting names first or last beside another verb of getting", () => {
    fc.assert(
      fc.property(receiving, yields, fc.constantFrom("BONK @ 5 SOL", "5 SOL @ BONK"), (verb, link, shape) => {
        const text = `${verb} ${shape.replace("@", link)}`;
        expect(line(text), text).toContain("refused");
      }),
      { numRuns: 3000 },
    );
  });

  it("pays with what stands behind 'for'", () => {
    fc.assert(
      fc.property(receiving, giving, (verb, link) => {
        const bought = line(`${verb} BONK ${link} 5 SOL`);
        expect(["swap SOL>BONK in 5000000000", bought.startsWith("refused") ? bought : ""]).toContain(bought);
        const exact = line(`${verb} 5 SOL ${link} BONK`);
        expect(["swap BONK>SOL out 5000000000", exact.startsWith("refused") ? exact : ""]).toContain(exact);
      }),
      { numRuns: 1000 },
    );
  });

  it("takes both after a verb of giving", () => {
    for (const link of all("FOR", "YIELDS")) {
      expect(line(`swap 5 SOL ${link} BONK`), link).toBe("swap SOL>BONK in 5000000000");
      expect(line(`sell SOL ${link} 5 USDC`), link).toBe("swap SOL>USDC out 5000000");
    }
  });

  it("reads no verb of receiving as a payment to somebody", () => {
    for (const verb of group("GET")) {
      if (verb === "get") continue;
      for (const tail of ["to alice.sol", "sent to alice.sol", "transferred to alice.sol", "into alice.sol"])
        expect(line(`${verb} 5 USDC ${tail}`), `${verb} ${tail}`).toContain("refused");
      expect(line(`${verb} 5 SOL swapped for USDC`), verb).toContain("refused");
    }
    expect(line("get 5 USDC to alice.sol")).toBe(`transfer USDC in 5000000 ${ALICE}`);
  });
});

describe("who pays", () => {
  const places = ["from my wallet", "from my account", "from wallet", "out of my wallet", "from my balance"];

  it.each(
    places.flatMap((place) =>
      ["alice.sol", ALICE, "address alice.sol", ": alice.sol", "(alice.sol)"].map((who) => [place, who]),
    ),
  )("%s %s is the sender's", (place, who) => {
    for (const text of [`send 5 USDC ${place} ${who}`, `send ${place} ${who} 5 USDC`])
      expect(line(text), text).toContain("refused");
  });

  it.each(places)("%s before the recipient changes nothing", (place) => {
    expect(line(`send 5 USDC ${place} to alice.sol`)).toBe(`transfer USDC in 5000000 ${ALICE}`);
    expect(line(`send alice.sol 5 USDC ${place}`)).toBe(`transfer USDC in 5000000 ${ALICE}`);
  });

  it.each(["my wallet", "my account", "my other wallet"])(
    "%s before a name without 'to' may be the payer's",
    (holder) => {
      expect(line(`send 5 USDC ${holder} alice.sol`)).toContain("refused");
      expect(line("send 5 USDC wallet alice.sol")).toBe(`transfer USDC in 5000000 ${ALICE}`);
    },
  );

  it.each(["my other wallet", "a friend", "my ledger"])("alice.sol %s may be two", (other) => {
    expect(line(`send 5 USDC to alice.sol ${other}`)).toContain("refused");
    expect(line(`send 5 USDC to ${other} alice.sol`)).toBe(`transfer USDC in 5000000 ${ALICE}`);
  });
});

describe("what is kept back", () => {
  it.each([
    ["swap all my SOL to USDC but keep 0.1 SOL", "swap SOL>USDC all_except 100000000"],
    ["swap all my SOL to USDC and keep 0.1 SOL", "swap SOL>USDC all_except 100000000"],
    ["sell all my BONK for SOL except 100 BONK", "swap BONK>SOL all_except 10000000"],
  ])("%s: %s", (command, outcome) => {
    expect(line(command)).toBe(outcome);
  });

  it.each([
    "swap all my SOL to USDC keep $20 of SOL",
    "swap all my SOL to USDC but keep half my SOL",
    "swap all my SOL to USDC but keep half a dollar of SOL",
    "swap all my SOL to USDC keep 10% of my SOL",
    "keep $20 of SOL and swap the rest to USDC",
    "keep half of my SOL and send the rest to alice.sol",
    "swap all my SOL to USDC and 1 SOL",
    "swap all my SOL to USDC plus 1 SOL",
    "swap all my SOL to USDC & 1 SOL",
    "sell all my BONK for SOL and 100 BONK",
    "swap all my SOL to USDC but keep 5 USDC",
    "swap 5 SOL to USDC but keep 1 SOL",
    "swap all my SOL except 2 grand to USDC",
    "swap all my SOL except $5 to USDC",
    "swap all my SOL except half to USDC",
    "swap all my SOL except 1 USDC to USDC",
    "swap all my SOL to USDC but keep some",
    "swap all my SOL to USDC but keep at least 1 SOL",
    "swap all my SOL to USDC but keep 0 SOL",
  ])("refuses %s", (command) => {
    expect(line(command)).toContain("refused");
  });
});

describe("a balance beside an amount to receive", () => {
  it.each([
    "sell my SOL balance for 100 USDC",
    "sell my SOL bag for 100 USDC",
    "swap the SOL I have for 100 USDC",
    "swap my SOL holdings into 100 USDC",
    "get rid of my SOL for 100 USDC",
    "cash out my SOL to 100 USDC",
    "swap the SOL in my wallet for 100 USDC",
    "swap some SOL 100 USDC",
    "swap SOL $5 USDC",
    "swap SOL 5% USDC",
  ])("%s could be all or enough", (command) => {
    expect(line(command)).toBe("refused ambiguous_amount");
  });

  it("is drawn on when something is bought with it", () => {
    expect(line("buy 1 SOL with my USDC balance")).toBe("swap USDC>SOL out 1000000000");
  });

  it("is drawn on when it is used to get so much", () => {
    expect(line("use my USDC balance to buy 1 SOL")).toBe("swap USDC>SOL out 1000000000");
    expect(line("use the USDC in my wallet to get 1 SOL")).toBe("swap USDC>SOL out 1000000000");
  });

  it("may be compared with, which is a limit", () => {
    expect(line("sell SOL > 150 USDC")).toBe("refused unsupported_action");
    expect(line("sell SOL >one hundred USDC")).toBe("refused unsupported_action");
    expect(line("swap 1 SOL > USDC")).toBe("swap SOL>USDC in 1000000000");
    expect(line("swap SOL -> 150 USDC")).toBe("swap SOL>USDC out 150000000");
  });

  it.each([
    "get $5 from my BONK for SOL",
    "give me 5 of my BONK for SOL",
    "buy SOL 5 of my BONK",
    "swap SOL for my 5 BONK",
    "swap 5 SOL for my BONK",
  ])("never receives what is one's own: %s", (command) => {
    expect(line(command)).toMatch(/^refused/);
  });

  it.each([
    ["give me SOL for my 5 BONK", "swap BONK>SOL in 500000"],
    ["give me 2 SOL for my BONK", "swap BONK>SOL out 2000000000"],
    ["put 5 SOL into my BONK", "swap SOL>BONK in 5000000000"],
  ])("gives it, or adds to it: %s", (command, wanted) => {
    expect(line(command)).toBe(wanted);
  });
});
