import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { hasPython, tool } from "./python-tools.js";

const example = (name: string) => fileURLToPath(new URL(`../../../examples/fleet/${name}`, import.meta.url));
if (!hasPython) console.warn("skipped: fleet: its Dockerfile and manifests (apt-get install python3-venv)");
const skipped = !hasPython && !process.env["CI"];

test.skipIf(skipped)("the Dockerfile is as hadolint wants it", async () => {
  expect(await tool("hadolint", "--failure-threshold", "style", example("Dockerfile"))).toBe("");
});

test.skipIf(skipped)("compose.yaml fits the schema of Compose", async () => {
  const schema = ["--builtin-schema", "vendor.compose-spec"];
  expect(await tool("check-jsonschema", ...schema, example("compose.yaml"))).toContain("ok");
});

test.skipIf(skipped)("the manifest fits Kubernetes, to the last field", async () => {
  await tool("kubernetes-validate", "--strict", "--kubernetes-version", "1.32.0", example("kubernetes.yaml"));
});
