import { describe, expect, test } from "vitest";
import { exampleBlocks, examplesOf, pageBlocks } from "./blocks.js";
import { typeErrors } from "./check.js";

describe("code that is shown compiles", () => {
  const checked = [...pageBlocks(), ...exampleBlocks()].filter(({ words }) => !words.includes("no-check"));

  test("pages and @example blocks, with the project's own strictness", () => {
    expect(checked.length).toBeGreaterThan(50);
    expect(typeErrors(checked)).toEqual([]);
  });

  test("a mistake is told with its place", () => {
    const source = "/**\n * @example\n * client.prices.retrieve(1)\n * @returns nothing\n */\n";
    const [example] = examplesOf("f.ts", source);
    expect(example).toMatchObject({ at: "f.ts:3", code: "client.prices.retrieve(1)" });
    expect(typeErrors([example!])).toEqual([expect.stringMatching(/^f\.ts:3: Argument of type 'number'/)]);
  });
});
