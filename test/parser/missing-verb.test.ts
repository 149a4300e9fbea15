import { describe, expect, it } from "vitest";
import { read } from "./world.js";

const offered = (command: string): readonly string[] => {
  const result = read(command);
  if (result.ok) throw new Error(`${command} is read`);
  expect(result.reason).toBe("not_a_command");
  expect(result.message).toMatch(/^No verb says what is to be done/);
  return result.suggestions;
};

describe("what has no verb is ordered by nobody, and is told how to be written", () => {
  it.each([
    // It may be asked what that comes to, as "1 SOL to USDC?" does.
    ["1 SOL to USDC", ["swap 1 SOL to USDC", "quote 1 SOL to USDC"]],
    ["1 sol -> usdc", ["swap 1 sol -> usdc", "quote 1 sol -> usdc"]],
    ["half my SOL to USDC", ["swap half my SOL to USDC", "quote half my SOL to USDC"]],
    // The figure may be given or wanted.
    ["2.5 USDC for BONK", ["swap 2.5 USDC for BONK", "buy 2.5 USDC for BONK", "quote 2.5 USDC for BONK"]],
    ["5 USDC to alice.sol", ["send 5 USDC to alice.sol"]],
    ["alice.sol 5 USDC", ["send alice.sol 5 USDC"]],
  ])("%s", (command, suggestions) => {
    expect(offered(command)).toEqual(suggestions);
  });

  it("offers nothing where nothing would be read", () => {
    expect(offered("alice.sol 5")).toEqual([]);
  });

  it.each(["where did my 5 USDC go", "full port 5 SOL into WIF"])("is not said of: %s", (command) => {
    expect(read(command)).toMatchObject({ ok: false, suggestions: [] });
    expect(read(command)).not.toMatchObject({ message: expect.stringMatching(/^No verb/) });
  });
});
