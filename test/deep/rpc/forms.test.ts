import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { recordedValidator } from "../installed-validator.js";
import { differentBodies, formsOf } from "./forms.js";
import { svmTarget, type Target, validatorTarget } from "./targets.js";

/** For each method, a validator's error code for each of its calls in turn; 0 for a result. `RECORD=1` rewrites it. */
const FILE = new URL("validator-codes.json", import.meta.url);
type Codes = Readonly<Record<string, readonly number[]>>;
const recorded = JSON.parse(readFileSync(FILE, "utf8")) as Codes;

/** Makes every call, and returns the calls and their codes. */
async function codes(make: () => Promise<Target>) {
  const target = await make();
  try {
    const forms = await formsOf(target);
    const found: Record<string, number[]> = {};
    const different: unknown[] = await differentBodies(target);
    for (const { method, params } of forms) {
      const { error } = await target.call(method, params);
      found[method] ??= [];
      const expected = recorded[method]?.[found[method].length];
      const code = error?.code ?? 0;
      found[method].push(code);
      if (code !== expected) different.push(`${method} ${JSON.stringify(params)}: ${code}, not ${expected}`);
    }
    return { found, different };
  } finally {
    await target.close();
  }
}

test("the in-process chain refuses the params that a validator refuses, with its codes", async () => {
  const { found, different } = await codes(svmTarget);
  expect(different).toEqual([]);
  expect(Object.values(found).flat().length).toBe(Object.values(recorded).flat().length);
});

const program = recordedValidator("its recorded error codes");
test.skipIf(program === undefined)("a validator gives the recorded codes", async () => {
  const { found, different } = await codes(() => validatorTarget(program ?? ""));
  if (process.env["RECORD"] !== "1") expect(different).toEqual([]);
  else {
    const lines = Object.entries(found).map(([method, all]) => `"${method}": ${JSON.stringify(all)}`);
    writeFileSync(FILE, `{\n${lines.join(",\n")}\n}\n`);
  }
});
