// The release check of bench/RESULTS.md: no later commit than the one that was measured changed a source.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import process from "node:process";

const [, commit] = /at commit ([0-9a-f]+)/.exec(readFileSync("bench/RESULTS.md", "utf8")) ?? [];
const log = (range) =>
  execFileSync("git", ["log", "--oneline", range, "--", "src", "mock-server/src"], { encoding: "utf8" });
const later = commit === undefined ? "no commit is named" : log(`${commit}..HEAD`);
if (later !== "") {
  console.error(
    `failed: bench/RESULTS.md is older than the sources; run npm run bench on an idle machine\n${later}`,
  );
  process.exitCode = 1;
}
