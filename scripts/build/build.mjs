// Builds both packages from scratch, so that files of an earlier build are not packed. With --if-stale it builds only
// if a source has changed since the last build. Output goes to stderr, because stdout belongs to the next command.
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import process from "node:process";
import { isBuilt, markBuilt } from "./stamp.mjs";

const NPM = { shell: process.platform === "win32", stdio: "inherit" };

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
  markBuilt();
  console.error(`Built in ${((performance.now() - start) / 1000).toFixed(1)} s.`);
}
