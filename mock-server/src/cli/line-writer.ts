/**
 * Writes lines to a stream, those of one turn of the event loop at once: a write to a pipe stops the process, and a
 * server under load has many lines a turn.
 */
export function lineWriter(stream: { write(text: string): unknown }): (line: string) => void {
  let waiting = "";
  return (line) => {
    if (waiting === "") {
      setImmediate(() => {
        stream.write(waiting);
        waiting = "";
      });
    }
    waiting += `${line}\n`;
  };
}
