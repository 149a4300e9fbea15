// Runs the steps of the workflow locally, in order, except checkout and installation.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import process from "node:process";
import { test } from "node:test";
import { parse } from "yaml";

const workflow = parse(readFileSync(".github/workflows/test.yml", "utf8"));
const commands = workflow.jobs.test.steps.flatMap(({ run }) => run ?? []);

test("the workflow installs first, then tests", () => {
  assert.equal(commands[0], "npm ci --ignore-scripts");
  assert.equal(commands.length, 3);
});

// With NODE_TEST_CONTEXT, a nested test runner would report to this one.
const { NODE_TEST_CONTEXT: _, ...env } = process.env;
for (const command of commands.slice(1))
  test(command, () => {
    const output = execFileSync("bash", ["-e", "-c", command], {
      encoding: "utf8",
      env,
    });
    assert.match(output, /pass 1|"symbol":"SOL"/);
  });
