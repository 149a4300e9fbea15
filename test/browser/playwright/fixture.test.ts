import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createMockServer } from "@intent-tx/mock-server";
import { expect, onTestFinished, test } from "vitest";
import { ROOT } from "../../docs/blocks.js";

/** Playwright in a process of its own. Its default of 30 seconds a test is too short for a busy machine. */
const PLAYWRIGHT = [
  join(ROOT, "node_modules/@playwright/test/cli.js"),
  "test",
  "--reporter=json",
  "--timeout=300000",
];

/** Runs a program; returns its exit code and its output. */
async function run(words: readonly string[], cwd: string, env: Record<string, string>) {
  const { VITEST, NODE_ENV, ...rest } = process.env;
  const child = spawn(process.execPath, words, { cwd, env: { ...rest, ...env } });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (output += part));
  const code = await new Promise((resolve) => child.once("close", resolve));
  return { code, output };
}

interface Spec {
  readonly title: string;
  readonly tests: readonly {
    readonly results: readonly { readonly status: string; readonly errors: unknown[] }[];
  }[];
}

test("a fault that never fired fails the test that armed it, and every session is closed", async () => {
  const parent = join(ROOT, "node_modules/.cache");
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, "intent-tx-playwright-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(
    join(folder, "one.spec.mjs"),
    `import { test } from "@intent-tx/mock-server/playwright";
import { expect } from "@playwright/test";

const fault = { kind: "status", status: 503 };
test("forgets", async ({ mock }) => void (await mock.faults.add({ fault })));
test("fires", async ({ mock }) => {
  await mock.faults.add({ times: 1, fault });
  expect((await fetch(mock.baseUrl + "/prices/SOL")).status).toBe(503);
});
test("fails", async ({ mock }) => {
  await mock.faults.add({ fault });
  throw new Error("of its own");
});
test.describe("with options", () => {
  test.use({ mockSession: { seed: 7 } });
  test("has a session with that seed", async ({ mock }) => expect(await mock.seed).toBe("7"));
});
test("has the server's keys", async ({ mock }) => {
  const { apiKey } = await mock.clientOptions();
  expect(apiKey).toBe(process.env.INTENT_TX_API_KEY);
});
`,
  );
  await using server = await createMockServer({ seed: 1 });
  const { baseUrl: INTENT_TX_BASE_URL } = await server.listen();
  const env = { INTENT_TX_BASE_URL, INTENT_TX_API_KEY: server.keys.enterprise };
  const { code, output } = await run([...PLAYWRIGHT, `--output=${folder}/out`], folder, env);
  expect(code).toBe(1);
  const report = JSON.parse(output.slice(output.indexOf("{\n"), output.lastIndexOf("}") + 1));
  const [{ specs, suites }] = report.suites as [{ specs: Spec[]; suites: { specs: Spec[] }[] }];
  const results = [...specs, ...suites.flatMap((suite) => suite.specs)].map(({ title, tests }) => {
    const { status, errors } = tests[0]!.results[0]!;
    return [title, status, JSON.stringify(errors)] as const;
  });
  expect(Object.fromEntries(results.map(([title, status]) => [title, status]))).toEqual({
    forgets: "failed",
    fires: "passed",
    fails: "failed",
    "has a session with that seed": "passed",
    "has the server's keys": "passed",
  });
  const errorsOf = (title: string) => results.find(([one]) => one === title)?.[2];
  expect(errorsOf("forgets")).toMatch(/1 fault never fired:.*503/);
  expect(errorsOf("fails")).toContain("of its own");
  expect(errorsOf("fails")).not.toContain("never fired");
  const open = await server.fetch(`${server.controlUrl}/sessions`);
  expect(await open.json()).toEqual({ data: [] });
});
