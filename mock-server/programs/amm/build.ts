// Rebuilds amm.so and the module that carries it. Run by `npm run build:program` in the repository's root.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { CLANG_MAJOR, clangMajor, compileProgram, programModule } from "./compile.js";

const folder = join(process.cwd(), "mock-server/programs/amm");
const major = clangMajor();
if (major === undefined) {
  console.error(
    `No clang on PATH. Install clang ${CLANG_MAJOR} (Debian 12: apt-get install clang) and run this again.`,
  );
  process.exit(1);
}
if (major !== CLANG_MAJOR) {
  console.warn(
    `clang ${major} found; the committed program is made by clang ${CLANG_MAJOR}. Update CLANG_MAJOR in compile.ts if you commit this one.`,
  );
}
const program = compileProgram(folder);
writeFileSync(join(folder, "amm.so"), program);
writeFileSync(join(process.cwd(), "mock-server/src/chain/amm/program.ts"), programModule(program));
console.log(`amm.so: ${program.length} bytes`);
