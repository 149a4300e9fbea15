import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./blocks.js";

const GUIDES = join(ROOT, "docs/guides");
/** Fences of any language that name their file, such as `file=examples/proxy/hono.ts`. */
const shown = readdirSync(GUIDES).flatMap((page) =>
  [...readFileSync(join(GUIDES, page), "utf8").matchAll(/^```\w+[^\n]* file=(\S+)\n([\s\S]*?)^```$/gm)].map(
    ([, file = "", text = ""]) => [page, file, text] as const,
  ),
);

test("some pages show whole files", () => expect(shown.length).toBeGreaterThanOrEqual(9));

// Pages must show these files completely and unchanged, because the tests run the files and not the pages.
test.each(shown)("%s shows %s unchanged", (_, file, text) => {
  expect(text.trimEnd()).toBe(readFileSync(join(ROOT, file), "utf8").trimEnd());
});
