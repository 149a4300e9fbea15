// Checks that each name has one meaning and one import path: no two files of a package export the same name, and tests
// import public names from a public entry.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path/posix";
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
const FROM = /^(import|export) (type )?(\*|\{[^}]*\}) from "(\.[^"]*)\.js"/gm;

const declaredIn = (file) => [...readFileSync(file, "utf8").matchAll(DECLARED)].map(([, name]) => name);

/** A file's imports and re-exports: the source file, and the names (undefined for all). */
const takenBy = (file) =>
  [...readFileSync(file, "utf8").matchAll(FROM)].map(([, kind, , names, path]) => ({
    kind,
    from: `${join(file, "..", path)}.ts`,
    names:
      names === "*"
        ? undefined
        : names
            .slice(1, -1)
            .split(",")
            .map(
              (name) =>
                name
                  .replace(/\btype\b/, "")
                  .trim()
                  .split(" as ")[0],
            )
            .filter(Boolean),
  }));

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

/** The entry of each public name, by the file that declares it: `src/errors/errors.ts#ApiError`. */
const entries = new Map();
for (const [entry, [path]] of Object.entries(
  JSON.parse(readFileSync("tsconfig.json", "utf8")).compilerOptions.paths,
)) {
  const file = path.slice(2);
  const own = declaredIn(file).map((name) => [file, name]);
  const passed = takenBy(file).flatMap(({ kind, from, names }) =>
    kind === "export"
      ? (names ?? declaredIn(from)).flatMap((name) => [
          [from, name],
          [file, name],
        ])
      : [],
  );
  for (const [from, name] of [...own, ...passed]) entries.set(`${from}#${name}`, entry);
}
for (const file of filesOf("test")) {
  for (const { from, names = [] } of takenBy(file)) {
    for (const name of names) {
      const entry = entries.get(`${from}#${name}`);
      if (entry) complaints.push(`${file}: imports ${name} from ${from}; ${entry} exports it`);
    }
  }
}

if (complaints.length > 0) {
  console.error(complaints.join("\n"));
  process.exit(1);
}
console.log("each name has one meaning, and tests take public names from public entries");
