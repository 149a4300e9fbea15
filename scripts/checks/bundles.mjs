// Checks the client in bundlers: entries do not cause warnings, and code that is not imported is not bundled.
import { readFile } from "node:fs/promises";
import process from "node:process";
import { gzipSync } from "node:zlib";
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

/** The built files that a page loads at first. The others load only when a call or a transaction needs them. */
function loadedFirst({ outputs }, file, seen = new Set()) {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const { kind, path, external } of outputs[file].imports)
    if (kind === "import-statement" && !external) loadedFirst({ outputs }, path, seen);
  return seen;
}

// size-limit counts all that an import can load. These are the limits of what it loads at first.
const rows = JSON.parse(await readFile(".size-limit.json", "utf8"));
const limits = JSON.parse(await readFile("scripts/checks/bundles.json", "utf8"));
for (const [name, limit] of Object.entries(limits)) {
  const { path, import: names, ignore: external = [] } = rows.find((row) => row.name === name);
  const contents = Object.entries(typeof names === "string" ? { [path]: names } : names)
    .map(([file, some]) => `export ${some} from "./${file}";`)
    .join("\n");
  const options = { stdin: { contents, resolveDir: "." }, external, splitting: true, outdir: "bundles" };
  const { metafile, outputFiles } = await bundled(name, { ...options, minify: true, metafile: true });
  const entry = Object.keys(metafile.outputs).find((file) => file.endsWith("stdin.js"));
  const code = [...loadedFirst(metafile, entry)]
    .map((file) => outputFiles.find((one) => one.path.endsWith(file)).text)
    .join("");
  const size = `${(gzipSync(code).length / 1000).toFixed(2)} kB`;
  console.log(`${name}: ${size} at first, of ${limit}`);
  if (Number.parseFloat(size) > Number.parseFloat(limit))
    complaints.push(`${name} loads ${size} at first, more than ${limit}`);
  const foreign = Object.keys(metafile.inputs).find((input) => input.includes("node_modules/@solana/"));
  if (foreign !== undefined) complaints.push(`${name} bundles ${foreign}`);
}

if (complaints.length > 0) {
  console.error(complaints.join("\n"));
  process.exit(1);
}
console.log(`${entries.length} entries bundle without a warning`);
