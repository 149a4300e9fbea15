import { readFileSync } from "node:fs";
import type { Options } from "tsup";
import { defineConfig } from "tsup";
import { declarations } from "./scripts/declarations.js";

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };

const common: Options = {
  format: ["esm", "cjs"],
  // The commands that build first (start, demo, test) show their own output, not the build's; errors are still told.
  silent: true,
  sourcemap: true,
  target: "es2022",
  platform: "neutral",
  outDir: "dist",
  external: [/^node:/],
  define: { __VERSION__: JSON.stringify(version) },
  esbuildOptions: (options, { format }) => {
    options.mainFields = ["module", "main"];
    // Jest runs CommonJS in a context where import() is refused: there it becomes require().
    if (format === "cjs") {
      options.supported = { "dynamic-import": false };
      options.conditions = ["commonjs-build"];
    }
  },
};

const types = declarations(".");

const entry = {
  "ai/index": "src/ai/index.ts",
  index: "src/index.ts",
  "node/index": "src/node/index.ts",
  "react/index": "src/react/index.ts",
  "redis/index": "src/redis/index.ts",
  "solana/index": "src/solana/index.ts",
};
// Apart, so that no chunk whose types name zod is shared with the other entries.
const contract = { "contract/index": "src/contract/index.ts" };

export default defineConfig([
  {
    ...common,
    // ky in a file of its own: it runs code when it is loaded, and a bundler leaves out only whole files of that kind.
    entry: { ...entry, ky: "src/http/ky.ts" },
    dts: { entry: types(entry) },
    // In one file the package loads three times as fast as from four. Also, neither has ky a CJS build that could be
    // required, nor bs58 one whose default export is where esbuild looks for it.
    noExternal: ["ky", "eventemitter3", "bs58", /^@noble\//],
    treeshake: { moduleSideEffects: false },
  },
  { ...common, entry: contract, dts: { entry: types(contract) } },
]);
