import { type AddressInfo, createServer, type Server as NetServer } from "node:net";
import { filled, integer } from "../kernel/schema-kit.js";

/** Where a server listens. */
export interface ListenOptions {
  /** Default 0: a free port. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /**
   * A second port that serves the live network's JSON-RPC at `/`, with its WebSocket on the same port and the next one.
   * Solana's tools expect a local validator at 8899. Default: none.
   */
  readonly rpcPort?: number;
}

const port = integer(0, 65_535);

/** The schema of each option of `listen`. */
export const LISTEN_SCHEMAS = { port, host: filled, rpcPort: port };

/** System error codes that concern the address rather than the port. */
const ABOUT_HOST: ReadonlyMap<string, string> = new Map([
  ["EADDRNOTAVAIL", "is not an address of this machine"],
  ["EAFNOSUPPORT", "is a type of address that this machine does not support"],
  ["EAI_AGAIN", "is a host name that cannot be resolved at the moment"],
  ["EINVAL", "is not an address to listen on"],
  ["ENOTFOUND", "is an unknown host name"],
]);

function listenProblem(port: number, host: string, code: string): string {
  const problem = ABOUT_HOST.get(code);
  if (problem !== undefined) return `cannot listen on ${host}, which ${problem} (${code})`;
  if (code === "EADDRINUSE")
    return `port ${port} on ${host} is taken; choose another one, or 0 for a free one`;
  if (code === "EACCES")
    return `port ${port} on ${host} needs permissions that this process lacks; use port 1024 or higher`;
  return `cannot listen on ${host}:${port} (${code})`;
}

/** Thrown for an address on which the server cannot listen, with the remedy. */
export class ListenError extends Error {
  /** Whether the host or the port is invalid. */
  readonly option: "host" | "port";

  constructor(
    /** The requested port. */
    readonly port: number,
    /** The requested address. */
    readonly host: string,
    /** The system's error code, such as `EADDRINUSE`. */
    readonly code: string,
  ) {
    super(listenProblem(port, host, code));
    this.name = "ListenError";
    this.option = ABOUT_HOST.has(code) ? "host" : "port";
  }
}

function open(server: NetServer, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException) =>
      reject(new ListenError(port, host, error.code ?? error.message));
    server.once("error", failed);
    server.listen(port, host, () => {
      server.off("error", failed);
      // A connection that cannot be accepted (without a free file descriptor) fails only for its client.
      server.on("error", () => undefined);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** Opens and closes a port, and returns it: for 0, a free one. @throws {ListenError} */
export async function tryPort(port: number, host = "127.0.0.1"): Promise<number> {
  const server = createServer();
  const opened = await open(server, port, host);
  await new Promise((closed) => server.close(closed));
  return opened;
}

/** Attempts with free ports that the system assigns, before ports below the system's range are tried. */
const PAIR_ATTEMPTS = 20;
/** Attempts with ports below the system's range, before a port whose next one is taken is accepted. */
const QUIET_ATTEMPTS = 40;

/**
 * The port of an attempt. The system assigns odd ports to servers and their neighbours to clients, which hold them for
 * a minute after use. After thousands of connections, free pairs exist only outside that range.
 */
function portOf(attempt: number): number {
  if (attempt < PAIR_ATTEMPTS) return 0;
  return 20_000 + 2 * ((process.pid + 101 * attempt) % 5_000);
}

/**
 * Opens a port, and also the next one if it is free.
 *
 * @returns one server or two, and the port of the first
 * @throws {ListenError} when the port is taken or not allowed
 */
export async function openPair<S extends NetServer>(
  make: () => S,
  { port: wanted = 0, host = "127.0.0.1" }: ListenOptions,
): Promise<{ readonly servers: readonly S[]; readonly port: number }> {
  for (let attempt = 0; ; attempt++) {
    const isLast = wanted !== 0 || attempt >= PAIR_ATTEMPTS + QUIET_ATTEMPTS;
    const chosen = isLast ? wanted : portOf(attempt);
    const [first, next] = [make(), make()];
    try {
      const port = await open(first, chosen, host);
      const isPair = port < 65_535 && (await open(next, port + 1, host).catch(() => 0)) !== 0;
      if (isPair || isLast) return { servers: isPair ? [first, next] : [first], port };
      await new Promise((resolve) => first.close(resolve));
    } catch (error) {
      if (isLast || chosen === 0) throw error;
    }
  }
}
