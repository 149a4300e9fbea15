// Runs a gate's steps in parallel: `node scripts/gate/gate.mjs quick` (npm test), `deep` (npm run test:deep), or either with
// names of steps to run only those. Each step's output is shown if it fails; a summary follows at the end.
import { spawn } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import process from "node:process";
import { GATES } from "./steps.mjs";
import { countsLine, countsOf, failedLines, REPORTS } from "./tests.mjs";

const [gate = "", ...only] = process.argv.slice(2);
const all = GATES[gate];
if (all === undefined) {
  console.error(`usage: node scripts/gate/gate.mjs ${Object.keys(GATES).join("|")} [STEP …]`);
  process.exit(2);
}
// The deep gate's steps start servers, validators and browsers, each of which takes a core or more, so two run at a
// time.
const LANES = gate === "deep" ? 2 : Math.max(2, availableParallelism());
const unknown = only.filter((name) => !all.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(`no step ${unknown.join(", ")}; the steps are ${all.map(({ name }) => name).join(", ")}`);
  process.exit(2);
}

/** The requested steps, and the steps that they depend on. */
function chosen(names) {
  if (names.length === 0) return all;
  const needed = new Set(names);
  for (const step of [...all].reverse())
    if (needed.has(step.name)) for (const before of step.after ?? []) needed.add(before);
  return all.filter(({ name }) => needed.has(name));
}

/** Ends a step's process and all that it started. */
function end(child) {
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // Windows has no process groups, and a group without processes does not exist.
    child.kill();
  }
}

function run(step) {
  return new Promise((resolve) => {
    // The type checkers are Go programs, which would spend a quarter of their time on collecting garbage.
    const env = { GOGC: "400", ...process.env, FORCE_COLOR: process.stdout.isTTY ? "1" : "0" };
    const detached = process.platform !== "win32";
    const stdio = ["ignore", "pipe", "pipe"];
    step.child = spawn(step.command, { shell: true, detached, env, stdio });
    step.output = "";
    for (const stream of [step.child.stdout, step.child.stderr])
      stream.setEncoding("utf8").on("data", (text) => {
        step.output += text;
      });
    // A process that a failed test left behind would keep the output open.
    step.child.on("exit", () => end(step.child));
    step.child.on("close", (code) => resolve(code ?? 1));
  });
}

const results = new Map();
const steps = chosen(only);
const waiting = new Set(steps);
const running = new Map();
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
const began = performance.now();

const printOutput = ({ name, output }) =>
  console.log(`${output.trimEnd().replaceAll(/^/gm, `${name} | `)}\n`);

/** The causes of a failure, which are printed again at the end, because a log may be truncated long before. */
function causesOf({ name, output }) {
  const lines = output.trimEnd().split("\n");
  const named = lines.filter((line) => line.startsWith("failed: "));
  const causes = [...failedLines(gate, name).map((line) => `failed: ${line}`), ...named];
  return causes.length > 0 ? causes : lines.slice(-10);
}

/** Lines in which a step reports that it skipped something. */
const skippedLines = (output) =>
  output.split("\n").flatMap((line) => {
    const [skipped] = /\bskipped: .+|^.+: skipped, .+/.exec(line) ?? [];
    return skipped === undefined ? [] : [skipped];
  });

async function execute(step) {
  const start = performance.now();
  const code = await run(step);
  results.set(step.name, { failed: code !== 0, skipped: skippedLines(step.output) });
  console.log(`${code === 0 ? "ok    " : "FAILED"} ${step.name} (${seconds(start)})`);
  if (code !== 0) printOutput(step);
}

for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"])
  process.on(signal, () => {
    for (const step of running.keys()) {
      end(step.child);
      console.log(`ENDED  ${step.name}: ${signal}`);
      printOutput(step);
    }
    process.exit(1);
  });

rmSync(`${REPORTS}/${gate}`, { recursive: true, force: true });
mkdirSync(`${REPORTS}/${gate}`, { recursive: true });
console.log(`${steps.length} steps: ${steps.map(({ name }) => name).join(", ")}`);
while (waiting.size + running.size > 0) {
  for (const step of waiting) {
    const before = (step.after ?? []).map((name) => results.get(name));
    if (before.some((result) => result?.failed)) {
      waiting.delete(step);
      results.set(step.name, { failed: true, skipped: [] });
      console.log(`FAILED ${step.name}: not run, since ${step.after.join(", ")} failed`);
    } else if (!before.includes(undefined) && running.size < LANES) {
      waiting.delete(step);
      running.set(
        step,
        execute(step).then(() => running.delete(step)),
      );
    }
  }
  if (running.size > 0) await Promise.race(running.values());
}

const failed = steps.filter(({ name }) => results.get(name).failed);
for (const line of new Set([...results.values()].flatMap(({ skipped }) => skipped))) console.log(line);
for (const step of failed.filter(({ output }) => output !== undefined))
  for (const line of causesOf(step)) console.log(`${step.name} | ${line}`);
console.log(`tests: ${countsLine(countsOf(gate))}`);
console.log(
  failed.length === 0
    ? `all ${results.size} steps passed in ${seconds(began)}`
    : `${failed.length} of ${results.size} steps failed in ${seconds(began)}: ${failed.map(({ name }) => name).join(", ")}`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
