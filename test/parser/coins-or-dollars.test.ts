import { describe, expect, it } from "vitest";
import { ALICE, line, pointed, read } from "./world.js";

const shown = (command: string): void => {
  const result = read(command);
  expect(result.ok).toBe(false);
  if (result.ok) return;
  const { message, suggestions } = result;
  // The message quotes what is unclear, and each suggestion is one way to say it.
  expect(message).toMatch(/^"[^"]+" could be [^ ]+ or \$[^ ]+ of\./);
  expect(suggestions).toHaveLength(2);
};

describe("a figure of a coin", () => {
  it.each(["1 of", "1.5 of", "50 of", "50000.5 of", "999999 of"])(
    "%s may count coins or dollars",
    (amount) => {
      const command = `swap ${amount} SOL to USDC`;
      expect(pointed(command)).toBe(`ambiguous_amount at ${amount}`);
      expect(read(command)).toMatchObject({ message: expect.stringContaining(`"${amount}" could be`) });
      shown(command);
    },
  );

  it.each(["1000000 of", "1000000.5 of", "2 million of"])(
    "%s counts coins: nobody means dollars",
    (amount) => {
      expect(line(`swap ${amount} BONK to SOL`)).toMatch(/^swap BONK>SOL in \d+$/);
    },
  );

  it.each(["USDC", "PYUSD"])("of %s is the same either way", (symbol) => {
    expect(line(`swap 100 of ${symbol} to SOL`)).toBe(`swap ${symbol}>SOL in 100000000`);
  });

  it("is what is there if it is one's own", () => {
    expect(line("swap 100 of my SOL to USDC")).toBe("swap SOL>USDC in 100000000000");
  });

  it.each(["0.5 of", "3/2 of", "1½ of"])("%s is no sum of dollars, and is not called one", (amount) => {
    const result = read(`swap ${amount} SOL to USDC`);
    expect(result).toMatchObject({ ok: false, message: expect.not.stringContaining("$") });
  });

  it.each(["of SOL", "of SOL 5 to USDC", "SOL", "grand SOL"])("is not made of nothing: %s", (command) => {
    expect(line(command)).toContain("refused");
  });
});

describe("a grand beside a coin", () => {
  it.each([
    ["two grand", "2000"],
    ["2.5 grand", "2500"],
    ["half a grand", "500"],
  ])("%s may count coins or dollars", (amount, digits) => {
    const command = `swap ${amount} SOL to USDC`;
    expect(pointed(command)).toBe(`ambiguous_amount at ${amount}`);
    expect(read(command)).toMatchObject({
      message: expect.stringContaining(`"${digits}" could be`),
      suggestions: [`swap ${digits} SOL to USDC`, `swap $${digits} of SOL to USDC`],
    });
  });
});

describe("a greater-than sign", () => {
  it.each(["150 USDC", "1 USDC", "$150 of USDC", "half my USDC"])("compares before %s", (rest) => {
    expect(pointed(`swap 1 SOL > ${rest}`)).toBe("unsupported_action at >");
  });

  it("points before anything else", () => {
    expect(line("swap 1 SOL > USDC")).toBe("swap SOL>USDC in 1000000000");
    expect(line("swap 1 SOL > my USDC")).toBe("swap SOL>USDC in 1000000000");
    expect(line("send 1 SOL > alice.sol")).toBe(`transfer SOL in 1000000000 ${ALICE}`);
    expect(line("swap 1 SOL -> USDC")).toBe("swap SOL>USDC in 1000000000");
  });
});
