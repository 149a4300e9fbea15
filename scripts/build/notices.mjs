// Writes THIRD-PARTY-NOTICES of both packages: the licences of the code bundled in their builds. With --check it fails
// if a file is stale. Bundled packages are read from the built files: esbuild names each source, and
// mock-server/build.mjs each package.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";

const SOURCE = /^\s*\/\/ (?:\.\.\/)*node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//gm;
const CONTENTS = /^\/\/ Contains code of: (.+)$/gm;
const LICENCE_FILE = /^(?:licen[cs]e|notice)(?:\.(?:md|txt))?$|^swagger-ui-es-bundle\.js\.LICENSE\.txt$/i;

function bundledIn(folder) {
  const built = readdirSync(folder, { recursive: true }).filter((path) => /\.c?js$/.test(path));
  const texts = built.map((path) => readFileSync(join(folder, path), "utf8"));
  const named = texts.flatMap((text) => [
    ...[...text.matchAll(SOURCE)].map(([, name]) => name),
    ...[...text.matchAll(CONTENTS)].flatMap(([, names]) => names.split(", ")),
  ]);
  return [...new Set(named)].sort();
}

function noticeOf(name) {
  const folder = join("node_modules", name);
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const files = readdirSync(folder).filter((entry) => LICENCE_FILE.test(entry));
  if (files.length === 0) throw new Error(`${name} has no licence file, which the notices must contain`);
  const texts = files.map((file) => readFileSync(join(folder, file), "utf8").trim());
  return `${name} ${version} (${license})\n\n${texts.join("\n\n")}\n`;
}

const RULE = `\n${"-".repeat(80)}\n\n`;
let stale = false;
for (const [folder, name] of [
  [".", "intent-tx"],
  ["mock-server", "@intent-tx/mock-server"],
]) {
  const names = bundledIn(join(folder, "dist")).filter((bundled) => bundled !== "intent-tx");
  const text = [`The built files of ${name} contain code of these packages.\n`, ...names.map(noticeOf)].join(
    RULE,
  );
  const path = join(folder, "THIRD-PARTY-NOTICES");
  if (!process.argv.includes("--check")) writeFileSync(path, text);
  else if (!existsSync(path) || readFileSync(path, "utf8") !== text) {
    stale = true;
    console.error(`${path} is stale: run \`npm run build && npm run notices\`.`);
  }
}
if (stale) process.exit(1);
