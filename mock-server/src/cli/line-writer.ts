/** How long a line may wait for others. Nobody who reads along notices it. */
const TOGETHER_MS = 10;
/** Bytes that may wait for a reader who stands still, as one does behind `| less`; what comes then is left out. */
const MOST_WAITING = 4 << 20;

/**
 * Writes lines to a stream, those of some milliseconds at once: a server under load has thousands of lines a second. The process does
 * not end before the last one is written. Lines that nobody reads do not fill the memory: they are left out, which `warn` is told.
 */
export function lineWriter(
  stream: { write(text: string): unknown; readonly writableLength?: number },
  warn: (message: string) => void = () => undefined,
): (line: string) => void {
  let waiting = "";
  let left = 0;
  return (line) => {
    if ((stream.writableLength ?? 0) > MOST_WAITING) {
      left++;
      return;
    }
    if (left > 0) {
      warn(`${left} lines of the log were left out, since nobody read them`);
      left = 0;
    }
    if (waiting === "") {
      setTimeout(() => {
        stream.write(waiting);
        waiting = "";
      }, TOGETHER_MS);
    }
    waiting += `${line}\n`;
  };
}
