import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { build } from "tsup";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SCALE } from "../scale.js";

const [MUTATED, STRUCTURED] = SCALE === 1 ? [20_000, 6_000] : [100_000, 30_000];

let folder = "";

beforeAll(async () => {
  const cache = join("node_modules", ".cache");
  await mkdir(cache, { recursive: true });
  folder = await mkdtemp(join(cache, "wire-fuzz-"));
  await build({
    entry: ["test/deep/wire/wire-fuzz.ts"],
    outDir: folder,
    config: false,
    format: "esm",
    silent: true,
    skipNodeModulesBundle: true,
    noExternal: [/^intent-tx/],
  });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the cases in a separate process, which malformed bytes in LiteSVM would end with SIGABRT. */
async function fuzz(mutations: number, structured: number, seed: number) {
  const child = spawn(
    process.execPath,
    [join(folder, "wire-fuzz.js"), String(mutations), String(structured), String(seed)],
    {
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    err += chunk;
  });
  const ended = await new Promise((resolve) => {
    child.on("close", (code, signal) => resolve({ code, signal }));
  });
  expect({ ended, err }).toEqual({ ended: { code: 0, signal: null }, err: "" });
  return JSON.parse(out) as { structuredPassed: number; mutatedPassed: number; failures: number };
}

test(`${MUTATED} mutated and ${STRUCTURED} well-formed random transactions do not end the process`, async () => {
  const counts = await fuzz(MUTATED, STRUCTURED, 1);
  // The check must also accept transactions: otherwise nothing was tested.
  expect(counts.structuredPassed).toBeGreaterThan(STRUCTURED * 0.8);
  expect(counts.mutatedPassed).toBeGreaterThan(MUTATED / 10);
});
