// Checks the client in bundlers: entries do not cause warnings, and code that is not imported is not bundled.
import { readFile } from "node:fs/promises";
import process from "node:process";
import { build } from "esbuild";
import { rollup } from "rollup";

const { exports } = JSON.parse(await readFile("package.json", "utf8"));
const entries = Object.values(exports).flatMap((one) => one.import?.default ?? []);
const complaints = [];

/** Bundles an entry without writing files. Each warning is a complaint. */
async function bundled(what, options) {
  const result = await build({ bundle: true, write: false, format: "esm", logLevel: "silent", ...options });
  complaints.push(...result.warnings.map(({ text }) => `esbuild, ${what}: ${text}`));
  return result;
}

for (const entry of entries) {
  await bundled(entry, { entryPoints: [entry], packages: "external" });
  const external = (id) => !/^[./]/.test(id);
  const onwarn = ({ message }) => complaints.push(`rollup, ${entry}: ${message}`);
  await (await rollup({ input: entry, external, onwarn })).close();
}

/** The built files of the files that a page loads at first. The others load only when a transaction needs them. */
function loaded(
  { outputs },
  file = Object.keys(outputs).find((name) => name.endsWith("stdin.js")),
  seen = new Set(),
) {
  if (seen.has(file)) return [];
  seen.add(file);
  const { inputs, imports } = outputs[file];
  const first = imports.filter(({ kind }) => kind === "import-statement");
  return [...Object.keys(inputs), ...first.flatMap(({ path }) => loaded({ outputs }, path, seen))];
}

// Imports from the Solana entry must not bundle web3.js, load the rarer parts at once, or cause a warning.
const LATER = /\/(?:guard|edits|lookup-tables)-\w+\.js$/;
for (const name of ["verifyTransaction", "signAndSend"]) {
  const stdin = { contents: `export { ${name} } from "./dist/solana/index.js"`, resolveDir: "." };
  const options = { stdin, splitting: true, outdir: "bundles", metafile: true };
  const { metafile } = await bundled(`{ ${name} }`, options);
  const inputs = Object.keys(metafile.inputs);
  const foreign = inputs.find((input) => input.includes("node_modules/@solana/"));
  if (foreign !== undefined) complaints.push(`import { ${name} } bundles ${foreign}`);
  if (inputs.filter((input) => LATER.test(input)).length !== 3)
    complaints.push(`import { ${name} } has other rare parts than guard, edits and lookup-tables`);
  const early = loaded(metafile).find((input) => LATER.test(input));
  if (early !== undefined) complaints.push(`import { ${name} } loads ${early} at once`);
}

if (complaints.length > 0) {
  console.error(complaints.join("\n"));
  process.exit(1);
}
console.log(`${entries.length} entries bundle without a warning`);
