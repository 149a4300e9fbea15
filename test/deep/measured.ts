import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../folder.js";
import { type CliProcess, cli } from "../server/cli/cli-process.js";

/** A module that, on SIGUSR2, collects garbage and reports the memory of the process. */
const MEASURE = `
process.on("SIGUSR2", () => {
  for (let round = 0; round < 4; round++) globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  process.stderr.write("measured " + JSON.stringify({ live: heapUsed + external }) + "\\n");
});`;

/** Runs `intent-tx-mock` so that it can be measured; `options` are further options of Node. */
export async function measuredCli(args: readonly string[], options = ""): Promise<CliProcess> {
  const preload = join(temporaryFolder(), "measure.cjs");
  writeFileSync(preload, MEASURE);
  return cli(args, { env: { NODE_OPTIONS: `--expose-gc --require ${preload} ${options}` } });
}

/** Memory after a garbage collection, bytes. */
export async function measure(running: CliProcess): Promise<{ readonly live: number }> {
  running.err = "";
  running.child.kill("SIGUSR2");
  const [, text = ""] = await running.said(/measured (.*)\n/, "err");
  running.err = running.err.replace(/measured .*\n/, "");
  return JSON.parse(text);
}
