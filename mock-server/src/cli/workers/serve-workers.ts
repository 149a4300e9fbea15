import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPair } from "../../http/ports.js";
import type { ServerFlags } from "../server-flags.js";
import { tellStart } from "../start-lines.js";
import { Crew, WorkerFailed } from "./crew.js";
import type { PortKind } from "./messages.js";
import { peek } from "./peek.js";

/** Answers a probe of whoever runs the server, which no worker can answer for all. */
function answerProbe(socket: Socket, ready: boolean, say: string): void {
  const body = `${say}\n`;
  const status = ready ? "200 OK" : "503 Service Unavailable";
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${body.length}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
  );
}

/**
 * Serves with several processes behind one port, until `ended` resolves. This one accepts connections and reads their first
 * line; a connection then belongs to the worker that has its session.
 */
export async function serveWithWorkers(flags: ServerFlags, ended: Promise<unknown>): Promise<number> {
  const { host, options } = flags;
  const folder = mkdtempSync(join(tmpdir(), "intent-tx-mock-"));
  const servers: Server[] = [];
  let crew: Crew | undefined;
  /** Connections whose first line has not come: browsers open spare ones, which must not hold up the end. */
  const silent = new Set<Socket>();
  const listen = async (kind: PortKind, port: number) => {
    const accept = (socket: Socket) => {
      silent.add(socket);
      socket.once("close", () => silent.delete(socket));
      peek(socket, (path, head) => {
        silent.delete(socket);
        if (!crew) socket.destroy();
        else if (path === "/livez") answerProbe(socket, true, "ok");
        else if (path === "/readyz") {
          const { ready, count } = crew;
          answerProbe(socket, ready, ready ? "ok" : `${count} of ${flags.workers} workers answer`);
        } else crew.handOver(kind, path, head, socket);
      });
    };
    const pair = await openPair(() => createServer({ noDelay: true }, accept), { port, host });
    servers.push(pair.first, ...(pair.next ? [pair.next] : []));
    return pair;
  };
  try {
    const rpc = flags.rpcPort === undefined ? undefined : await listen("rpc", flags.rpcPort);
    const { port, next } = await listen("api", flags.port);
    crew = new Crew({
      processes: flags.workers,
      place: { folder, host, port },
      // A seed that was drawn is drawn once, and a secret is in no list of processes.
      environment: { INTENT_TX_MOCK_SEED: String(options.seed) },
      warn: (message) => console.error(`Warning: ${message}`),
    });
    const shown = await crew.start();
    tellStart(flags, shown, { port, neighbour: next !== undefined, ...(rpc && { rpcPort: rpc.port }) });
    await ended;
    return 0;
  } catch (error) {
    if (!(error instanceof WorkerFailed)) throw error;
    console.error(`intent-tx-mock: ${error.message}`);
    return error.code || 1;
  } finally {
    for (const server of servers) server.close();
    for (const socket of silent) socket.destroy();
    await crew?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
