// Builds both packages from scratch, so that files of an earlier build are not packed. With --if-stale it builds only
// if a source has changed since the last build. Output goes to stderr, because stdout belongs to the next command.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";

const NPM = { shell: process.platform === "win32", stdio: "inherit" };

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
/** Files that each build writes, in this order. */
const OUTPUTS = ["dist/index.js", "mock-server/dist/index.js", "mock-server/dist/studio/index.html"];

/** When a file, or anything in a folder, was last changed. A folder changes when a file is added or removed. */
function changedAt(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  const names = readdirSync(path).filter((name) => !NOT_READ.test(name));
  return Math.max(stats.mtimeMs, ...names.map((name) => changedAt(join(path, name))));
}

function isBuilt() {
  if (!OUTPUTS.every((path) => existsSync(path))) return false;
  return Math.max(...INPUTS.map(changedAt)) < statSync(OUTPUTS.at(-1)).mtimeMs;
}

if (process.argv.includes("--if-stale") && isBuilt()) {
  console.error("The build is up to date.");
} else {
  console.error("Building both packages; this takes some seconds …");
  const start = performance.now();
  for (const folder of ["dist", "mock-server/dist"]) rmSync(folder, { recursive: true, force: true });
  try {
    execFileSync("npx", ["--no-install", "tsup"], NPM);
    for (const workspace of ["@intent-tx/mock-server", "@intent-tx/studio"])
      execFileSync("npm", ["run", "--silent", "build", "--workspace", workspace], NPM);
  } catch (error) {
    process.exit(error.status ?? 1);
  }
  console.error(`Built in ${((performance.now() - start) / 1000).toFixed(1)} s.`);
}
