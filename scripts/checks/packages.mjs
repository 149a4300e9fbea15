// Checks the two tarballs as users get them: structure, types, size, content. publint checks the files that `exports`
// names.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import process from "node:process";

const FOLDER = "node_modules/.cache/intent-tx/tarballs";

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const pack = ["pack", "--json", "--ignore-scripts", "--pack-destination", FOLDER, ".", "./mock-server"];
const shell = process.platform === "win32";
const packed = Object.values(
  JSON.parse(execFileSync("npm", pack, { shell, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })),
);
const [sdk, server] = ["intent-tx", "@intent-tx/mock-server"].map((name) => {
  const { filename } = packed.find((one) => one.name === name);
  return `${FOLDER}/${filename}`;
});

const PUBLINT = "node_modules/publint/src/cli.js";
const TYPES = "node_modules/@arethetypeswrong/cli/dist/index.js";
for (const command of [
  [PUBLINT, sdk, "--strict"],
  [PUBLINT, server, "--strict"],
  [TYPES, sdk, "--profile", "strict", "--quiet"],
  // The Vitest and Playwright fixtures are ESM only, because Vitest cannot be loaded with `require`.
  [TYPES, server, "--profile", "strict", "--exclude-entrypoints", "./vitest", "./playwright", "--quiet"],
  [TYPES, server, "--profile", "esm-only", "--entrypoints", "./vitest", "./playwright", "--quiet"],
  ["scripts/checks/declared-types.mjs"],
  ["scripts/build/notices.mjs", "--check"],
  ["node_modules/size-limit/bin.js"],
  ["scripts/checks/bundles.mjs"],
]) {
  try {
    execFileSync(process.execPath, command, { stdio: "inherit" });
  } catch (error) {
    console.error(`failed: node ${command.join(" ")}`);
    process.exit(error.status ?? 1);
  }
}

const json = (path) => JSON.parse(readFileSync(path, "utf8"));
const complaints = [];
for (const { files, name, size } of packed) {
  const paths = files.map(({ path }) => path);
  console.log(`${name}: ${paths.length} files, ${Math.round(size / 1024)} kB packed`);
  if (!paths.includes("THIRD-PARTY-NOTICES")) complaints.push(`${name}: THIRD-PARTY-NOTICES is missing`);
  const alien = /\.test\.ts$|(^|\/)test\/|tsconfig|vitest\.config|biome|oxlint|^\.ci|\.tsbuildinfo$/;
  for (const path of paths.filter((one) => alien.test(one)))
    complaints.push(`${name}: ${path} must not be published`);
  const { scripts = {} } = json(name === "intent-tx" ? "package.json" : "mock-server/package.json");
  for (const script of ["preinstall", "install", "postinstall", "prepare", "prepublish"])
    if (scripts[script]) complaints.push(`${name}: has the install script ${script}`);
}
// An override of a dependency that users install applies only in this repository. An app installs optional peers itself.
const locked = Object.entries(json("package-lock.json").packages);
for (const overridden of Object.keys(json("package.json").overrides)) {
  const [, name, version] = /^(@?[^@]+)(?:@(.+))?$/.exec(overridden);
  for (const [path, { version: found, dev, devOptional, peer }] of locked)
    if (
      path.endsWith(`node_modules/${name}`) &&
      (!version || found === version) &&
      !dev &&
      !devOptional &&
      !peer
    )
      complaints.push(`${path}: needs the override of ${overridden}, which users lack`);
}
if (complaints.length > 0) {
  console.error(complaints.join("\n"));
  process.exit(1);
}
