// Bundles the command line and its packages once before the tests, split as in the build. The bundle starts in half the
// time of separate files, and the tests start it a hundred times.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { TestProject } from "vitest/node";
import { dependencies } from "../../../mock-server/package.json";

declare module "vitest" {
  interface ProvidedContext {
    /** Path of the bundled command line. */
    cliBundle: string;
  }
}

const at = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

export async function setup(project: TestProject): Promise<() => void> {
  // Below `node_modules`, so that the bundle finds the packages that it imports.
  const cache = at("mock-server/node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "test-cli-"));
  await build({
    entryPoints: [at("mock-server/src/cli/main.ts")],
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node20",
    // Not bundled, because they are installed with the package.
    external: ["litesvm", "litesvm-*", ...Object.keys(dependencies).filter((name) => name !== "intent-tx")],
    alias: { "intent-tx/contract": at("src/contract/index.ts"), "intent-tx": at("src/index.ts") },
  });
  project.provide("cliBundle", join(folder, "main.mjs"));
  return () => rmSync(folder, { recursive: true, force: true });
}
