import { execFile } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import tsconfig from "../../../tsconfig.json" with { type: "json" };
import { temporaryFolder } from "../../folder.js";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** The result of a test that Vitest ran. */
export interface RunTest {
  readonly title: string;
  readonly status: string;
  readonly failureMessages: readonly string[];
}

/** Runs a test file with Vitest in a temporary directory, because other checks read the repository meanwhile. */
export async function runTests(source: string): Promise<RunTest[]> {
  const folder = temporaryFolder();
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const alias = Object.entries(tsconfig.compilerOptions.paths).map(([name, [path = ""]]) => ({
    name,
    path: join(ROOT, path),
  }));
  writeFileSync(
    join(folder, "vitest.config.mjs"),
    `const alias = ${JSON.stringify(alias)}.map(({ name, path }) => ({ find: new RegExp("^" + name + "$"), replacement: path }));
export default { root: ${JSON.stringify(folder)}, resolve: { alias }, test: { include: ["*.test.ts"], testTimeout: 60_000 } };
`,
  );
  writeFileSync(join(folder, "one.test.ts"), source);
  const args = [join(ROOT, "node_modules/vitest/vitest.mjs"), "run", "--reporter", "json"];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: folder }, (_, stdout, stderr) => {
      try {
        const report = JSON.parse(stdout.slice(stdout.indexOf("{"))) as {
          testResults: { assertionResults: RunTest[] }[];
        };
        resolve(report.testResults.flatMap(({ assertionResults }) => assertionResults));
      } catch {
        reject(new Error(`Vitest reported nothing:\n${stdout}\n${stderr}`));
      }
    });
  });
}
