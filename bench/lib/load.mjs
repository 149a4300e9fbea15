// A load over raw sockets: one request in flight on each connection, answers framed by Content-Length or by chunks.
import { once } from "node:events";
import { connect } from "node:net";

/** Where the answer that the buffer begins with ends; undefined while it is not whole. */
function endOfAnswer(buffer) {
  const head = buffer.indexOf("\r\n\r\n");
  if (head < 0) return undefined;
  const lines = buffer.toString("latin1", 0, head);
  const length = /content-length: (\d+)/i.exec(lines);
  if (length) {
    const end = head + 4 + Number(length[1]);
    return buffer.length >= end ? end : undefined;
  }
  const last = buffer.indexOf("0\r\n\r\n", head);
  return last < 0 ? undefined : last + 5;
}

/** Bytes of a request. */
export function requestBytes(url, { method = "GET", headers = {}, body = "" } = {}) {
  const { host, pathname, search } = new URL(url);
  const lines = [`${method} ${pathname}${search} HTTP/1.1`, `Host: ${host}`];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (body) lines.push("Content-Type: application/json", `Content-Length: ${Buffer.byteLength(body)}`);
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body}`);
}

/**
 * Connections that send one request over and over, for so long as a block lasts.
 *
 * @param between sent by one connection in the place of the request after every so many answers: { bytes, every }
 */
export async function loader(url, bytes, { connections = 32, between } = {}) {
  const { hostname, port } = new URL(url);
  let answers = 0;
  let under = 0;
  let until = 0;
  let over = () => {};
  let failed = () => {};
  const next = (socket) => {
    if (performance.now() >= until) {
      under -= 1;
      if (under === 0) over();
      return;
    }
    answers += 1;
    socket.write(between && answers % between.every === 0 ? between.bytes : bytes);
  };
  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect(Number(port), hostname);
      socket.setNoDelay(true);
      await once(socket, "connect");
      socket.on("error", (error) => failed(error));
      let rest = Buffer.alloc(0);
      socket.on("data", (chunk) => {
        rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
        const end = endOfAnswer(rest);
        if (end === undefined) return;
        const status = rest.toString("latin1", 9, 12);
        if (status[0] !== "2") failed(new Error(`${url} answered ${rest.toString()}`));
        rest = rest.subarray(end);
        next(socket);
      });
      return socket;
    }),
  );
  return {
    block: (ms) =>
      new Promise((resolve, reject) => {
        const before = answers;
        over = () => resolve({ calls: answers - before });
        failed = reject;
        until = performance.now() + ms;
        under = connections;
        for (const socket of sockets) next(socket);
      }),
    close: () => {
      for (const socket of sockets)
        socket
          .removeAllListeners("error")
          .on("error", () => {})
          .destroy();
    },
  };
}
