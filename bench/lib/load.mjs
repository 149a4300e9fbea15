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

/** Servers close a connection that is idle for some seconds (node:http after five); one that waited longer than this is made anew. */
const FRESH_MS = 2_000;

/** One connection, on which one request is in flight at a time. `answered` is told of each whole answer, `failed` of what breaks it. */
async function connection(url, { answered, failed }) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.setNoDelay(true);
  await once(socket, "connect");
  let rest = Buffer.alloc(0);
  let over = false;
  const broke = (error) => {
    if (!over) failed(error);
    over = true;
  };
  socket.on("error", broke);
  socket.on("close", () => broke(new Error(`${url} closed a connection`)));
  socket.on("data", (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const end = endOfAnswer(rest);
    if (end === undefined) return;
    const status = rest.toString("latin1", 9, 12);
    if (status[0] !== "2") return broke(new Error(`${url} answered ${rest.toString()}`));
    rest = rest.subarray(end);
    answered(socket);
  });
  return {
    socket,
    close: () => {
      over = true;
      socket.destroy();
    },
  };
}

/**
 * Connections that send requests over and over: so many a block, or for so long as a block lasts.
 *
 * @param requests bytes of the requests, which take turns
 * @param calls requests of a block. Default: as many as are answered in its time
 */
export async function loader(url, requests, { connections = 32, calls } = {}) {
  let open = [];
  let used = 0;
  let sent = 0;
  let left = 0;
  let until = 0;
  let under = 0;
  let over = () => {};
  let failed = () => {};
  const next = (socket) => {
    if (calls === undefined ? performance.now() >= until : left === 0) {
      under -= 1;
      if (under === 0) over();
      return;
    }
    left -= 1;
    socket.write(requests[sent % requests.length]);
    sent += 1;
  };
  const close = () => {
    for (const one of open) one.close();
    open = [];
  };
  const renew = async () => {
    close();
    const told = { answered: next, failed: (error) => failed(error) };
    open = await Promise.all(Array.from({ length: connections }, () => connection(url, told)));
  };
  return {
    /** Comes before a block, and is no part of it. */
    ready: async () => {
      if (open.length === 0 || performance.now() - used > FRESH_MS) await renew();
    },
    block: (ms) =>
      new Promise((resolve, reject) => {
        const before = sent;
        over = () => {
          used = performance.now();
          failed = () => {};
          resolve({ calls: sent - before });
        };
        failed = reject;
        left = calls ?? 0;
        until = performance.now() + ms;
        under = open.length;
        for (const { socket } of open) next(socket);
      }),
    close,
  };
}
