import { createServer } from "node:net";
import { ListenError } from "../http/ports.js";

/** Ports of a validator; its WebSocket is on `rpc + 1`. */
export interface ValidatorPorts {
  readonly rpc: number;
  readonly faucet: number;
  readonly gossip: number;
  /** First and last port of everything else that a validator opens. */
  readonly dynamic: readonly [first: number, last: number];
}

/** Blocks of ports below those that systems hand out for outgoing connections. */
const FIRST = 10_000;
const BLOCK = 100;
const BLOCKS = 220;
const TRIES = 50;

/** @throws {ListenError} when a port is taken; 0 takes a free one */
export async function refuseTaken(port: number, host: string): Promise<void> {
  if (port !== 0 && !(await isFree(port, host))) throw new ListenError(port, host, "EADDRINUSE");
}

/**
 * Finds a block of free ports on loopback.
 *
 * @param rpc the port of JSON-RPC, if it is to be a certain one
 * @throws Error when there is none
 */
export async function freeValidatorPorts(rpc?: number): Promise<ValidatorPorts> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    // Two processes that start at the same moment begin at different blocks.
    const base = FIRST + BLOCK * ((process.pid + attempt * 7) % BLOCKS);
    const free = await Promise.all([0, 1, 2, 3, 10, 11, 12].map((offset) => isFree(base + offset)));
    if (!free.every(Boolean)) continue;
    return { rpc: rpc ?? base, faucet: base + 2, gossip: base + 3, dynamic: [base + 10, base + 90] };
  }
  throw new Error("There is no free block of ports for a validator between 10000 and 32000.");
}

function isFree(port: number, host = "127.0.0.1"): Promise<boolean> {
  return new Promise((settled) => {
    const server = createServer();
    server.once("error", () => settled(false));
    server.listen(port, host, () => server.close(() => settled(true)));
  });
}
