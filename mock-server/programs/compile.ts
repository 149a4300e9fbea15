import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { linkProgram } from "./link.js";

/** The compiler's major version that made the committed programs: another one makes other, equally good, bytes. */
export const CLANG_MAJOR = 14;

/** Version 2 of the instruction set: later ones have 32-bit jumps, which the loader refuses. */
const FLAGS = [
  "-target",
  "bpfel",
  "-O2",
  "-mcpu=v2",
  "-ffreestanding",
  "-fno-jump-tables",
  "-Wall",
  "-Wextra",
  "-Werror",
  "-c",
];

/** The major version of the clang on PATH, or undefined where there is none. */
export function clangMajor(): number | undefined {
  try {
    const [, major] =
      /clang version (\d+)/.exec(execFileSync("clang", ["--version"], { encoding: "utf8", stdio: "pipe" })) ??
      [];
    return major === undefined ? undefined : Number(major);
  } catch {
    return undefined;
  }
}

/** Compiles and links a program of one C file. The same sources and compiler give the same bytes. */
export function compileProgram(source: string): Uint8Array {
  const scratch = mkdtempSync(join(tmpdir(), "program-"));
  try {
    const object = join(scratch, "program.o");
    execFileSync("clang", [...FLAGS, basename(source), "-o", object], {
      cwd: dirname(source),
      stdio: ["ignore", "inherit", "inherit"],
    });
    return linkProgram(readFileSync(object));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
