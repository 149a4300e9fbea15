// Checks that the built declarations compile without `skipLibCheck`: in a Node program without DOM types, and in a page
// or a new project without Node types. A global that only some of these have would be an error in the user's build.
// Errors of other packages are ignored.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import process from "node:process";
import { ENTRIES } from "./entries.mjs";

const FOLDER = "node_modules/.cache/intent-tx/declared-types";
const COMPILER = "node_modules/typescript-native/bin/tsc";
const PROGRAMS = {
  node: { lib: ["ES2022", "ESNext.Disposable"], types: ["node"] },
  page: { lib: ["ES2022", "DOM", "ESNext.Disposable"], types: [] },
};

const files = ENTRIES.map(({ types }) => types);
const compilerOptions = {
  target: "ES2022",
  module: "ESNext",
  moduleResolution: "bundler",
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  typeRoots: [resolve("node_modules/@types")],
};
mkdirSync(FOLDER, { recursive: true });
for (const [name, own] of Object.entries(PROGRAMS)) {
  const config = `${FOLDER}/${name}.json`;
  writeFileSync(config, JSON.stringify({ compilerOptions: { ...compilerOptions, ...own }, files }));
  let said = "";
  try {
    execFileSync(process.execPath, [COMPILER, "-p", config], { stdio: ["ignore", "pipe", "inherit"] });
  } catch (error) {
    said = String(error.stdout);
  }
  const ours = said.split("\n").filter((line) => /^(mock-server\/)?dist\/.+ error TS/.test(line));
  if (ours.length > 0) {
    console.error(`The declarations do not compile in a ${name} program:\n${ours.join("\n")}`);
    process.exitCode = 1;
  }
}
