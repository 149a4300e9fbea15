// Runs once before the tests: the command line as one file, from the sources as they are.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** Path of the bundled command line. */
    cliBundle: string;
  }
}

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

export async function setup(project: TestProject): Promise<() => void> {
  // Beside the packages that it imports.
  const cache = at("mock-server/node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "test-cli-"));
  const outfile = join(folder, "main.mjs");
  await build({
    entryPoints: [at("mock-server/src/cli/main.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    alias: { "intent-tx/contract": at("src/contract/index.ts"), "intent-tx": at("src/index.ts") },
  });
  project.provide("cliBundle", outfile);
  return () => rmSync(folder, { recursive: true, force: true });
}
