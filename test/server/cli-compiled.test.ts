import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildSync } from "esbuild";
import { afterAll, expect, test } from "vitest";

const at = (path: string) => fileURLToPath(new URL(`../../mock-server/${path}`, import.meta.url));

const folder = mkdtempSync(join(tmpdir(), "intent-tx-compiled-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = join(folder, "file.cjs");
const start = join(folder, "start.cjs");
const run = (...args: string[]) => execFileSync(process.execPath, args, { encoding: "utf8" }).trim();
/** Long enough to be worth a compiled form. */
const source = (word: string) =>
  `console.log("${word}", require("node:path").basename(__filename));${" ".repeat(20_000)}`;
const swapped = (bytes: Buffer, from: string, to: string) =>
  Buffer.from(bytes.toString("latin1").replaceAll(from, to), "latin1");

buildSync({
  stdin: {
    contents: `import { useCompiled } from "./compiled.js"; const loaded = useCompiled(); require(process.argv[2] ?? ${JSON.stringify(file)}); loaded();`,
    resolveDir: at("src/cli"),
  },
  outfile: start,
  bundle: true,
  external: [file],
  platform: "node",
  format: "cjs",
});

test("a file is run in its compiled form, and from its source once that changed", () => {
  writeFileSync(file, source("earlier"));
  expect(run(start)).toBe("earlier file.cjs");
  expect(run("--import", at("keep-compiled.mjs"), file)).toBe("earlier file.cjs");
  expect(run(start)).toBe("earlier file.cjs");
  // V8 looks at the length alone, and would run the form of the old source.
  writeFileSync(file, source("another"));
  expect(run(start)).toBe("another file.cjs");
  // A form that is said to be of this source is what runs.
  const form = readFileSync(`${file}.compiled`).subarray(32);
  const hash = createHash("sha256").update(process.version).update(process.arch);
  hash.update(source("another")).update(form);
  writeFileSync(`${file}.compiled`, Buffer.concat([hash.digest(), form]));
  expect(run(start)).toBe("earlier file.cjs");
});

test.each<[string, (compiled: Buffer) => Buffer]>([
  ["that is none", () => Buffer.from("no compiled form")],
  ["that is cut off", (compiled) => compiled.subarray(0, -100)],
  // V8 would run it.
  ["in which bytes changed", (compiled) => swapped(compiled, "earlier", "another")],
])("a compiled form %s is left alone", (_, damaged) => {
  writeFileSync(file, source("earlier"));
  run("--import", at("keep-compiled.mjs"), file);
  writeFileSync(`${file}.compiled`, damaged(readFileSync(`${file}.compiled`)));
  expect(run(start)).toBe("earlier file.cjs");
});

test("a module without a compiled form is still a module", () => {
  const module = join(folder, "module.mjs");
  writeFileSync(module, "console.log(typeof require);");
  expect(run("--no-warnings", start, module)).toBe("undefined");
});

test("a build ends well, and leaves no process, where the server that it starts cannot be asked", () => {
  const server = join(folder, "server.cjs");
  const ready = { baseUrl: "http://127.0.0.1:1", keys: {} };
  writeFileSync(
    server,
    `console.log(${JSON.stringify(JSON.stringify(ready))}); setInterval(() => {}, 1000);`,
  );
  const from = JSON.stringify(pathToFileURL(at("compile-start.mjs")).href);
  const build = `const { compileStart } = await import(${from}); await compileStart(process.argv[1]); console.log("built");`;
  expect(run("--input-type=module", "-e", build, server)).toBe("built");
});
