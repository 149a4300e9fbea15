import { LIMITS } from "intent-tx/contract";
import { describe, expect, it } from "vitest";
import { gate } from "../../mock-server/src/parser/text/gate.js";
import { line, read } from "./world.js";

describe("the text gate", () => {
  it("accepts at most 500 characters", () => {
    const longest = "a".repeat(LIMITS.commandLength);
    expect(gate(longest)).toBe(longest);
    expect(gate(`${longest}a`)).toMatchObject({ reason: "too_long" });
  });

  it.each(["", "   ", "\n\t\n", "\u00a0"])("refuses %j as empty", (text) => {
    expect(gate(text)).toMatchObject({ reason: "empty" });
  });

  it.each([
    ["swap 1\u200b0 SOL for USDC", "U+200B", 6],
    ["swap 1 SOL for US\u00adDC", "U+00AD", 17],
    ["swap 1 SOL \u202efor USDC", "U+202E", 11],
    ["swap 1 SOL \u0000for USDC", "U+0000", 11],
    ["swap 1 SOL for USD\u0421", "U+0421", 18],
    ["swap 1 \u054fOL for USDC", "U+054F", 7],
    ["swap 1\u00b2 SOL for USDC", "U+00B2", 6],
    ["swap \u0661 SOL for USDC", "U+0661", 5],
    ["swap 1 \u{1d412}OL for USDC", "U+1D412", 7],
    ["swap 1 \u0405\u041e\u04c0 for USDC", "U+0405", 7],
  ])("refuses %j and names the character and its place", (text, code, at) => {
    const result = read(text);
    expect(result).toMatchObject({ ok: false, reason: "unsafe_text", span: { start: at } });
    if (!result.ok) expect(result.message).toContain(code);
  });

  it("folds full-width forms and keeps every offset", () => {
    expect(line("\uff53\uff57\uff41\uff50 1 SOL for USDC")).toBe("swap SOL>USDC in 1000000000");
    const explanation = read("swap \uff11 SOL for USDC").explain();
    expect(explanation.spans[1]).toMatchObject({ start: 5, end: 6, text: "\uff11", value: "1" });
  });
});
