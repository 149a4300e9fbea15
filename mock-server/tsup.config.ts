import { defineConfig, type Options } from "tsup";

const library: Options = {
  silent: true,
  // The program of the repository maps the SDK to its sources; a published package sees its declarations.
  dts: { compilerOptions: { paths: {}, skipLibCheck: true } },
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

export default defineConfig([
  // Vitest refuses to be required, by whomever: of its fixture there is no CommonJS build.
  { ...library, entry: { ...requirable, "testing/vitest": "src/testing/vitest.ts" }, format: ["esm"] },
  // The native ledger is required from where the file lies, which a CommonJS file says in another way. tsup's own shim
  // takes any `document` for a browser's, and jsdom has one.
  {
    ...library,
    entry: requirable,
    format: ["cjs"],
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
