// Counts passed tests from Vitest's reports. `node scripts/gate/tests.mjs` prints the sum of both gates' last runs.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { stripVTControlCharacters } from "node:util";

export const REPORTS = "node_modules/.cache/intent-tx/reports";

/** The reports of a gate's last run, of one step or of all. */
function reportsOf(gate, step) {
  const folder = `${REPORTS}/${gate}`;
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .filter((name) => step === undefined || name === `${step}.json`)
    .map((name) => JSON.parse(readFileSync(`${folder}/${name}`, "utf8")));
}

export function countsOf(gate) {
  const counts = { passed: 0, failed: 0, skipped: 0, files: 0 };
  for (const report of reportsOf(gate)) {
    counts.passed += report.numPassedTests;
    counts.failed += report.numFailedTests;
    counts.skipped += report.numPendingTests + report.numTodoTests;
    counts.files += report.testResults.length;
  }
  return counts;
}

/** The failed tests of a step, one per line, because a log may be truncated long before Vitest's summary. */
export const failedLines = (gate, step) =>
  reportsOf(gate, step).flatMap(({ testResults }) =>
    testResults.flatMap(({ name, message, assertionResults }) => {
      const file = relative(process.cwd(), name);
      const failed = assertionResults.filter(({ status }) => status === "failed");
      if (failed.length === 0 && message) return [`${file}: ${firstLine(message)}`];
      return failed.map(({ fullName, failureMessages }) => {
        return `${file} > ${fullName}: ${firstLine(failureMessages.join("\n"))}`;
      });
    }),
  );

const firstLine = (text) => stripVTControlCharacters(text).trim().split("\n")[0].slice(0, 300);

export const countsLine = ({ passed, failed, skipped, files }) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped (${files} files)`;

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const both = ["quick", "deep"].map(countsOf);
  const sum = (key) => both.reduce((total, counts) => total + counts[key], 0);
  const keys = ["passed", "failed", "skipped", "files"];
  console.log(`tests of both gates: ${countsLine(Object.fromEntries(keys.map((key) => [key, sum(key)])))}`);
}
