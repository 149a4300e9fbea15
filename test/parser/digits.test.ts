import { describe, expect, it } from "vitest";
import { line, pointed, read } from "./world.js";

const command = (amount: string): string => `swap ${amount} SOL for USDC`;
const sol = (amount: string): string => line(command(amount));

/** The factors that lowered a command's confidence. */
const doubts = (text: string): readonly string[] => read(text).explanation.factors.map(({ name }) => name);

/** A figure refused as unclear, pointed at whole and quoted, with what may have been meant. */
function unclear(amount: string, meant: readonly string[] = []): void {
  expect(pointed(command(amount))).toBe(`ambiguous_amount at ${amount}`);
  expect(read(command(amount))).toMatchObject({
    message: expect.stringContaining(`"${amount}"`),
    suggestions: meant.map(command),
  });
  if (meant.length === 0)
    expect(read(command(amount))).toMatchObject({ message: expect.not.stringContaining("could be") });
}

describe("powers of ten", () => {
  it.each([
    ["1e2", "100000000000"],
    ["1E2", "100000000000"],
    ["1e+2", "100000000000"],
    ["1.5e1", "15000000000"],
    ["5e0", "5000000000"],
    ["1e-1", "100000000"],
    ["15e-2", "150000000"],
    ["1e-9", "1"],
  ])("%s is exact", (amount, lamports) => {
    expect(sol(amount)).toBe(`swap SOL>USDC in ${lamports}`);
  });

  it.each([
    ["1e-10", "invalid_amount"],
    ["1e", "invalid_amount"],
    ["1e2x", "ambiguous_amount"],
  ])("%s is refused", (amount, reason) => {
    expect(sol(amount)).toBe(`refused ${reason}`);
  });
});

describe("fractions", () => {
  it.each(["1/0", "0/5", "0/0", "5 1/0", "5 0/2"])("%s is no amount", (amount) => {
    expect(pointed(command(amount))).toBe(`invalid_amount at ${amount}`);
  });

  it.each(["1 5/4", "1 3/2", "1 4/4", "4/4", "1.5½", "12.5½"])("%s is no one number", (amount) => {
    unclear(amount);
  });

  it("is at most a whole of what one has", () => {
    expect(line("swap 1/2 of my SOL for USDC")).toBe("swap SOL>USDC fraction 1 2");
    expect(line("swap 3/2 of my SOL for USDC")).toContain("refused");
  });
});

describe("a percent sign behind a figure", () => {
  it.each([
    ["5%", "1 20"],
    ["5 %", "1 20"],
    [".5%", "1 200"],
    ["½%", "1 200"],
    ["100%", "1 1"],
  ])("%s is a part", (amount, part) => {
    expect(line(`swap ${amount} of my SOL for USDC`)).toBe(`swap SOL>USDC fraction ${part}`);
  });

  it.each(["101%", "1,000%"])("%s is more than there is", (amount) => {
    expect(pointed(`swap ${amount} of my SOL for USDC`)).toBe(`invalid_amount at ${amount}`);
  });
});

