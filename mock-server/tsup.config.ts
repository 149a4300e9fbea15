import { defineConfig } from "tsup";

export default defineConfig([
  {
    entry: {
      index: "src/index.ts",
      "testing/vitest": "src/testing/vitest.ts",
      "testing/nock": "src/testing/nock.ts",
      "testing/msw": "src/testing/msw.ts",
    },
    silent: true,
    format: ["esm", "cjs"],
    // The program of the repository maps the SDK to its sources; a published package sees its declarations.
    dts: { compilerOptions: { paths: {}, skipLibCheck: true } },
    target: "node20",
    platform: "node",
    splitting: true,
    sourcemap: false,
    external: ["intent-tx", /^intent-tx\//, "vitest", "nock", "msw", "litesvm"],
  },
  {
    entry: { "cli/main": "src/cli/main.ts" },
    silent: true,
    format: ["esm"],
    dts: false,
    target: "node20",
    platform: "node",
    splitting: true,
    external: ["intent-tx", /^intent-tx\//, "litesvm"],
  },
]);
