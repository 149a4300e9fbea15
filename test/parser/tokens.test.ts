import { NATIVE_MINT } from "intent-tx/contract";
import { describe, expect, it } from "vitest";
import { TOKENS } from "../../mock-server/src/fixtures/tokens.js";
import { decodeAddress } from "../../mock-server/src/formats/addresses.js";
import { ALICE, line, world } from "./world.js";

describe("the world's tokens", () => {
  it("are at least 24, with SOL first and one Token-2022 token", () => {
    expect(TOKENS.length).toBeGreaterThanOrEqual(24);
    expect(TOKENS[0]).toMatchObject({ symbol: "SOL", mint: NATIVE_MINT, decimals: 9 });
    expect(TOKENS.some(({ program }) => program === "token-2022")).toBe(true);
  });

  it.each(TOKENS.map((token) => [token.symbol, token] as const))(
    "%s has a mint of 32 bytes, a price and a supply",
    (_, token) => {
      expect(decodeAddress(token.mint)).toHaveLength(32);
      expect(Number(token.priceUsd)).toBeGreaterThan(0);
      expect(token.supply).toMatch(/^[1-9]\d*$/);
      expect(token.aliases).toEqual(token.aliases.map((alias) => alias.toLowerCase()));
    },
  );

  it("share no name", () => {
    const names = TOKENS.flatMap(({ symbol, aliases }) => [symbol.toLowerCase(), ...aliases]);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(TOKENS.map(({ mint }) => mint)).size).toBe(TOKENS.length);
  });

  it("resolve to nothing if two tokens of a world share a name", () => {
    const twin = { ...TOKENS[3]!, mint: ALICE };
    expect(line("swap 1 SOL for BONK", { ...world, tokens: [...TOKENS, twin] })).toBe(
      "refused ambiguous_token",
    );
  });
});
