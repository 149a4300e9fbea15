// Looks into both packages as npm would publish them: what must be there, what must not.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import process from "node:process";

const MUST = [
  "package.json",
  "README.md",
  "LICENSE",
  "THIRD-PARTY-NOTICES",
  "dist/index.js",
  "dist/index.cjs",
  "dist/index.d.ts",
];
const MUST_NOT = [
  /\.test\.ts$/,
  /(^|\/)test\//,
  /tsconfig/,
  /vitest\.config/,
  /biome/,
  /oxlint/,
  /^\.ci/,
  /\.tsbuildinfo$/,
];
const INSTALL_SCRIPTS = ["preinstall", "install", "postinstall", "prepare", "prepublish"];

const complaints = [];
for (const folder of [".", "mock-server"]) {
  const packed = JSON.parse(
    execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }),
  );
  const [{ files, name, size }] = Array.isArray(packed) ? packed : Object.values(packed);
  const paths = files.map(({ path }) => path);
  for (const path of MUST) if (!paths.includes(path)) complaints.push(`${name}: ${path} is missing`);
  for (const path of paths) {
    if (MUST_NOT.some((pattern) => pattern.test(path)))
      complaints.push(`${name}: ${path} does not belong in it`);
  }
  const { scripts = {} } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  for (const script of INSTALL_SCRIPTS)
    if (scripts[script]) complaints.push(`${name}: has the install script ${script}`);
  console.log(`${name}: ${paths.length} files, ${Math.round(size / 1024)} kB packed`);
}
// An override holds in this repository alone: what it puts right here is still wrong where the packages are installed.
const { overrides } = JSON.parse(readFileSync("package.json", "utf8"));
const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
for (const overridden of Object.keys(overrides)) {
  const [, name, version] = /^(@?[^@]+)(?:@(.+))?$/.exec(overridden);
  for (const [path, found] of Object.entries(packages)) {
    const same = path.endsWith(`node_modules/${name}`) && (!version || found.version === version);
    if (same && !found.dev)
      complaints.push(`${path}: needs the override of ${overridden}, which no user has`);
  }
}
if (complaints.length > 0) {
  console.error(complaints.join("\n"));
  process.exit(1);
}
