import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../folder.js";
import { type CliProcess, cli } from "../server/cli/cli-process.js";

/**
 * A module that, on SIGUSR2, reports the longest turn of the event loop since the last report, collects garbage, and
 * reports the memory of the process. A turn is measured by its processor time: on a busy machine, its duration also
 * includes the work of other processes.
 */
const MEASURE = `
let [longest, began] = [0, process.cpuUsage()];
const turn = () => {
  const { user, system } = process.cpuUsage(began);
  longest = Math.max(longest, (user + system) / 1000);
  began = process.cpuUsage();
};
setInterval(turn, 1).unref();
process.on("SIGUSR2", () => {
  turn();
  const turnMs = longest;
  for (let round = 0; round < 4; round++) globalThis.gc();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.stderr.write("measured " + JSON.stringify({ turnMs, rss, live: heapUsed + external }) + "\\n");
  [longest, began] = [0, process.cpuUsage()];
});`;

/** Runs `intent-tx-mock` so that it can be measured; `options` are further options of Node. */
export async function measuredCli(args: readonly string[], options = ""): Promise<CliProcess> {
  const preload = join(temporaryFolder(), "measure.cjs");
  writeFileSync(preload, MEASURE);
  return cli(args, { env: { NODE_OPTIONS: `--expose-gc --require ${preload} ${options}` } });
}

interface Measured {
  /** The longest turn of the event loop since the last measurement, milliseconds of processor time. */
  readonly turnMs: number;
  /** Memory after a garbage collection, bytes. */
  readonly live: number;
  /** Total memory, bytes. It also counts garbage, and depends on the machine. */
  readonly rss: number;
}

export async function measure(running: CliProcess): Promise<Measured> {
  running.err = "";
  running.child.kill("SIGUSR2");
  const [, text = ""] = await running.said(/measured (.*)\n/, "err");
  running.err = running.err.replace(/measured .*\n/, "");
  return JSON.parse(text);
}
