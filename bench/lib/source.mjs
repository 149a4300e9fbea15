// Bundles from source, as scripts/run-ts.mjs does, for parts that the packages do not export.
import { mkdirSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** The module of a source file, for example `mock-server/src/parser/parse.ts`. */
export async function importSource(path) {
  const folder = `${ROOT}mock-server/node_modules/.cache/bench/`;
  mkdirSync(folder, { recursive: true });
  const outfile = `${folder}${path.replaceAll(/\W+/g, "-")}-${process.pid}.mjs`;
  await build({
    entryPoints: [ROOT + path],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    alias: { "intent-tx/contract": `${ROOT}src/contract/index.ts` },
    logLevel: "error",
  });
  return import(pathToFileURL(outfile).href);
}
