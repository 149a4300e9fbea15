import { defineConfig } from "tsup";
import { declarations } from "../scripts/build/declarations.js";

// The declarations alone; build.mjs makes the code.
const entry = {
  index: "src/index.ts",
  "testing/index": "src/testing/index.ts",
  "testing/nock": "src/testing/nock.ts",
  "testing/msw": "src/testing/msw.ts",
  "parser/index": "src/parser/index.ts",
  "explore/index": "src/explore/index.ts",
};
const types = declarations("mock-server");
const dtsOf = (entries: Record<string, string>) => ({
  silent: true,
  entry: entries,
  external: ["intent-tx", /^intent-tx\//, "vitest", "nock", "msw", "@playwright/test", /^@solana\//],
  dts: { only: true, entry: types(entries), compilerOptions: { paths: {}, skipLibCheck: true } },
});

export default defineConfig([
  {
    ...dtsOf({
      ...entry,
      "testing/vitest": "src/testing/vitest.ts",
      "testing/playwright": "src/testing/playwright.ts",
    }),
    format: ["esm"],
  },
  // Vitest refuses to be required, by whomever: of the fixtures there is no CommonJS build.
  { ...dtsOf(entry), format: ["cjs"] },
]);
