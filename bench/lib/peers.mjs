// The peers are no dependencies of the project: they are installed when a benchmark first needs them.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const BENCH = fileURLToPath(new URL("../", import.meta.url));

/** Installs what bench/package-lock.json names, unless it is there. */
export function installPeers() {
  const installed = `${BENCH}node_modules/.package-lock.json`;
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(`${BENCH}package-lock.json`).mtimeMs)
    return;
  console.error("Installing the peers of the benchmarks; this takes some seconds …");
  execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", BENCH], {
    shell: process.platform === "win32",
    stdio: ["ignore", "ignore", "inherit"],
  });
}

/** Name and version of every peer. */
export function peerVersions() {
  const { devDependencies } = JSON.parse(readFileSync(`${BENCH}package.json`, "utf8"));
  return devDependencies;
}
