// Builds the code of the library and of the command line. What a start needs is one file, and so is each part that is
// loaded later: a file costs a process a third of a millisecond, whatever is in it, and the schema library alone is ninety.
import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

const REQUIRABLE = {
  index: "src/index.ts",
  "testing/nock": "src/testing/nock.ts",
  "testing/msw": "src/testing/msw.ts",
};
const CLI = "cli/main";
const ENTRIES = {
  // Vitest refuses to be required, by whomever: of the fixtures there is no CommonJS build.
  esm: {
    ...REQUIRABLE,
    "testing/vitest": "src/testing/vitest.ts",
    "testing/playwright": "src/testing/playwright.ts",
  },
  // The command line is CommonJS: Node's loader of modules takes a process some milliseconds more.
  cjs: { ...REQUIRABLE, [CLI]: "src/cli/main.ts" },
};

/** The contract's index names these too; they are loaded with the documents. */
const LATER = /\/(?:openapi|described\/\w+|to-json-schema|json-schema-processors)\.(?:ts|js)$/;

/** Files by name, each with all that a source imports and no file before it holds, as soon as the graph of modules is known. */
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

/** Names the packages whose code a file holds; scripts/notices.mjs gathers their terms. */
function contents({ moduleIds }) {
  const names = moduleIds.flatMap((id) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? []);
  return names.length === 0 ? "" : `// Contains code of: ${[...new Set(names)].sort().join(", ")}`;
}

/** Each built apart: of the files above each holds something that needs Node, and these are for pages, too. */
const PAGES = [{ "parser/index": "src/parser/index.ts" }, { "testing/index": "src/testing/index.ts" }];

/** Read at every start: the server, and what the command line adds to it. */
const FILES = { server: "src/create.ts", commands: "src/cli/command-line.ts" };

rmSync(at("dist"), { recursive: true, force: true });
/** Writes entries in one format, what several of them need in the files of `roots`. */
async function write(format, input, roots, platform) {
  const { plugin, groups } = filesOf(roots);
  const bundle = await rolldown({
    cwd: at("."),
    input,
    platform,
    transform: { target: "node20" },
    external: [
      "@playwright/test",
      "intent-tx",
      "msw",
      "nock",
      "prom-client",
      "vitest",
      "ws",
      /^@hpcc-js\//,
      /^litesvm/,
    ],
    // From its sources: of a built file nothing can be loaded later.
    resolve: { alias: { "intent-tx/contract": at("../src/contract/index.ts") } },
    plugins: [plugin],
  });
  const ending = format === "esm" ? "js" : "cjs";
  await bundle.write({
    dir: at("dist"),
    format,
    entryFileNames: ({ name }) => (name === CLI ? "[name].js" : `[name].${ending}`),
    chunkFileNames: `[name]-[hash].${ending}`,
    hashCharacters: "base36",
    codeSplitting: { groups },
    // V8 takes a file with a letter beyond Latin-1 in at two bytes a character, and reads its comments at each start.
    charset: "ascii",
    comments: { jsdoc: false },
    banner: contents,
    // Jest runs CommonJS in a context where import() is refused.
    ...(format === "cjs" && { dynamicImportInCjs: false }),
  });
  await bundle.close();
}
for (const format of ["esm", "cjs"]) {
  await write(format, ENTRIES[format], format === "cjs" ? FILES : { server: FILES.server }, "node");
  for (const entry of PAGES) await write(format, entry, {}, "browser");
}
chmodSync(at("dist/cli/main.js"), 0o755);
writeFileSync(at("dist/cli/package.json"), '{ "type": "commonjs" }\n');
