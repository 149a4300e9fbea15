import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { programModule } from "../../../mock-server/programs/amm/module.js";
import { CLANG_MAJOR, clangMajor, compileProgram } from "../../../mock-server/programs/compile.js";
import { SWAP_PROGRAM_BASE64, SWAP_PROGRAM_SHA256 } from "../../../mock-server/src/chain/amm/program.js";

const folder = fileURLToPath(new URL("../../../mock-server/programs/amm/", import.meta.url));
const committed = readFileSync(`${folder}amm.so`);
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const found = clangMajor();
if (found !== CLANG_MAJOR) {
  console.warn(
    `Rebuild of the swap program not checked: clang ${CLANG_MAJOR} is needed, ${found === undefined ? "none" : `clang ${found}`} is on PATH.`,
  );
}

describe("the committed swap program", () => {
  test("is the one in the server's sources", () => {
    expect(sha256(committed)).toBe(SWAP_PROGRAM_SHA256);
    expect(sha256(Buffer.from(SWAP_PROGRAM_BASE64, "base64"))).toBe(SWAP_PROGRAM_SHA256);
    const carrier = readFileSync(`${folder}../../src/chain/amm/program.ts`, "utf8");
    expect(carrier).toBe(programModule(committed));
  });

  test.skipIf(found !== CLANG_MAJOR)("is byte for byte what its sources compile to", () => {
    expect(sha256(compileProgram(`${folder}amm.c`))).toBe(SWAP_PROGRAM_SHA256);
  });
});
