import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { blocksOf, ROOT } from "./blocks.js";

const GUIDES = join(ROOT, "docs/guides");
const shown = readdirSync(GUIDES)
  .flatMap((name) => blocksOf(name, readFileSync(join(GUIDES, name), "utf8")))
  .flatMap((block) => {
    const file = block.words.find((word) => word.startsWith("file="))?.slice("file=".length);
    return file ? [{ ...block, file }] : [];
  });

test("there are pages that show whole files", () => expect(shown.length).toBeGreaterThanOrEqual(4));

// A page that shows a file shows all of it as it is: the tests import and run that file.
test.each(shown.map((block) => [block.at, block] as const))(
  "%s shows its file as it is",
  (_, { file, code }) => {
    expect(code.trimEnd()).toBe(readFileSync(join(ROOT, file), "utf8").trimEnd());
  },
);
