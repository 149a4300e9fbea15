import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import type { Load } from "./load.js";
import type { HttpHandler } from "./message.js";
import { serveOver } from "./socket.js";
import { takeWebSockets, type UpgradeHandler } from "./upgrade.js";

// Captured at load: a server closes also under an app's fake timers.
const { setTimeout: wallTimeout, setInterval: wallInterval, clearTimeout: wallClear } = globalThis;

/** Where a server listens. */
export interface ListenOptions {
  /** Default 0: a free port. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /**
   * A port that serves the live network's JSON-RPC at `/`, with its WebSocket at the same port and the next one: 8899 is
   * where Solana's tools look for a local validator. Default: none.
   */
  readonly rpcPort?: number;
}

/** Codes of the system that speak of the address and not of the port. */
const ABOUT_HOST: ReadonlyMap<string, string> = new Map([
  ["EADDRNOTAVAIL", "is no address of this machine"],
  ["EAFNOSUPPORT", "is an address of a kind that this machine has not"],
  ["EAI_AGAIN", "is a name that cannot be looked up now"],
  ["EINVAL", "is no address to listen on"],
  ["ENOTFOUND", "is a name that nobody knows"],
]);

function listenProblem(port: number, host: string, code: string): string {
  const problem = ABOUT_HOST.get(code);
  if (problem !== undefined) return `cannot listen on ${host}, which ${problem} (${code})`;
  if (code === "EADDRINUSE")
    return `port ${port} on ${host} is taken; choose another one, or 0 for a free one`;
  if (code === "EACCES")
    return `port ${port} on ${host} needs rights that this process has not; choose one from 1024 on`;
  return `cannot listen on ${host}:${port} (${code})`;
}

/** An address that cannot be listened on: which part of it, and what to do. */
export class ListenError extends Error {
  /** Which of the two is wrong. */
  readonly option: "host" | "port";

  constructor(
    /** The port that was asked for. */
    readonly port: number,
    /** The address that was asked for. */
    readonly host: string,
    /** The system's code, for example `EADDRINUSE`. */
    readonly code: string,
  ) {
    super(listenProblem(port, host, code));
    this.name = "ListenError";
    this.option = ABOUT_HOST.has(code) ? "host" : "port";
  }
}

function open(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException) =>
      reject(new ListenError(port, host, error.code ?? error.message));
    server.once("error", failed);
    server.listen(port, host, () => {
      server.off("error", failed);
      // A connection that cannot be accepted (no file descriptor is left) is its client's loss alone.
      server.on("error", () => undefined);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** How many pairs of the system's free ports are tried. */
const PAIR_ATTEMPTS = 20;
/** How many pairs are tried below them, before a taken neighbour is put up with. */
const QUIET_ATTEMPTS = 40;

/**
 * The port of an attempt. The system gives odd ones to servers and their neighbours to clients, which hold them for a
 * minute after they are done: where thousands have come and gone, a pair is only free where it gives none.
 */
function portOf(attempt: number): number {
  if (attempt < PAIR_ATTEMPTS || attempt >= PAIR_ATTEMPTS + QUIET_ATTEMPTS) return 0;
  return 20_000 + 2 * ((process.pid + 101 * attempt) % 5_000);
}

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
  #server: Server | undefined;
  #neighbour: Server | undefined;
  #opening: Promise<unknown> | undefined;
  #closed = false;
  /** Connections that have become WebSockets: node:http counts them no longer. */
  readonly #upgraded = new Set<Duplex>();
  readonly #handler: HttpHandler;
  readonly #upgrade: UpgradeHandler;
  readonly #load: Load | undefined;

  /** @param load counts the work of both ports. Default: each counts its own */
  constructor(handler: HttpHandler, upgrade: UpgradeHandler, load?: Load) {
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

  async #open({
    port = 0,
    host = "127.0.0.1",
  }: ListenOptions): Promise<{ port: number; neighbour: boolean }> {
    if (port !== 0) return this.#pair(await this.#first(port, host), host);
    for (let attempt = 0; ; attempt++) {
      const last = attempt >= PAIR_ATTEMPTS + QUIET_ATTEMPTS;
      const first = await this.#first(portOf(attempt), host).catch((error: unknown) => {
        if (last || portOf(attempt) === 0) throw error;
      });
      if (!first) continue;
      const pair = await this.#pair(first, host);
      if (pair.neighbour || last) return pair;
      await new Promise((resolve) => first.server.close(resolve));
    }
  }

  async #first(port: number, host: string): Promise<{ server: Server; port: number }> {
    const server = this.#make();
    return { server, port: await open(server, port, host) };
  }

  /** Takes the next port too, if it is free. */
  async #pair(
    { server, port }: { server: Server; port: number },
    host: string,
  ): Promise<{ port: number; neighbour: boolean }> {
    const next = this.#make();
    const neighbour =
      port < 65_535 &&
      (await open(next, port + 1, host).then(
        () => true,
        () => false,
      ));
    this.#server = server;
    this.#neighbour = neighbour ? next : undefined;
    return { port, neighbour };
  }

  /** Stops taking requests, lets those that have begun finish, and closes every connection. */
  async close(): Promise<void> {
    this.#closed = true;
    // A port that is being opened is closed too, once it is open.
    await this.#opening?.catch(() => undefined);
    const servers = [this.#server, this.#neighbour].filter((server) => server !== undefined);
    this.#server = undefined;
    this.#neighbour = undefined;
    await Promise.all(
      servers.map(
        (server) =>
          new Promise<void>((resolve) => {
            const cut = wallTimeout(() => {
              server.closeAllConnections();
              for (const socket of this.#upgraded) socket.destroy();
            }, DRAIN_MS);
            // A connection that is kept alive is idle only once its answer has left.
            const sweep = wallInterval(() => server.closeIdleConnections(), SWEEP_MS);
            server.close(() => {
              wallClear(cut);
              wallClear(sweep);
              resolve();
            });
            server.closeIdleConnections();
          }),
      ),
    );
  }

  #make(): Server {
    const server = serveOver(this.#handler, this.#load);
    takeWebSockets(server, (request, socket, head) => {
      // Who asked before the end and is read after it would never be let go.
      if (this.#closed) {
        socket.destroy();
        return;
      }
      this.#upgraded.add(socket);
      socket.once("close", () => this.#upgraded.delete(socket));
      this.#upgrade(request, socket, head);
    });
    return server;
  }
}
