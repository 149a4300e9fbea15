// Checks that each name has one meaning: no two files of a package export the same name.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import process from "node:process";

/** Names that two files export, and the reason. */
const TWICE = new Set([
  "test", // each runner has its own, and a suite imports one
  "loadKy", // loaded at import, or at the first call in the CommonJS build
  "OperationName", // hand-written for readers, and derived from the table of operations; a type test compares them
]);

const filesOf = (...folders) =>
  execFileSync("git", ["ls-files", "--deduplicate", "--", ...folders], { encoding: "utf8" })
    .split("\n")
    .filter((file) => /\.tsx?$/.test(file) && existsSync(file));

const DECLARED = /^export (?:abstract |async )*(?:class|interface|type|function\*?|const) (\w+)/gm;

const declaredIn = (file) => [...readFileSync(file, "utf8").matchAll(DECLARED)].map(([, name]) => name);

const complaints = [];
for (const folder of ["mock-server/src", "src", "studio/src"]) {
  const homes = new Map();
  for (const file of filesOf(folder)) {
    // Once per file, because overloads declare a name several times.
    for (const name of new Set(declaredIn(file))) {
      const other = homes.get(name);
      if (other === undefined) homes.set(name, file);
      else if (!TWICE.has(name)) complaints.push(`${file}: exports ${name}, as ${other} does`);
    }
  }
}

if (complaints.length > 0) {
  console.error(complaints.join("\n"));
  process.exit(1);
}
console.log("each name has one meaning");
