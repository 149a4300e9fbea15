// Captured at load: a slow body is slow in real time, also under an app's fake timers.
const { setTimeout: wallTimeout, clearTimeout: wallClear } = globalThis;

/** Waits in real time; a reader that has gone ends the wait. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      wallClear(timer);
      signal.removeEventListener("abort", over);
      resolve();
    };
    const timer = wallTimeout(over, ms);
    signal.addEventListener("abort", over);
    if (signal.aborted) over();
  });
}

/** The text of a body in parts, at `bytesPerSecond`, ten parts a second, until its reader has gone. */
export async function* paced(
  bytes: Uint8Array,
  bytesPerSecond: number,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const size = Math.max(1, Math.floor(bytesPerSecond / 10));
  for (let start = 0; start < bytes.length && !signal.aborted; start += size) {
    if (start > 0) await wait((size * 1000) / bytesPerSecond, signal);
    yield decoder.decode(bytes.subarray(start, start + size), { stream: true });
  }
}
