import { describe, expect, it } from "vitest";
import { line, pointed, read } from "./world.js";

const worth = (amount: string): string => line(`swap ${amount} of SOL to USDC`);

describe("a dollar sign and its figure", () => {
  it.each(["$5", "$ 5", "$  5", "$\t5", "$5.00", "5$", "US$5", "US$ 5", "$5 dollars"])(
    "%s is five dollars",
    (amount) => {
      expect(worth(amount)).toBe("swap SOL>USDC usd 5000000 input");
    },
  );

  it.each(["$.5", "$ .5", "$0.5", "US$.5"])("%s is fifty cents", (amount) => {
    expect(worth(amount)).toBe("swap SOL>USDC usd 500000 input");
  });

  it.each([
    ["$", "missing_amount"],
    ["$½", "not_a_command"],
    ["$(5)", "not_a_command"],
    ["$.", "missing_amount"],
    ["$ .", "missing_amount"],
    ["$x", "missing_amount"],
  ])("%s is no sum, as no figure follows", (amount, reason) => {
    expect(line(`swap ${amount} SOL to USDC`)).toBe(`refused ${reason}`);
  });
});

describe("other money", () => {
  it.each(["£5", "£ 5", "€.5", "¥5k", "₹5", "A$5", "5€", "€"])("%s is pointed at whole", (amount) => {
    expect(pointed(`swap ${amount} of SOL to USDC`)).toBe(`unsupported_currency at ${amount}`);
  });

  it.each(["£(5)", "£-5", "£x5"])("the sign of %s is pointed at, as no figure follows", (amount) => {
    expect(pointed(`swap ${amount} SOL to USDC`)).toBe("unsupported_currency at £");
  });

  it("is no noise in a question", () => {
    expect(line("how much is 5 SOL in USDC")).toBe("query quote");
    for (const sign of ["€", "€:"]) expect(line(`how much is ${sign}5 SOL in USDC`)).toContain("refused");
    expect(line("how much is 5 € SOL in USDC")).toContain("refused");
  });
});

describe("a sign before a figure that has a sign, or two readings, or is none", () => {
  it.each(["£5%", "€5 %", "£5\t%", "£5\r%", "$5%", "£5€", "$5€", "$5£", "€5$", "A$5$"])(
    "%s is one unclear sum",
    (amount) => {
      const command = `swap ${amount} SOL to USDC`;
      expect(pointed(command)).toBe(`ambiguous_amount at ${amount}`);
      expect(read(command)).toMatchObject({ message: expect.stringContaining(`"${amount}"`) });
    },
  );

  it.each([
    ["$1,5", "ambiguous_amount"],
    ["£1,5", "ambiguous_amount"],
    ["$1.000", "ambiguous_amount"],
    ["$1/0", "invalid_amount"],
    ["$5h", "unsupported_action"],
  ])("%s is refused with its sign", (amount, reason) => {
    expect(pointed(`swap ${amount} of SOL to USDC`)).toBe(`${reason} at ${amount}`);
  });

  it.each(["$5h", "$5x", "$1,5", "$5-10"])("%s is no figure for a question either", (amount) => {
    expect(line(`how much is ${amount} SOL in USDC`)).toContain("refused");
  });
});

describe("a comma before digits", () => {
  it.each([
    [",5", ["swap 0.5 SOL for USDC", "swap 5 SOL for USDC"]],
    [",50", ["swap 0.50 SOL for USDC", "swap 50 SOL for USDC"]],
  ])("%s shows both readings", (amount, suggestions) => {
    const command = `swap ${amount} SOL for USDC`;
    expect(pointed(command)).toBe(`ambiguous_amount at ${amount}`);
    expect(read(command)).toMatchObject({ suggestions, message: expect.stringContaining(`"${amount}"`) });
  });

  it.each([",5k", ",5%", ",5.5", ",5,5", ",1/2", ",5h"])("%s has no two readings to show", (amount) => {
    const command = `swap ${amount} SOL for USDC`;
    expect(pointed(command)).toBe(`ambiguous_amount at ${amount}`);
    expect(read(command)).toMatchObject({ suggestions: [] });
  });
});
