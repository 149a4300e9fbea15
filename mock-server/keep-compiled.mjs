// Imported into the command line by compile-start.mjs: at its end it writes what V8 compiled of each file beside the file.
// src/cli/compiled.ts reads that.
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { createRequire, Module } from "node:module";
import { dirname } from "node:path";
import process from "node:process";
import { Script } from "node:vm";

/** A smaller file is compiled in less time than a second one is read. */
const WORTH_IT = 10_000;

const compiled = [];
const compile = Module.prototype._compile;
Module.prototype._compile = function (source, filename, format) {
  if (source.length < WORTH_IT) return compile.call(this, source, filename, format);
  const script = new Script(Module.wrap(source), { filename });
  compiled.push({ script, source, filename });
  const run = script.runInThisContext();
  return run.call(this.exports, this.exports, createRequire(filename), this, filename, dirname(filename));
};

process.once("exit", () => {
  for (const { script, source, filename } of compiled) {
    const form = script.createCachedData();
    const hash = createHash("sha256")
      .update(process.version)
      .update(process.arch)
      .update(source)
      .update(form);
    writeFileSync(`${filename}.compiled`, Buffer.concat([hash.digest(), form]));
  }
});
