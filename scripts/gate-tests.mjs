// How many tests passed, as Vitest reported it. `node scripts/gate-tests.mjs` prints the sum of both gates' last runs.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import process from "node:process";
import { pathToFileURL } from "node:url";

export const REPORTS = "node_modules/.cache/intent-tx/reports";

/** The tests of a gate's last run. */
export function countsOf(gate) {
  const folder = `${REPORTS}/${gate}`;
  const counts = { passed: 0, failed: 0, skipped: 0, files: 0 };
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const report = JSON.parse(readFileSync(`${folder}/${name}`, "utf8"));
    counts.passed += report.numPassedTests;
    counts.failed += report.numFailedTests;
    counts.skipped += report.numPendingTests + report.numTodoTests;
    counts.files += report.testResults.length;
  }
  return counts;
}

export const countsLine = ({ passed, failed, skipped, files }) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped (${files} files)`;

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const both = ["quick", "deep"].map(countsOf);
  const sum = (key) => both.reduce((total, counts) => total + counts[key], 0);
  const keys = ["passed", "failed", "skipped", "files"];
  console.log(`tests of both gates: ${countsLine(Object.fromEntries(keys.map((key) => [key, sum(key)])))}`);
}
