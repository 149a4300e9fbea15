// Builds the library and the command line. The code for a start is one file, as is each part that is loaded later:
// loading a file takes a third of a millisecond, whatever its size, and the schema library alone has ninety files.
import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { contents } from "../scripts/build/contents.mjs";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

const REQUIRABLE = {
  index: "src/index.ts",
  "testing/nock": "src/testing/nock.ts",
  "testing/msw": "src/testing/msw.ts",
  "explore/index": "src/explore/index.ts",
};
const CLI = "cli/main";
const ENTRIES = {
  // Vitest cannot be required, so its fixtures have no CommonJS build.
  esm: {
    ...REQUIRABLE,
    "testing/vitest": "src/testing/vitest.ts",
    "testing/playwright": "src/testing/playwright.ts",
  },
  // The command line is CommonJS, because Node's ESM loader takes a few milliseconds longer.
  cjs: { ...REQUIRABLE, [CLI]: "src/cli/main.ts" },
};

/** The contract's index also exports these, but they are only loaded with the OpenAPI document. */
const LATER = /\/(?:openapi|described\/\w+|to-json-schema|json-schema-processors)\.(?:ts|js)$/;

/** Output files by name. Each contains its root and all that the root imports, except modules of earlier files. */
function filesOf(roots) {
  const fileOf = new Map();
  return {
    plugin: {
      name: "files",
      buildEnd() {
        for (const [name, root] of Object.entries(roots)) {
          const left = [at(root)];
          for (let id = left.pop(); id !== undefined; id = left.pop()) {
            if (fileOf.has(id) || LATER.test(id)) continue;
            const found = this.getModuleInfo(id);
            if (!found || found.isExternal) continue;
            fileOf.set(id, name);
            left.push(...found.importedIds);
          }
        }
      },
    },
    groups: Object.keys(roots).map((name) => ({ name, test: (id) => fileOf.get(id) === name })),
  };
}

/** Entries that also run in browsers, built separately because every file above needs Node. */
const PAGES = [{ "parser/index": "src/parser/index.ts" }, { "testing/index": "src/testing/index.ts" }];

/** Loaded at every start: the server, and the code that the command line adds. */
const FILES = { server: "src/create.ts", commands: "src/cli/command-line.ts" };

rmSync(at("dist"), { recursive: true, force: true });
/** Writes entries in one format. Code that several entries share is in the files of `roots`. */
async function write(format, input, roots, platform) {
  const { plugin, groups } = filesOf(roots);
  const bundle = await rolldown({
    cwd: at("."),
    input,
    platform,
    transform: { target: "node20" },
    external: [
      "@playwright/test",
      /^@solana\//,
      "intent-tx",
      "msw",
      "nock",
      "prom-client",
      "vitest",
      "ws",
      /^@hpcc-js\//,
      /^litesvm/,
    ],
    // Resolves to the sources, because parts of a built file cannot be loaded later.
    resolve: { alias: { "intent-tx/contract": at("../src/contract/index.ts") } },
    plugins: [plugin],
  });
  const ending = format === "esm" ? "js" : "cjs";
  const { output } = await bundle.write({
    dir: at("dist"),
    format,
    entryFileNames: ({ name }) => (name === CLI ? "[name].js" : `[name].${ending}`),
    chunkFileNames: `[name]-[hash].${ending}`,
    hashCharacters: "base36",
    codeSplitting: { groups },
    // V8 stores a file with a character beyond Latin-1 as two bytes per character, and scans comments at each start.
    charset: "ascii",
    comments: { jsdoc: false },
    banner: contents,
    // Jest runs CommonJS in a context where import() is refused.
    ...(format === "cjs" && { dynamicImportInCjs: false }),
  });
  await bundle.close();
  // `charset` cannot escape the characters of a tagged template.
  const wide = output.find(({ code = "" }) => /[^\0-\xff]/.test(code));
  if (wide) throw new Error(`Escape the character beyond Latin-1 in ${wide.fileName}`);
}
for (const format of ["esm", "cjs"]) {
  await write(format, ENTRIES[format], format === "cjs" ? FILES : { server: FILES.server }, "node");
  for (const entry of PAGES) await write(format, entry, {}, "browser");
}
chmodSync(at("dist/cli/main.js"), 0o755);
writeFileSync(at("dist/cli/package.json"), '{ "type": "commonjs" }\n');
