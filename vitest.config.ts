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

/** Tests that start programs or play thousands of random inputs. The deep gate runs them. */
const LONG = [
  "test/property/**/*.test.ts",
  "test/server/{cli,explore}/**/*.test.ts",
  "test/contract/{property,socket}.test.ts",
  "test/parser/{hostile,properties}.test.ts",
];

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

/** A project whose files share loaded modules, because loading them takes long. Stubs are removed after each test. */
function shared(name: string, include: string[], exclude: string[]) {
  const { resolve, test } = project(name, include, undefined, CLI_BUNDLE);
  return { resolve, test: { ...test, exclude, isolate: false, unstubGlobals: true, unstubEnvs: true } };
}

const UNIT = ["sdk", "server", "parser", "contract", "docs"].map((area) => `test/${area}/**/*.test.ts`);

export default defineConfig({
  test: {
    projects: [
      shared("unit", UNIT, [...APART, ...LONG]),
      shared("long", LONG, APART),
      project("apart", APART),
      project("deep", ["test/deep/**/*.test.ts"], 1_800_000, CLI_BUNDLE),
      project("browser", ["test/browser/**/*.test.ts"], 900_000),
    ],
  },
});
