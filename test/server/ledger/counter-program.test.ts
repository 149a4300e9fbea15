import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isAddress } from "intent-tx/contract";
import { describe, expect, test } from "vitest";
import { CLANG_MAJOR, clangMajor, compileProgram } from "../../../mock-server/programs/compile.js";

// The program of the Anchor client's tests, which run in `npm run test:clients`.
const folder = fileURLToPath(new URL("../../clients/anchor/counter/", import.meta.url));
const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest();
const recorded = readFileSync(`${folder}counter.so.sha256`, "utf8").split(" ")[0];
const source = readFileSync(`${folder}counter.c`, "utf8");
interface Named {
  readonly name: string;
  readonly discriminator: number[];
}
const idl = JSON.parse(readFileSync(`${folder}counter.json`, "utf8")) as {
  readonly address: string;
  readonly instructions: Named[];
  readonly accounts: Named[];
  readonly events: Named[];
  readonly errors: { readonly code: number; readonly name: string; readonly msg: string }[];
};

describe("the counter, a program with Anchor's conventions", () => {
  test("is committed with its hash", () => {
    expect(sha256(readFileSync(`${folder}counter.so`)).toString("hex")).toBe(recorded);
  });

  test.skipIf(clangMajor() !== CLANG_MAJOR)("is byte for byte what its source compiles to", () => {
    expect(sha256(compileProgram(`${folder}counter.c`)).toString("hex")).toBe(recorded);
  });

  test.each([
    ["global", idl.instructions],
    ["account", idl.accounts],
    ["event", idl.events],
  ] as const)("the discriminators of kind %s are Anchor's, in the IDL and in the program", (kind, named) => {
    for (const { name, discriminator } of named) {
      const bytes = sha256(`${kind}:${name}`).subarray(0, 8);
      expect(discriminator).toEqual([...bytes]);
      const number = bytes.readBigUInt64LE().toString(16).padStart(16, "0");
      expect(source).toContain(`#define ${name.toUpperCase()} 0x${number}ull`);
    }
  });

  test("its address and errors are those of the IDL", () => {
    expect(isAddress(idl.address)).toBe(true);
    for (const { code, name, msg } of idl.errors) expect(source).toContain(`("${name}", ${code}, "${msg}")`);
    expect([...source.matchAll(/", (6\d{3}), "/g)].map(([, code]) => Number(code))).toEqual(
      idl.errors.map(({ code }) => code),
    );
  });
});
