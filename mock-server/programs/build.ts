// Rebuilds the committed programs and the files that contain them. Run by `npm run build:program` in the root folder.
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { CLANG_MAJOR, clangMajor, compileProgram } from "./compile.js";
import { programModule } from "./module.js";

const major = clangMajor();
if (major === undefined) {
  console.error(
    `No clang on PATH. Install clang ${CLANG_MAJOR} (Debian 12: apt-get install clang) and run this again.`,
  );
  process.exit(1);
}
if (major !== CLANG_MAJOR) {
  console.warn(
    `clang ${major} found; the committed programs are made by clang ${CLANG_MAJOR}. Update CLANG_MAJOR in compile.ts if you commit these.`,
  );
}

/** Compiles `NAME.c` of a folder to `NAME.so` next to it. */
function build(folder: string, name: string): Uint8Array {
  const program = compileProgram(join(process.cwd(), folder, `${name}.c`));
  writeFileSync(join(process.cwd(), folder, `${name}.so`), program);
  console.log(`${name}.so: ${program.length} bytes`);
  return program;
}

for (const [folder, constant] of [
  ["amm", "SWAP_PROGRAM"],
  ["lighthouse", "LIGHTHOUSE_PROGRAM"],
  ["router", "ROUTER_PROGRAM"],
] as const) {
  const module = programModule(folder, constant, build(`mock-server/programs/${folder}`, folder));
  writeFileSync(join(process.cwd(), `mock-server/src/formats/${folder}/program.ts`), module);
}

// The program of the tests of guards, which is not in any package.
build("test/deep/guard/hostile", "hostile");

// The program of the Anchor client's tests, which is not in any package.
const counter = build("test/clients/anchor/counter", "counter");
const sha256 = createHash("sha256").update(counter).digest("hex");
writeFileSync(
  join(process.cwd(), "test/clients/anchor/counter/counter.so.sha256"),
  `${sha256}  counter.so\n`,
);
