import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import tsconfig from "./tsconfig.json" with { type: "json" };

// Tests import the packages by their public names; the names resolve to the sources, so no build is needed.
const alias = Object.entries(tsconfig.compilerOptions.paths).map(([name, [path = ""]]) => ({
  find: new RegExp(`^${name}$`),
  replacement: fileURLToPath(new URL(path, import.meta.url)),
}));

/** Tests that need their own modules: they mock a module or patch a shared one, or load the server themselves. */
const APART = ["test/**/*.apart.test.ts"];

const CLI_BUNDLE = ["test/server/cli/cli-bundle.ts"];

// Ends tests that hang. Machines differ in speed by a factor of ten, so the timeouts are far above the duration of the
// slowest test. That of `expect.poll` is shorter, so that a failure shows the value. `vi.waitFor` has no setting and waits
// for only one second.
const project = (name: string, include: string[], timeout = 300_000, globalSetup: string[] = []) => ({
  resolve: { alias },
  test: {
    name,
    include,
    testTimeout: timeout,
    hookTimeout: timeout,
    expect: { poll: { timeout: timeout / 10 } },
    globalSetup,
  },
});

/**
 * Files that can share loaded modules. They are one project, because each project transforms and loads the sources
 * again, which takes most of the time. Stubs are removed after each test.
 */
const UNIT = ["sdk", "server", "parser", "contract", "property", "docs"].map(
  (area) => `test/${area}/**/*.test.ts`,
);
const unit = project("unit", UNIT, undefined, CLI_BUNDLE);

export default defineConfig({
  test: {
    projects: [
      {
        ...unit,
        test: { ...unit.test, exclude: APART, isolate: false, unstubGlobals: true, unstubEnvs: true },
      },
      project("apart", APART),
      project("deep", ["test/deep/**/*.test.ts"], 1_800_000, CLI_BUNDLE),
      project("browser", ["test/browser/**/*.test.ts"], 900_000),
    ],
  },
});
