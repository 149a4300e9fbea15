import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Memory in use after a garbage collection, bytes: unlike the resident memory it does not depend on the machine. */
export function liveMemory(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
