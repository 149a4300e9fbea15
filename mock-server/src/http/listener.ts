import { rmSync } from "node:fs";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Elsewhere } from "./elsewhere.js";
import type { Load } from "./load.js";
import type { HttpHandler } from "./message.js";
import { type ListenOptions, openPair } from "./ports.js";
import { serveOver } from "./socket.js";
import { takeWebSockets, type UpgradeHandler } from "./upgrade.js";

// Captured at load: a server closes also under an app's fake timers.
const { setTimeout: wallTimeout, setInterval: wallInterval, clearTimeout: wallClear } = globalThis;

/** Looks for connections that have done their last request. */
const SWEEP_MS = 20;
/** How long a request that has begun may take after the server was told to stop. */
const DRAIN_MS = 4_000;

/** Waits for work that has begun, as long as a server does that was told to stop. */
export async function drained(work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof wallTimeout> | undefined;
  const cut = new Promise((resolve) => {
    timer = wallTimeout(resolve, DRAIN_MS);
  });
  await Promise.race([work, cut]);
  wallClear(timer);
}

/**
 * The sockets of a server: its port, and the next one for WebSockets alone, where web3.js looks for them.
 */
export class Listener {
  #servers: readonly Server[] = [];
  #opening: Promise<unknown> | undefined;
  #closed = false;
  /** Connections that have become WebSockets: node:http counts them no longer. */
  readonly #upgraded = new Set<Duplex>();
  /** Connections that were accepted here. */
  readonly #accepted = new Set<Socket>();
  /** Connections that another process has accepted. */
  readonly #handedOver = new Set<Duplex>();
  readonly #handler: HttpHandler;
  readonly #upgrade: UpgradeHandler;
  readonly #load: Load | undefined;
  readonly #elsewhere: Elsewhere | undefined;

  /**
   * @param load counts the work of both ports. Default: each counts its own
   * @param elsewhere takes what other processes of the server answer. Default: all is answered here
   */
  constructor(handler: HttpHandler, upgrade: UpgradeHandler, load?: Load, elsewhere?: Elsewhere) {
    this.#elsewhere = elsewhere;
    this.#handler = handler;
    this.#upgrade = upgrade;
    this.#load = load;
  }

  /** How many connections are WebSockets now. */
  get webSockets(): number {
    return this.#upgraded.size;
  }

  /**
   * Opens the port.
   *
   * @returns the port, and whether the next one could be had too
   * @throws {ListenError} when the port is taken or not allowed
   */
  async listen(options: ListenOptions): Promise<{ port: number; neighbour: boolean }> {
    if (this.#opening) throw new Error("this server is listening already; make another one for another port");
    const opening = this.#open(options);
    this.#opening = opening;
    // A port that was taken is no end: another one may be asked for.
    opening.catch(() => {
      this.#opening = undefined;
    });
    return opening;
  }

  async #open(options: ListenOptions): Promise<{ port: number; neighbour: boolean }> {
    const { first, next, port } = await openPair(() => this.#make(), options);
    this.#servers = next ? [first, next] : [first];
    return { port, neighbour: next !== undefined };
  }

  /** Takes connections that another process accepts, and requests of the other processes of this server at `path`. */
  async join(path: string): Promise<void> {
    const server = this.#make();
    this.#servers = [server];
    // A process that was killed leaves its socket's file behind.
    if (process.platform !== "win32") rmSync(path, { force: true });
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      // Without this the process that accepts would listen in its place.
      server.listen({ path, exclusive: true }, resolve);
    });
  }

  /** Takes over a connection that another process has accepted, and has read `head` of. */
  take(socket: Socket, head: Buffer): void {
    const [server] = this.#servers;
    if (!server || this.#closed) {
      socket.destroy();
      return;
    }
    this.#handedOver.add(socket);
    socket.once("close", () => this.#handedOver.delete(socket));
    socket.unshift(head);
    server.emit("connection", socket);
  }

  /** Stops taking requests, lets those that have begun finish, and closes every connection. */
  async close(): Promise<void> {
    this.#closed = true;
    // A port that is being opened is closed too, once it is open.
    await this.#opening?.catch(() => undefined);
    const servers = this.#servers;
    this.#servers = [];
    await Promise.all(
      servers.map(
        (server) =>
          new Promise<void>((resolve) => {
            const cut = wallTimeout(() => {
              server.closeAllConnections();
              for (const socket of [...this.#upgraded, ...this.#handedOver]) socket.destroy();
            }, DRAIN_MS);
            let left = false;
            const over = () => {
              // node:net does not count those that were handed over.
              if (!left || this.#handedOver.size > 0) return;
              wallClear(cut);
              wallClear(sweep);
              resolve();
            };
            // A connection that is kept alive is idle only once its answer has left.
            const sweep = wallInterval(() => {
              server.closeIdleConnections();
              this.#closeSilent();
              over();
            }, SWEEP_MS);
            server.close(() => {
              left = true;
              over();
            });
            server.closeIdleConnections();
          }),
      ),
    );
  }

  /**
   * Closes connections on which nothing has come: browsers and undici open spare ones. For node:http they are not idle, since the
   * request that they are for may come.
   */
  #closeSilent(): void {
    for (const socket of this.#accepted) if (socket.bytesRead === 0) socket.destroy();
  }

  #make(): Server {
    const elsewhere = this.#elsewhere;
    const ofPeer = (socket: Duplex) => elsewhere !== undefined && !this.#handedOver.has(socket);
    const server = serveOver(this.#handler, {
      ...(this.#load && { load: this.#load }),
      ...(elsewhere && { elsewhere, ofPeer }),
    });
    server.on("connection", (socket: Socket) => {
      // One whose upgrade is not taken is told of again.
      if (this.#handedOver.has(socket) || this.#accepted.has(socket)) return;
      this.#accepted.add(socket);
      socket.once("close", () => this.#accepted.delete(socket));
    });
    takeWebSockets(server, (request, socket, head) => {
      // Who asked before the end and is read after it would never be let go.
      if (this.#closed) {
        socket.destroy();
        return;
      }
      this.#upgraded.add(socket);
      socket.once("close", () => this.#upgraded.delete(socket));
      if (!ofPeer(socket) && elsewhere?.upgrade(request, socket, head)) return;
      this.#upgrade(request, socket, head);
    });
    return server;
  }
}
