import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Memory in use after a garbage collection, bytes: unlike the resident memory it does not depend on the machine. */
export function liveMemory(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  // The memory of buffers is released after the collection that finds them, and counted out in the next one.
  for (let round = 0; round < 4; round++) collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
