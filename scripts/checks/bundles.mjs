// Checks the client in bundlers: entries do not cause warnings, and code that is not imported is not bundled.
import { readFile } from "node:fs/promises";
import process from "node:process";
import { build } from "esbuild";
import { rollup } from "rollup";

const { exports } = JSON.parse(await readFile("package.json", "utf8"));
const entries = Object.values(exports).flatMap((one) => one.import?.default ?? []);
const complaints = [];

for (const entry of entries) {
  const { warnings } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: "esm",
    packages: "external",
    logLevel: "silent",
  });
  complaints.push(...warnings.map(({ text }) => `esbuild, ${entry}: ${text}`));
  const external = (id) => !/^[./]/.test(id);
  const onwarn = ({ message }) => complaints.push(`rollup, ${entry}: ${message}`);
  await (await rollup({ input: entry, external, onwarn })).close();
}

// Imports from the Solana entry must not bundle web3.js, make a second chunk, or cause a warning.
for (const name of ["verifyTransaction", "signAndSend"]) {
  const stdin = { contents: `export { ${name} } from "./dist/solana/index.js"`, resolveDir: "." };
  const { warnings, metafile } = await build({
    stdin,
    bundle: true,
    splitting: true,
    format: "esm",
    write: false,
    outdir: "bundles",
    metafile: true,
    logLevel: "silent",
  });
  complaints.push(...warnings.map(({ text }) => `esbuild, { ${name} }: ${text}`));
  const foreign = Object.keys(metafile.inputs).find((input) => input.includes("node_modules/@solana/"));
  if (foreign !== undefined) complaints.push(`import { ${name} } bundles ${foreign}`);
  const chunks = Object.keys(metafile.outputs).length;
  if (chunks !== 1) complaints.push(`import { ${name} } makes ${chunks} chunks instead of one`);
}

// A page can also load the parser, Mock Service Worker's handlers and `connectMock`. The rest of the mock server is for
// Node.
for (const entry of ["testing/msw", "testing/index", "parser/index"]) {
  const { warnings } = await build({
    entryPoints: [`mock-server/dist/${entry}.js`],
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    external: ["msw"],
    logLevel: "silent",
  });
  complaints.push(...warnings.map(({ text }) => `esbuild, mock-server/dist/${entry}.js: ${text}`));
}

if (complaints.length > 0) {
  console.error(complaints.join("\n"));
  process.exit(1);
}
console.log(`${entries.length} entries bundle without a warning`);
