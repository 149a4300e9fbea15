import type { Socket } from "node:net";

/** A request line is no longer; what is longer is refused by whoever reads the rest. */
const MOST = 16 << 10;
/** How long a client may take for its first line, as node:http allows for the head. */
const PATIENCE_MS = 60_000;

/**
 * Reads the beginning of a connection, up to the end of its first line, and then stops reading: what comes after it is for
 * the process that takes the connection over.
 */
export function peek(socket: Socket, found: (path: string, head: Buffer) => void): void {
  let head: Buffer = Buffer.alloc(0);
  const destroy = () => socket.destroy();
  const onData = (chunk: Buffer) => {
    head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
    if (!head.includes(10) && head.length < MOST) return;
    socket.off("data", onData);
    stopReading(socket);
    socket.setTimeout(0, destroy);
    socket.off("timeout", destroy);
    const [, path = "/"] = /^\S+ (\S*)/.exec(head.toString("latin1", 0, MOST)) ?? [];
    found(path, head);
  };
  socket.on("error", destroy);
  socket.setTimeout(PATIENCE_MS, destroy);
  socket.on("data", onData);
}

/**
 * Stops the system's reading too: `pause` alone lets bytes arrive that would be lost when the socket is handed over, since
 * node reads no more of it for this process then.
 */
function stopReading(socket: Socket): void {
  socket.pause();
  // The stream would begin to read again by itself.
  socket._read = () => undefined;
  const { _handle: handle } = socket as unknown as {
    readonly _handle?: { readStop?(): number; reading?: boolean };
  };
  if (handle?.readStop === undefined) return;
  handle.readStop();
  handle.reading = false;
}
