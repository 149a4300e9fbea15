import { expect, test } from "vitest";
import { exampleBlocks, examplesOf, pageBlocks } from "../../docs/blocks.js";
import { typeErrors } from "../../docs/check.js";

test("code in pages and @example blocks compiles with the project's strictness", () => {
  const shown = [...pageBlocks(), ...exampleBlocks()].filter(({ words }) => !words.includes("no-check"));
  expect(shown.length).toBeGreaterThan(50);
  // This block contains an error, which must be reported with its line.
  const [planted] = examplesOf(
    "f.ts",
    "/**\n * @example\n * client.prices.retrieve(1)\n * @returns nothing\n */\n",
  );
  expect(planted).toMatchObject({ at: "f.ts:3", code: "client.prices.retrieve(1)" });
  expect(typeErrors([...shown, planted!])).toEqual([
    expect.stringMatching(/^f\.ts:3: Argument of type 'number'/),
  ]);
});
