import assert from "node:assert/strict";
import { test } from "node:test";
// The script is bundled, as in the page.
import { stretches, verdict } from "./dist/reading.js";

test("the words that gave a parameter are marked", () => {
  assert.deepEqual(stretches("swap 1.5 SOL for USDC"), [
    { text: "swap " },
    { text: "1.5", part: "amount" },
    { text: " " },
    { text: "SOL", part: "inputToken" },
    { text: " for " },
    { text: "USDC", part: "outputToken" },
  ]);
  assert.equal(verdict("swap 1.5 SOL for USDC").text, "Read as a swap.");
});

test("a refusal marks the words that caused it, and its suggestions can be parsed", () => {
  const command = "swap 1 SOL for BNOK";
  assert.deepEqual(
    stretches(command).filter(({ part }) => part),
    [{ text: "BNOK", part: "refused" }],
  );
  const { suggestions } = verdict(command);
  assert.ok(suggestions.length > 0);
  for (const suggestion of suggestions)
    assert.equal(verdict(suggestion).text, "Read as a swap.");
});
