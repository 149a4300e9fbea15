// Loaded before the server by --import: reports the CPU time of the main thread in the longest turn of the event loop.
// CPU time, not wall time, so that other processes on the machine do not count.
import { openSync, readSync } from "node:fs";

const descriptor = openSync(`/proc/self/task/${process.pid}/schedstat`, "r");
const bytes = Buffer.alloc(64);

/** CPU time of this thread, ms; exact to about 4 ms, since the kernel updates it at every tick and every switch. */
function cpu() {
  const length = readSync(descriptor, bytes, 0, 64, 0);
  return Number(bytes.toString("latin1", 0, length).split(" ")[0]) / 1e6;
}

const ROWS = Array.from({ length: 40_000 }, (_, at) => ({ at, name: `row ${at}`, list: [at, at + 1] }));

/** CPU time of a fixed computation, ms: about 50 on an idle machine, several times that on a busy one. */
function yardstick() {
  const before = cpu();
  JSON.parse(JSON.stringify(ROWS));
  return cpu() - before;
}

let measuring = false;
let longest = 0;
let yard = 0;
let began = 0;

function turn() {
  if (!measuring) return;
  const now = cpu();
  longest = Math.max(longest, now - began);
  began = now;
  setImmediate(turn);
}

process.on("message", (message) => {
  if (message === "begin") {
    globalThis.gc?.();
    longest = 0;
    yard = yardstick();
    measuring = true;
    setImmediate(() => {
      began = cpu();
      setImmediate(turn);
      process.send?.("begun");
    });
  } else {
    turn();
    measuring = false;
    process.send?.({ longest, yard: Math.max(yard, yardstick()) });
  }
});
process.channel?.unref();
