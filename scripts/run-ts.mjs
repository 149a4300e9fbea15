// Runs a TypeScript file with plain Node: bundles it with esbuild (installed with tsup) and imports the bundle.
import { mkdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [entry, ...rest] = process.argv.slice(2);
if (entry === undefined) {
  console.error("usage: node scripts/run-ts.mjs FILE.ts [arguments]");
  process.exit(2);
}
// The bundle is inside the workspace, so that Node finds the workspace's dependencies before the root's.
const outdir = join(root, "mock-server", "node_modules", ".cache", "run-ts");
await mkdir(outdir, { recursive: true });
const outfile = join(outdir, `${entry.replaceAll(/[^A-Za-z0-9]/g, "-")}.mjs`);
await build({
  entryPoints: [resolve(entry)],
  outfile,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  packages: "external",
  alias: { "intent-tx/contract": join(root, "src/contract/index.ts") },
  logLevel: "error",
});
process.argv = [process.argv[0], resolve(entry), ...rest];
await import(pathToFileURL(outfile).href);
