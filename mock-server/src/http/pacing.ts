// Captured at load: a slow body is slow in real time, also under an app's fake timers.
const wallTimeout = globalThis.setTimeout;

/** The text of a body in parts, at `bytesPerSecond`, ten parts a second. */
export async function* paced(bytes: Uint8Array, bytesPerSecond: number): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const size = Math.max(1, Math.floor(bytesPerSecond / 10));
  for (let start = 0; start < bytes.length; start += size) {
    if (start > 0) await new Promise((resolve) => wallTimeout(resolve, (size * 1000) / bytesPerSecond));
    yield decoder.decode(bytes.subarray(start, start + size), { stream: true });
  }
}
