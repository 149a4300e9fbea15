// Runs the tests that need a real browser: `npm run test:browser [vitest's arguments]`. Without Chromium the tests are
// skipped, which is a failure in CI.
import { spawnSync } from "node:child_process";
import { basename } from "node:path";
import process from "node:process";
import { chromiumPath } from "./programs.mjs";
import { REPORTS } from "./tests.mjs";

const CHROMIUM = chromiumPath();
if (CHROMIUM === undefined) {
  const say = "Chromium is not on the PATH; install it, or set CHROMIUM";
  if (process.env.CI) {
    console.error(`browser: ${say}`);
    process.exit(1);
  }
  console.log(`browser: skipped, ${say}`);
} else {
  const asked = process.argv.slice(2);
  // A folder's report has the folder's name.
  const name = asked[0]?.startsWith("test/") ? basename(asked[0]) : "browser";
  const report = `--outputFile.json=${REPORTS}/deep/${name}.json`;
  const args = ["vitest", "run", "--project", "browser", "--reporter=default", "--reporter=json", report];
  const { status } = spawnSync("npx", [...args, ...asked], {
    stdio: "inherit",
    env: { ...process.env, CHROMIUM },
    shell: process.platform === "win32",
  });
  process.exit(status ?? 1);
}
