import { Agent, type IncomingMessage, request, type ServerResponse } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import type { Elsewhere } from "./elsewhere.js";
import { CLIENT_ADDRESS, PEER } from "./socket-request.js";
import { refuseUpgrade } from "./upgrade.js";

/** Headers that speak of one connection alone. */
const HOP = new Set(["connection", "keep-alive", "proxy-connection", "upgrade", CLIENT_ADDRESS]);

function headersFor({ rawHeaders, socket }: IncomingMessage, left: ReadonlySet<string>): string[] {
  // The first one: of very many headers node:http reads no more than a thousand.
  const headers = [CLIENT_ADDRESS, socket.remoteAddress ?? "unknown"];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = "", value = ""] = rawHeaders.slice(at, at + 2);
    if (!left.has(name.toLowerCase())) headers.push(name, value);
  }
  return headers;
}

/** Passes requests on to the process of the server that has their session, over that process's own socket. */
export class Peers implements Elsewhere {
  readonly #agent = new Agent({ keepAlive: true });
  /** The socket of the process that answers a path; undefined when it is this one. */
  readonly #socketFor: (path: string) => string | undefined;

  constructor(socketFor: (path: string) => string | undefined) {
    this.#socketFor = socketFor;
  }

  answer(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    const { url: path = "/", method } = incoming;
    const socketPath = this.#socketFor(path);
    if (socketPath === undefined) return false;
    const headers = headersFor(incoming, HOP);
    const passed = request({ socketPath, path, method, headers, agent: this.#agent });
    passed.on("response", (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, plainHeaders(answer.rawHeaders));
      answer.pipe(outgoing);
      // An answer that breaks off there breaks off here.
      answer.on("error", () => incoming.socket.destroy());
    });
    passed.on("error", (error: NodeJS.ErrnoException) => {
      if (isAway(error) && !outgoing.headersSent)
        outgoing.writeHead(503, { "Retry-After": "1", "Content-Type": "application/json" }).end(AWAY);
      else incoming.socket.resetAndDestroy();
    });
    outgoing.on("close", () => passed.destroy());
    incoming.pipe(passed);
    return true;
  }

  upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    const { url = "/", method } = incoming;
    const path = this.#socketFor(url);
    if (path === undefined) return false;
    const headers = headersFor(incoming, new Set([CLIENT_ADDRESS]));
    const lines = [`${method} ${url} HTTP/1.1`];
    for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
    const other = connect(path, () => {
      other.write(Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), head]));
      other.pipe(socket).pipe(other);
    });
    other.on("error", (error: NodeJS.ErrnoException) => {
      if (isAway(error)) refuseUpgrade(socket, 503);
      else socket.destroy();
    });
    other.on("close", () => socket.destroy());
    socket.on("close", () => other.destroy());
    return true;
  }

  /** Asks another process something of its own. */
  ask(socketPath: string, path: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const headers = { [CLIENT_ADDRESS]: PEER };
      const asked = request({ socketPath, path, headers, agent: this.#agent }, (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (chunk) => {
          text += chunk;
        });
        answer.on("end", () => resolve(JSON.parse(text)));
        answer.on("error", reject);
      });
      asked.on("error", reject).end();
    });
  }

  /** Lets go of the connections that are kept. */
  close(): void {
    this.#agent.destroy();
  }
}

const AWAY = JSON.stringify({
  error: {
    code: "service_unavailable",
    message: "The process that has this session is being started anew. Try again in a second.",
  },
});

/** The process is not there: it died and its successor does not listen yet. */
function isAway({ code }: NodeJS.ErrnoException): boolean {
  return code === "ECONNREFUSED" || code === "ENOENT";
}

function plainHeaders(raw: readonly string[]): string[] {
  return raw.filter((_, at) => !HOP.has((raw[at - (at % 2)] ?? "").toLowerCase()));
}
