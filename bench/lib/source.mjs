// Bundles from source, as scripts/run-ts.mjs does, for parts that the packages do not export.
import { mkdirSync, readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** The helpers behind every cache of the server, making each value anew. */
const FORGETFUL = `
export const perText = (most, make) => make;
export const perObject = (make) => make;`;

/** In place of the `WeakMap` behind a cache of the SDK. */
const NEVER = "class NeverRemembers<K, V> { get(_: K): V | undefined { return; } set(_: K, _2: V) {} }";

const forgetful = {
  name: "forgetful",
  setup: ({ onLoad }) => {
    onLoad({ filter: /kernel[\\/]memo\.ts$/ }, () => ({ contents: FORGETFUL, loader: "js" }));
    onLoad({ filter: /src[\\/](?:http[\\/]shape|contract[\\/]tolerance)\.ts$/ }, ({ path }) => ({
      contents: `${NEVER}\n${readFileSync(path, "utf8").replace("new WeakMap", "new NeverRemembers")}`,
      loader: "ts",
    }));
  },
};

/** Only the runs of transactions are not remembered. */
const eachRunAnew = {
  name: "each-run-anew",
  setup: ({ onLoad }) => {
    onLoad({ filter: /ledger[\\/]remembered-runs\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace(
        /^import \{ perObject \}.*$/m,
        "const perObject = <M>(make: M): M => make;",
      ),
      loader: "ts",
    }));
  },
};

/**
 * The module of a source file, for example `mock-server/src/parser/parse.ts`; with `caches: false` one in which no cache
 * remembers anything, with `runs: false` one in which no run is remembered.
 */
export async function importSource(path, { caches = true, runs = true } = {}) {
  const folder = `${ROOT}mock-server/node_modules/.cache/bench/`;
  mkdirSync(folder, { recursive: true });
  const outfile = `${folder}${path.replaceAll(/\W+/g, "-")}-${process.pid}${caches ? "" : "-forgetful"}${runs ? "" : "-each-run"}.mjs`;
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
    plugins: [...(caches ? [] : [forgetful]), ...(runs ? [] : [eachRunAnew])],
  });
  return import(pathToFileURL(outfile).href);
}