describe("a letter behind a figure", () => {
  it.each(["1k$ of SOL to USDC", "1K$ of SOL to USDC", "$1k of SOL to USDC", "1,000$ of SOL to USDC"])(
    "%s is a thousand dollars of it",
    (rest) => {
      expect(line(`swap ${rest}`)).toBe("swap SOL>USDC usd 1000000000 input");
    },
  );
  it("is money before the name of a dollar token too", () => {
    expect(line("swap 1k$USDC to SOL")).toBe("swap USDC>SOL in 1000000000");
    expect(line("swap 1k$of SOL to USDC")).toBe("swap SOL>USDC usd 1000000000 input");
  });

  it.each([
    ["10$BONK", "10 BONK", "$10 of BONK"],
    ["1.5k$BONK", "1.5k BONK", "$1.5k of BONK"],
    ["2m$BONK", "2m BONK", "$2m of BONK"],
    ["10$bonk", "10 bonk", "$10 of bonk"],
  ])("%s counts coins or dollars", (amount, coins, worth) => {
    const text = `swap ${amount} to SOL`;
    expect(pointed(text)).toBe(`ambiguous_amount at ${amount}`);
    expect(read(text)).toMatchObject({
      message: expect.stringContaining(`"${amount}"`),
      suggestions: [`swap ${coins} to SOL`, `swap ${worth} to SOL`],
    });
  });

  it.each(["5x", "10X", "1st", "2ND", "3rd", "5th", "1k0", "1k5", "1m9", "5x10", "2nd3"])(
    "%s is no amount",
    (amount) => {
      expect(sol(amount)).toBe("refused ambiguous_amount");
      expect(pointed(`swap 1 SOL for USDC ${amount}`)).toBe(`unsupported_action at ${amount}`);
      expect(read(`swap 1 SOL for USDC ${amount}`)).toMatchObject({
        message: expect.stringContaining(`"${amount.toLowerCase()}"`),
      });
    },
  );

  it.each(["10$ABC", "10$abc", "10$Zeus", "10$zeus"])("%s is a symbol, known or not", (amount) => {
    expect(pointed(`swap ${amount} to SOL`)).toBe(`ambiguous_amount at ${amount}`);
  });

  it("ends where a mark does", () => {
    for (const mark of [":", ",", ""]) expect(sol(`1k${mark}`)).toBe("swap SOL>USDC in 1000000000000");
  });

  it.each(["5h", "24H", "30min", "7d"])("%s is a time and no amount", (amount) => {
    expect(pointed(command(amount))).toBe(`unsupported_action at ${amount}`);
  });

  it("is no currency if it is another sign", () => {
    expect(pointed(command("5€"))).toBe("unsupported_currency at 5€");
    for (const sign of ["°", "–", "•"]) expect(sol(`5${sign}`)).toBe("refused not_a_command");
    expect(pointed("swap 5° SOL for 3€")).toBe("unsupported_currency at 3€");
  });
});

describe("points and commas", () => {
  it.each([
    ["1,5", ["1.5", "15"]],
    ["10,50", ["10.50", "1050"]],
    ["1.000", ["1", "1000"]],
    ["12.000", ["12", "12000"]],
    ["1.000.000", ["1000000"]],
    ["12.345.678", ["12345678"]],
    ["1.000,50", ["1000.50", "1.00050"]],
    ["12.345,6", ["12345.6", "12.3456"]],
    ["1 000", ["1000"]],
    ["12 345 678", ["12345678"]],
  ])("%s shows what it could be", (amount, meant) => {
    unclear(amount, meant);
  });

  it.each([
    ["1_000"],
    ["1'000"],
    ["1.2.3"],
    ["1..5"],
    ["1,00,0"],
    ["12,345,6"],
    ["1,5.5"],
    ["1.5,5"],
    ["1.00,50"],
    ["1.000.00"],
    ["1234.567.890"],
    ["1.000,5,5"],
    ["1.000,5.5"],
    ["1.000,5_5"],
    ["1234.567,8"],
    ["1.0000,5"],
    ["5-10"],
    ["5 – 10"],
    ["5~10k"],
  ])("%s is no one number, and nothing is guessed", (amount) => {
    unclear(amount);
  });

  it.each(["1.0000", "1.000000", "01", "1.0", "1,"])("%s is one", (amount) => {
    expect(sol(amount)).toBe("swap SOL>USDC in 1000000000");
  });

  it("may be a pause behind a figure", () => {
    expect(pointed("swap SOL for USDC 1,5...")).toBe("ambiguous_amount at 1,5");
    for (const amount of ["5.", "$5.", "$5. of"])
      expect(line(`swap ${amount} BONK to SOL`)).toContain("refused");
  });
});

describe("a minus", () => {
  it.each(["-$5", "-$x", "-$.5", "-1,000.5k"])("%s is pointed at whole", (amount) => {
    expect(pointed(command(amount))).toBe(`invalid_amount at ${amount}`);
  });
});

describe("how a figure is written", () => {
  it.each([
    ["1000", []],
    ["1000.5", []],
    ["1,000", ["grouped"]],
    ["1k", ["suffix"]],
    ["1e3", ["suffix"]],
    ["½", ["fraction_sign"]],
    ["2½", ["fraction_sign"]],
    ["1/2", ["fraction_sign"]],
    ["1 1/2", ["fraction_sign"]],
    ["two", ["spelled"]],
    ["two hundred", ["spelled"]],
    ["half a", []],
  ])("%s lessens confidence by no more than it should", (amount, factors) => {
    expect(doubts(command(amount))).toEqual(factors);
  });
});
