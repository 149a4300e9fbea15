// Refuses comments that begin with "What": they circle round a thing instead of naming it.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import process from "node:process";

const OPENING = /(?:\/\*\*?|\/\/|^\s*\*) What\b/;

const files = execFileSync("git", ["ls-files", "--", "*.ts", "*.tsx", "*.mjs", "*.c"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => file !== "" && existsSync(file));
const complaints = files.flatMap((file) =>
  readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line, at) => (OPENING.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : [])),
);
if (complaints.length > 0) {
  console.error(
    `${complaints.join("\n")}\nName the thing: "Options of a server", not "What a server is made with".`,
  );
  process.exit(1);
}
console.log(`comments of ${files.length} files name what they are about`);
