import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { CLANG_MAJOR, clangMajor, compileProgram } from "../../../mock-server/programs/compile.js";
import { programModule } from "../../../mock-server/programs/module.js";

const at = (path: string) => fileURLToPath(new URL(`../../../mock-server/${path}`, import.meta.url));
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const found = clangMajor();
if (found !== CLANG_MAJOR) {
  console.warn(
    `Rebuild of the programs not checked: clang ${CLANG_MAJOR} is needed, ${found === undefined ? "none" : `clang ${found}`} is on PATH.`,
  );
}

describe.each([
  ["amm", "SWAP_PROGRAM"],
  ["lighthouse", "LIGHTHOUSE_PROGRAM"],
])("the committed program %s", (folder, constant) => {
  const committed = readFileSync(at(`programs/${folder}/${folder}.so`));

  test("is the one in the server's sources", () => {
    const module = readFileSync(at(`src/formats/${folder}/program.ts`), "utf8");
    expect(module).toBe(programModule(folder, constant, committed));
  });

  test.skipIf(found !== CLANG_MAJOR)("is byte for byte what its sources compile to", () => {
    expect(sha256(compileProgram(at(`programs/${folder}/${folder}.c`)))).toBe(sha256(committed));
  });
});
