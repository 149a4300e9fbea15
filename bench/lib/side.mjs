// The process of one side: makes it, and measures a block each time that it is told to.
import process from "node:process";

const [file, rowName, sideName] = process.argv.slice(2);
const { rows } = await import(new URL(`../rows/${file}.mjs`, import.meta.url));
const row = rows.find(({ name }) => name === rowName);
const side = await row.sides[sideName]();

function ownCpu() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** On a busy machine a block takes longer, by the clock on the wall, than its CPU time; but not longer than so many times. */
const PATIENCE = 10;

/** Calls `act` for so much CPU time. The event loop turns now and then: native objects are let go of only there. */
async function repeat(act, ms) {
  const began = performance.now();
  const cpu = ownCpu();
  let look = began + ms;
  for (let calls = 1; ; calls += 1) {
    const outcome = act();
    if (typeof outcome?.then === "function") await outcome;
    if (calls % 256 === 0) await new Promise((resolve) => setImmediate(resolve));
    const now = performance.now();
    if (now < look) continue;
    const left = ms - (ownCpu() - cpu);
    if (left <= 0 || now > began + PATIENCE * ms) return { calls };
    look = now + left;
  }
}

async function measured(ms) {
  const cpu = side.cpu ?? ownCpu;
  await side.ready?.();
  const cpuBefore = await cpu();
  const began = performance.now();
  const { calls, figures, ...own } = side.block ? await side.block(ms) : await repeat(side.act, ms);
  const wall = own.wall ?? performance.now() - began;
  const cpuSpent = own.cpu ?? (await cpu()) - cpuBefore;
  side.rest?.();
  return { calls, cpu: cpuSpent / calls, wall: wall / calls, ...(figures && { figures }) };
}

process.on("message", async ({ ms }) => {
  if (ms !== undefined) return process.send(await measured(ms));
  process.disconnect();
});
// A run that is broken off leaves no server behind.
process.on("disconnect", async () => {
  await side?.close?.();
  process.exit(0);
});
process.send({ ready: side !== undefined });
