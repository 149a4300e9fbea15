import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { hasPython, tool } from "./python-tools.js";

const example = (name: string) => fileURLToPath(new URL(`../../../examples/fleet/${name}`, import.meta.url));
if (!hasPython) console.warn("skipped: fleet: its Dockerfile and manifests (apt-get install python3-venv)");
const skipped = !hasPython && !process.env["CI"];

test.skipIf(skipped)("the Dockerfile passes hadolint", async () => {
  expect(await tool("hadolint", "--failure-threshold", "style", example("Dockerfile"))).toBe("");
});

test.skipIf(skipped)("compose.yaml matches the Compose schema", async () => {
  const schema = ["--builtin-schema", "vendor.compose-spec"];
  expect(await tool("check-jsonschema", ...schema, example("compose.yaml"))).toContain("ok");
});

test.skipIf(skipped)("every field of the manifest matches the Kubernetes schema", async () => {
  await tool("kubernetes-validate", "--strict", "--kubernetes-version", "1.32.0", example("kubernetes.yaml"));
});
