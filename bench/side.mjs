// The process of one side of a row: sets the side up, and measures it with tinybench on CPU time at the runner's
// request.
import process from "node:process";
import { Bench } from "tinybench";

const [file, rowName, sideName] = process.argv.slice(2);
const { rows } = await import(new URL(`rows/${file}.mjs`, import.meta.url));
const side = await rows.find(({ name }) => name === rowName).sides[sideName]();

function ownCpu() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Calls per turn of the event loop, so that deferred work and freed native objects are counted. */
const BATCH = 64;
const WARM_UP_CALLS = 4000;

/** CPU milliseconds per call. */
async function costOf({ act, batch = BATCH, cpu = ownCpu }, ms) {
  const bench = new Bench({ now: cpu, time: ms, iterations: 1, warmup: false, throws: true });
  const work = async () => {
    for (let call = 0; call < batch; call += 1) await act();
    await new Promise((resolve) => setImmediate(resolve));
  };
  bench.add(rowName, work, { async: true });
  const [task] = await bench.run();
  return task.result.latency.mean / batch;
}

process.on("message", async ({ ms }) => {
  if (ms === undefined) return process.disconnect();
  process.send({ cost: side.value ? await side.value() : await costOf(side, ms) });
});
// Closes the side if the run is interrupted, so that its server ends.
process.on("disconnect", async () => {
  await side?.close?.();
  process.exit(0);
});
// A test suite or server makes thousands of calls, so a call is measured after the engine has compiled it.
if (side?.act && !side.cpu) for (let call = 0; call < WARM_UP_CALLS; call += 1) await side.act();
process.send({ ready: side !== undefined });
