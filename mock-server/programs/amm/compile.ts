import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { linkProgram } from "./link.js";

/** The compiler's major version that made the committed program: another one makes other, equally good, bytes. */
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

/** Compiles and links the swap program from the sources in `folder`. The same sources and compiler give the same bytes. */
export function compileProgram(folder: string): Uint8Array {
  const scratch = mkdtempSync(join(tmpdir(), "swap-program-"));
  try {
    const object = join(scratch, "amm.o");
    execFileSync("clang", [...FLAGS, "amm.c", "-o", object], {
      cwd: folder,
      stdio: ["ignore", "inherit", "inherit"],
    });
    return linkProgram(readFileSync(object));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The module through which the server carries the program, so that it needs no file at run time. */
export function programModule(program: Uint8Array): string {
  const sha256 = createHash("sha256").update(program).digest("hex");
  return `// Made by \`npm run build:program\` from mock-server/programs/amm: change the sources there, not this file.

/** SHA-256 of the program's bytes, in hexadecimal. */
export const SWAP_PROGRAM_SHA256 = "${sha256}";

/** The swap program's image (sBPF version 0, as \`solana program deploy\` takes it), in base64. */
export const SWAP_PROGRAM_BASE64 =
  "${Buffer.from(program).toString("base64")}";
`;
}
