import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Options } from "tsup";
import { defineConfig } from "tsup";
import { declarations } from "./scripts/build/declarations.js";

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };

const common: Options = {
  format: ["esm", "cjs"],
  // The commands that build first (start, demo, test) show their own output, not the build's; errors still appear.
  silent: true,
  sourcemap: true,
  target: "es2022",
  platform: "neutral",
  outDir: "dist",
  external: [/^node:/],
  define: { __VERSION__: JSON.stringify(version) },
  esbuildOptions: (options, { format }) => {
    options.mainFields = ["module", "main"];
    // Its package's ES module wraps the CommonJS file, and the helpers for that are larger.
    options.alias = { eventemitter3: resolve("node_modules/eventemitter3/dist/eventemitter3.esm.js") };
    // Jest runs CommonJS in a context where import() is refused, so import() becomes require().
    if (format === "cjs") options.supported = { "dynamic-import": false };
  },
};

const types = declarations(".");

const entry = {
  "ai/index": "src/ai/index.ts",
  index: "src/index.ts",
  "node/index": "src/node/index.ts",
  "opentelemetry/index": "src/opentelemetry/index.ts",
  "postgres/index": "src/postgres/index.ts",
  "proxy/index": "src/proxy/index.ts",
  "react/index": "src/react/index.ts",
  "redis/index": "src/redis/index.ts",
  "solana/index": "src/solana/index.ts",
  "venues/index": "src/venues/index.ts",
};
// A separate build, so that the other entries share no chunk whose types name zod.
const contract = { "contract/index": "src/contract/index.ts" };

export default defineConfig([
  {
    ...common,
    // This runs code when it is loaded, so a bundler can only omit it if it has its own file.
    entry: { ...entry, "event-emitter": "src/runtime/event-emitter.ts" },
    dts: { entry: types(entry) },
    // Bundled: one file loads three times as fast as four. Also, ky has no CJS build, and esbuild does not find the
    // default export in the one of bs58.
    noExternal: ["ky", "eventemitter3", "bs58", /^@noble\//],
    treeshake: { moduleSideEffects: false },
  },
  { ...common, entry: contract, dts: { entry: types(contract) } },
]);
