// Checks whether the built packages still match their sources, by a hash of all build inputs.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const STAMP = "node_modules/.cache/intent-tx/build.sha256";

/** Files and folders that contain all that the builds of both packages read. */
const INPUTS = [
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "tsup.config.ts",
  "scripts/build",
  "src",
  "mock-server",
  "studio",
];

const NOT_READ = /^(?:node_modules|dist)$|\.test\.ts$/;

/** One file of each build. If one is missing, the stamp is ignored. */
const OUTPUTS = [
  "dist/index.js",
  "dist/index.d.ts",
  "mock-server/dist/index.js",
  "mock-server/dist/cli/main.js",
  "mock-server/dist/studio/index.html",
];

function* filesOf(path) {
  if (!statSync(path).isDirectory()) return yield path;
  for (const name of readdirSync(path).sort()) {
    if (!NOT_READ.test(name)) yield* filesOf(join(path, name));
  }
}

function hashOfInputs() {
  const hash = createHash("sha256").update(process.version);
  for (const file of INPUTS.flatMap((path) => [...filesOf(path)])) {
    hash.update(`\0${file}\0`).update(readFileSync(file));
  }
  return hash.digest("hex");
}

/** True if the last finished build read exactly the current files. */
export function isBuilt() {
  if (!existsSync(STAMP) || !OUTPUTS.every((path) => existsSync(path))) return false;
  return readFileSync(STAMP, "utf8") === hashOfInputs();
}

/** Records that the finished build is up to date. */
export function markBuilt() {
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, hashOfInputs());
}
