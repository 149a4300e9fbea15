import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import tsconfig from "./tsconfig.json" with { type: "json" };

// Tests import the packages by their public names; the names resolve to the sources, so no build is needed.
const alias = Object.entries(tsconfig.compilerOptions.paths).map(([name, [path = ""]]) => ({
  find: new RegExp(`^${name}$`),
  replacement: fileURLToPath(new URL(path, import.meta.url)),
}));

/** Tests that replace a module, patch what others have loaded, or load what a page shows as a reader's program does. */
const APART = ["test/**/*.apart.test.ts"];

const CLI_BUNDLE = ["test/server/cli/cli-bundle.ts"];

// A test that hangs ends some time; these bounds are far above what the slowest one takes on a busy machine.
const project = (name: string, include: string[], timeout = 60_000, globalSetup: string[] = []) => ({
  resolve: { alias },
  test: { name, include, testTimeout: timeout, hookTimeout: timeout, globalSetup },
});

/**
 * Files that share the modules they load, in one project for all of them, since each project transforms and loads the sources
 * again, which was most of the work. Stubs end with their test.
 */
const UNIT = ["sdk", "server", "parser", "contract", "property", "docs"].map(
  (area) => `test/${area}/**/*.test.ts`,
);
const unit = project("unit", UNIT, 60_000, CLI_BUNDLE);

export default defineConfig({
  test: {
    projects: [
      {
        ...unit,
        test: { ...unit.test, exclude: APART, isolate: false, unstubGlobals: true, unstubEnvs: true },
      },
      project("apart", APART),
      project("deep", ["test/deep/**/*.test.ts"], 300_000, CLI_BUNDLE),
      project("browser", ["test/browser/**/*.test.ts"], 180_000),
    ],
  },
});
