import { defineConfig, type Options } from "tsup";
import { declarations } from "../scripts/declarations.js";

const library: Options = {
  silent: true,
  target: "node20",
  platform: "node",
  splitting: true,
  sourcemap: false,
  external: ["intent-tx", /^intent-tx\//, "vitest", "nock", "msw"],
};

const requirable = {
  index: "src/index.ts",
  "testing/index": "src/testing/index.ts",
  "testing/nock": "src/testing/nock.ts",
  "testing/msw": "src/testing/msw.ts",
};

// Vitest refuses to be required, by whomever: of its fixture there is no CommonJS build.
const importable = { ...requirable, "testing/vitest": "src/testing/vitest.ts" };
const types = declarations("mock-server");
const dtsOf = (entry: Record<string, string>) => ({
  entry: types(entry),
  compilerOptions: { paths: {}, skipLibCheck: true },
});

export default defineConfig([
  { ...library, entry: importable, format: ["esm"], dts: dtsOf(importable) },
  // The native ledger is required from where the file lies, which a CommonJS file says in another way. tsup's own shim
  // takes any `document` for a browser's, and jsdom has one.
  {
    ...library,
    entry: requirable,
    format: ["cjs"],
    dts: dtsOf(requirable),
    banner: { js: 'const importMetaUrl = require("node:url").pathToFileURL(__filename).href;' },
    define: { "import.meta.url": "importMetaUrl" },
  },
  {
    entry: { "cli/main": "src/cli/main.ts" },
    silent: true,
    format: ["esm"],
    dts: false,
    target: "node20",
    platform: "node",
    splitting: true,
    // A program starts twice as fast from few files: zod alone is ninety, most of them languages.
    noExternal: ["zod", /^zod\//, /^@noble\//, "bs58", "intent-tx", /^intent-tx\//],
  },
]);
