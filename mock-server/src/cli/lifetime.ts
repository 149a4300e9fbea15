/** Longest that a stop may take before the process ends anyway. */
const PATIENCE_MS = 4_800;

/** A wait for SIGINT or SIGTERM. */
export interface StopSignal {
  /** Resolves at the signal; from then on the process ends within five seconds, whatever hangs. */
  readonly stopped: Promise<void>;
  /** Gives the signals back and lets the process end. */
  cancel(): void;
}

/** Waits for SIGINT or SIGTERM, and keeps the process open until then. */
export function stopSignal(): StopSignal {
  let cancel = () => {};
  const stopped = new Promise<void>((resolve) => {
    // Nothing else may be open while the server waits: the process must not end by itself.
    const open = setInterval(() => undefined, 1 << 30);
    cancel = () => {
      clearInterval(open);
      process.off("SIGINT", stop);
      process.off("SIGTERM", stop);
    };
    let times = 0;
    const stop = () => {
      times++;
      // npm and a shell each pass a Ctrl-C on: the second is not impatience, the third is.
      if (times > 2) process.exit(130);
      if (times > 1) return;
      clearInterval(open);
      setTimeout(() => process.exit(0), PATIENCE_MS).unref();
      resolve();
    };
    process.on("SIGINT", stop);
    process.on("SIGTERM", stop);
  });
  return { stopped, cancel };
}
