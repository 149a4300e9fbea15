// Captured at load: a slow body is slow in real time, also under an app's fake timers.
const { setTimeout: wallTimeout, clearTimeout: wallClear } = globalThis;

/** Longest wait that a JavaScript timer can hold: beyond it, none would be waited. */
const LONGEST_MS = 2_147_483_647;

/** Waits in real time; a client that has gone ends the wait. */
export function waitReal(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      wallClear(timer);
      signal?.removeEventListener("abort", over);
      resolve();
    };
    const timer = wallTimeout(over, Math.min(ms, LONGEST_MS));
    signal?.addEventListener("abort", over);
    if (signal?.aborted) over();
  });
}

/** The text of a body in parts, at `bytesPerSecond`, ten parts a second, until its reader has gone. */
export async function* paced(
  bytes: Uint8Array,
  bytesPerSecond: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const size = Math.max(1, Math.floor(bytesPerSecond / 10));
  for (let start = 0; start < bytes.length && !signal?.aborted; start += size) {
    if (start > 0) await waitReal((size * 1000) / bytesPerSecond, signal);
    yield decoder.decode(bytes.subarray(start, start + size), { stream: true });
  }
}
