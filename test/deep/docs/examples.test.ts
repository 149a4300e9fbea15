import type { MockServer } from "@intent-tx/mock-server";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { exampleBlocks } from "../../docs/blocks.js";
import { clearSnippets, moduleOf, reach, runExample, serve } from "../../docs/run.js";

const blocks = exampleBlocks();
const examples = blocks.filter(
  ({ language, words }) => language === "ts" && !words.includes("no-run") && !words.includes("test"),
);
const tests = blocks.filter(({ words }) => words.includes("test"));
const files = [...new Set(examples.map(({ file }) => file))];

test("the public code has more than 120 examples", () => expect(examples.length).toBeGreaterThan(120));

describe.each(files)("the examples of %s run unchanged", (file) => {
  let server: MockServer;
  beforeAll(async () => {
    server = await serve();
  });
  beforeEach(() => reach(server));
  afterEach(() => void vi.clearAllMocks());
  afterAll(() => server.close());

  const own = examples.filter((example) => example.file === file);
  test.each(own.map((example) => [example.at, example] as const))("%s", async (_, example) => {
    // A reader could not run an example without imports.
    expect(example.code).toMatch(/^import /m);
    await runExample(example, server);
  });
});

describe.each(tests.map((block) => [block.at, block] as const))("the tests of %s", async (_, block) => {
  await import(moduleOf(block));
});

afterAll(clearSnippets);
