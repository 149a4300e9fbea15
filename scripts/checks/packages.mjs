// Checks the two tarballs as users get them: structure, types, CommonJS builds, size, content.
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import process from "node:process";
import { tarballComplaints } from "./tarballs.mjs";

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
  [TYPES, server, "--profile", "node16", "--exclude-entrypoints", "./vitest", "./playwright", "--quiet"],
  [TYPES, server, "--profile", "esm-only", "--entrypoints", "./vitest", "./playwright", "--quiet"],
  ["scripts/checks/declared-types.mjs"],
  ["scripts/checks/cjs-entries.mjs"],
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

const complaints = tarballComplaints(packed);
if (complaints.length > 0) {
  console.error(complaints.join("\n"));
  process.exit(1);
}
