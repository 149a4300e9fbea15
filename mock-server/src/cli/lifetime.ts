/** Longest that a stop may take before the process ends anyway. */
const PATIENCE_MS = 4_800;

/** Resolves at SIGINT or SIGTERM; from then on the process ends within five seconds, whatever hangs. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    // Nothing else may be open while the server waits: the process must not end by itself.
    const open = setInterval(() => undefined, 1 << 30);
    const stop = () => {
      clearInterval(open);
      process.off("SIGINT", stop);
      process.off("SIGTERM", stop);
      setTimeout(() => process.exit(0), PATIENCE_MS).unref();
      resolve();
    };
    process.on("SIGINT", stop);
    process.on("SIGTERM", stop);
  });
}
