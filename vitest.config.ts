import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// Tests import the packages by their public names; the names resolve to the sources, so no build is needed.
const alias = [
  { find: /^intent-tx$/, replacement: at("src/index.ts") },
  { find: /^intent-tx\/contract$/, replacement: at("src/contract/index.ts") },
  { find: /^intent-tx\/solana$/, replacement: at("src/solana/index.ts") },
  { find: /^intent-tx\/node$/, replacement: at("src/node/index.ts") },
  { find: /^intent-tx\/redis$/, replacement: at("src/redis/index.ts") },
  { find: /^intent-tx\/react$/, replacement: at("src/react/index.ts") },
  { find: /^@intent-tx\/mock-server$/, replacement: at("mock-server/src/index.ts") },
  { find: /^@intent-tx\/mock-server\/testing$/, replacement: at("mock-server/src/testing/index.ts") },
  { find: /^@intent-tx\/mock-server\/vitest$/, replacement: at("mock-server/src/testing/vitest.ts") },
  { find: /^@intent-tx\/mock-server\/msw$/, replacement: at("mock-server/src/testing/msw.ts") },
  { find: /^@intent-tx\/mock-server\/nock$/, replacement: at("mock-server/src/testing/nock.ts") },
];

/** Tests that replace a module or patch what others have loaded; each file has a process of its own. */
const APART = "test/**/*.apart.test.ts";

const CLI_BUNDLE = ["test/server/cli-bundle.ts"];
const SETUP: Readonly<Record<string, string[]>> = { server: CLI_BUNDLE, deep: CLI_BUNDLE };

// A test that hangs ends some time; these bounds are far above what the slowest one takes on a busy machine.
const project = (name: string, include: string[], timeout = 60_000) => ({
  resolve: { alias },
  test: { name, include, testTimeout: timeout, hookTimeout: timeout, globalSetup: SETUP[name] ?? [] },
});

/**
 * Files that share the modules they load, which halves the work: most of it was loading the same modules for each file. Stubs end
 * with their test.
 */
const shared = (name: string, include: string[]) => {
  const { resolve, test } = project(name, include);
  return {
    resolve,
    test: { ...test, exclude: [APART], isolate: false, unstubGlobals: true, unstubEnvs: true },
  };
};

export default defineConfig({
  test: {
    projects: [
      shared("sdk", ["src/**/*.test.ts", "test/sdk/**/*.test.ts"]),
      shared("server", ["mock-server/src/**/*.test.ts", "test/server/**/*.test.ts"]),
      shared("parser", ["test/parser/**/*.test.ts"]),
      shared("contract", ["test/contract/**/*.test.ts"]),
      shared("property", ["test/property/**/*.test.ts"]),
      project("docs", ["test/docs/**/*.test.ts"]),
      project("apart", [APART]),
      project("deep", ["test/deep/**/*.test.ts"], 300_000),
      project("browser", ["test/browser/**/*.test.ts"], 180_000),
    ],
  },
});
