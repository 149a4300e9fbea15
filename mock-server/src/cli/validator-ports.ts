import { once } from "node:events";
import { createServer } from "node:net";

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

/** Finds a block of free ports on loopback. @throws Error when there is none */
export async function freeValidatorPorts(): Promise<ValidatorPorts> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    // Two processes that start at the same moment begin at different blocks.
    const base = FIRST + BLOCK * ((process.pid + attempt * 7) % BLOCKS);
    const free = await Promise.all([0, 1, 2, 3, 10, 11, 12].map((offset) => isFree(base + offset)));
    if (!free.every(Boolean)) continue;
    return { rpc: base, faucet: base + 2, gossip: base + 3, dynamic: [base + 10, base + 90] };
  }
  throw new Error("There is no free block of ports for a validator between 10000 and 32000.");
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  const free = await Promise.race([
    once(server, "listening").then(() => true),
    once(server, "error").then(() => false),
  ]);
  server.close();
  return free;
}
