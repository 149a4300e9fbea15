import { afterAll, describe, expect, test } from "vitest";
import { blocksOf, pageBlocks } from "../../docs/blocks.js";
import { clearSnippets, moduleOf, run } from "../../docs/run.js";

const blocks = pageBlocks();
const tests = blocks.filter(({ words }) => words.includes("test"));
const runnable = blocks.filter(
  ({ language, words }) =>
    language === "ts" && !["no-run", "no-check", "test"].some((word) => words.includes(word)),
);

describe("every snippet of the pages runs as printed", () => {
  test.each(runnable.map((block) => [block.at, block] as const))("%s", async (_, block) => {
    const printed = await run(block);
    if (block.output !== undefined) expect(printed).toBe(block.output);
  });
});

describe.each(tests.map((block) => [block.at, block] as const))("the tests of %s", async (_, block) => {
  await import(moduleOf(block));
});

test("the first sample of the README and of the landing page is the same payment, with its output", () => {
  const [readme, landing] = ["README.md", "docs/index.md"].map((page) =>
    runnable.find(({ file }) => file === page),
  );
  expect(readme?.output).toContain("You receive at least");
  expect([landing?.code, landing?.output]).toEqual([readme?.code, readme?.output]);
  expect(readme?.code.split("\n").filter((line) => /^(?!import)./.test(line)).length).toBeLessThan(14);
});

test("code blocks are found with their position, info string and output", () => {
  const page = "one\n\n```ts no-run\nlet a = 1;\n```\n\n```text output\n1\n```\n\n```sh\nls\n```\n";
  expect(blocksOf("p.md", page)).toEqual([
    {
      at: "p.md:4",
      file: "p.md",
      line: 4,
      language: "ts",
      words: ["no-run"],
      code: "let a = 1;\n",
      output: "1\n",
    },
  ]);
});

afterAll(clearSnippets);
