import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire, Module } from "node:module";
import { dirname } from "node:path";
import { Script } from "node:vm";

/** A CommonJS file that Node loads; it is given its source by `_compile`. */
interface Loading {
  readonly exports: unknown;
  /** `format` says whether Node takes it for a module; older versions have none. */
  _compile(source: string, filename: string, format?: string): unknown;
}

const HASH_BYTES = 32;

/** V8 holds neither the source against the compiled form, beyond its length, nor that form against damage. */
const hashOf = (source: string, compiled: Uint8Array) =>
  createHash("sha256").update(process.version).update(process.arch).update(source).update(compiled).digest();

/** The compiled form of a file, if the build left one of this very source for this version of Node and this processor. */
function compiledOf(source: string, filename: string): Buffer | undefined {
  try {
    const kept = readFileSync(`${filename}.compiled`);
    const compiled = kept.subarray(HASH_BYTES);
    return kept.subarray(0, HASH_BYTES).equals(hashOf(source, compiled)) ? compiled : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Until the function that it returns is called, files are loaded in the form to which the build compiled them, where there is one.
 * V8 itself refuses one that another V8 or other flags made, and compiles the source.
 */
export function useCompiled(): () => void {
  const loading: Loading = Module.prototype as never;
  const compile = loading._compile;
  loading._compile = function (source, filename, format) {
    const cachedData = compiledOf(source, filename);
    if (!cachedData) return compile.call(this, source, filename, format);
    const run = new Script(Module.wrap(source), { filename, cachedData }).runInThisContext();
    return run.call(this.exports, this.exports, createRequire(filename), this, filename, dirname(filename));
  };
  return () => {
    loading._compile = compile;
  };
}
