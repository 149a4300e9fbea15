/** How long a line may wait for others. Nobody who reads along notices it. */
const TOGETHER_MS = 10;

/**
 * Writes lines to a stream, those of some milliseconds at once: a write to a pipe stops the process, and a server under
 * load has thousands of lines a second. The process does not end before the last one is written.
 */
export function lineWriter(stream: { write(text: string): unknown }): (line: string) => void {
  let waiting = "";
  return (line) => {
    if (waiting === "") {
      setTimeout(() => {
        stream.write(waiting);
        waiting = "";
      }, TOGETHER_MS);
    }
    waiting += `${line}\n`;
  };
}
