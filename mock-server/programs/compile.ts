import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { linkProgram } from "./link.js";

/** Major version of the clang that compiled the committed programs. Other versions generate different bytes. */
export const CLANG_MAJOR = 14;

/** Compiler flags. The loader refuses the 32-bit jumps of instruction sets after version 2. */
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

/** The major version of the clang on PATH; undefined without clang. */
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
