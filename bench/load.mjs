// A load over raw sockets: one request in flight on each connection, answers framed by Content-Length.
import { connect } from "node:net";

function reader(onAnswer) {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (;;) {
      const end = rest.indexOf("\r\n\r\n");
      if (end < 0) return;
      const head = rest.toString("latin1", 0, end);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (rest.length < end + 4 + length) return;
      const status = Number(head.slice(9, 12));
      const body = rest.subarray(end + 4, end + 4 + length);
      rest = rest.subarray(end + 4 + length);
      onAnswer(status, body);
    }
  };
}

/** Bytes of a request. */
export function requestBytes(url, { method = "GET", headers = {}, body = "" } = {}) {
  const { host, pathname, search } = new URL(url);
  const lines = [`${method} ${pathname}${search} HTTP/1.1`, `Host: ${host}`];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (body) lines.push("Content-Type: application/json", `Content-Length: ${Buffer.byteLength(body)}`);
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body}`);
}

/** Sends one request over and over on `connections` sockets for `ms`; answers per second and the statuses seen. */
export function load(url, bytes, { connections = 32, ms = 3000 } = {}) {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let answers = 0;
    const statuses = new Map();
    const began = performance.now();
    const sockets = Array.from({ length: connections }, () => {
      const socket = connect(Number(port), hostname, () => socket.write(bytes));
      socket.setNoDelay(true);
      socket.on("error", reject);
      socket.on(
        "data",
        reader((status) => {
          answers++;
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          if (performance.now() - began < ms) socket.write(bytes);
        }),
      );
      return socket;
    });
    setTimeout(() => {
      const seconds = (performance.now() - began) / 1000;
      for (const socket of sockets) {
        socket.removeAllListeners("error");
        socket.destroy();
      }
      resolve({ perSecond: answers / seconds, statuses: Object.fromEntries(statuses) });
    }, ms);
  });
}
