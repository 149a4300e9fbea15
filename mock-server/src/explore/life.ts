import { once } from "node:events";
import type { createSolanaRpcFromTransport } from "@solana/kit";
import type { Connection } from "@solana/web3.js";
import { IntentTx } from "intent-tx";
import type { Environment } from "intent-tx/contract";
import type { JournalLocks, JournalStorage } from "intent-tx/solana";
import type { MockFetch } from "../http/fetch.js";
import type { MockServer } from "../server/server.js";

/** Storage of an app that outlives a crash, for `new StorageJournal(disk, disk.locks)`. */
export interface Disk extends JournalStorage {
  /** Locks like `navigator.locks`. A crash releases them. */
  readonly locks: JournalLocks;
}

/** The handles of one life of the app. After a crash, their calls never settle, and writes to `disk` are dropped. */
export interface Life<S> {
  /** The mock server, with this life's `fetch`, `clock` and `clientOptions`. */
  readonly server: MockServer;
  /** A client with the enterprise key. */
  readonly client: IntentTx;
  /** A `Connection` of `@solana/web3.js` at `confirmed`. Its subscriptions throw: poll over HTTP. */
  readonly connection: Connection;
  /** The rpc client of `@solana/kit`. */
  readonly rpc: ReturnType<typeof createSolanaRpcFromTransport>;
  /** A `fetch` to the mock server, for clients that you create. */
  readonly fetch: MockFetch;
  /** Storage that outlives a crash. */
  readonly disk: Disk;
  /** The result of `setup`. It outlives a crash, like a database. Module variables outlive it, too. */
  readonly state: S;
  /** Number of this life: 0 at the first start. */
  readonly life: number;
  /** Aborts after `check`, for cleanup. */
  readonly signal: AbortSignal;
}

const forever = () => new Promise<never>(() => {});

/** A process in which the app runs. After its crash, all that it waits for stays pending. */
export class Process {
  /** Aborted with the reason that the trace shows. */
  readonly crash = new AbortController();
  readonly crashed = once(this.crash.signal, "abort");

  constructor(
    /** 0 at the first start. */
    readonly number: number,
    private readonly onActivity: () => void,
  ) {}

  get isAlive(): boolean {
    return !this.crash.signal.aborted;
  }

  /** Makes a call, whose result never arrives if the process has crashed by then. */
  async guard<T>(call: () => Promise<T>): Promise<T> {
    this.onActivity();
    try {
      return await (this.isAlive ? call() : forever());
    } finally {
      this.onActivity();
      if (!this.isAlive) await forever();
    }
  }
}

/** A disk. Its content outlives the processes that use it. */
export function newDisk(): (process: Process) => Disk {
  const items = new Map<string, string>();
  const locks = new Map<string, Promise<unknown>>();
  return (process) => ({
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void (process.isAlive && items.set(key, value)),
    removeItem: (key) => void (process.isAlive && items.delete(key)),
    locks: {
      request: (name, callback) => {
        const held = Promise.resolve(locks.get(name)).then(() => process.guard(callback));
        locks.set(name, Promise.race([held.catch(() => {}), process.crashed]));
        return held;
      },
    },
  });
}

const missing = () => undefined;

/** The client libraries, undefined if they are not installed. */
export interface Libraries {
  readonly web3: typeof import("@solana/web3.js") | undefined;
  readonly kit: typeof import("@solana/kit") | undefined;
}

export const clientLibraries = async (): Promise<Libraries> => ({
  web3: await import("@solana/web3.js").catch(missing),
  kit: await import("@solana/kit").catch(missing),
});

function installed<T>(library: T | undefined, handle: string, name: string): T {
  if (library !== undefined) return library;
  throw new Error(`${handle} needs ${name}, which is not installed. Run: npm install ${name}`);
}

export function connectionOver({ web3 }: Libraries, { rpc, fetch }: MockServer): Connection {
  const { Connection } = installed(web3, "connection", "@solana/web3.js");
  const options = { commitment: "confirmed", disableRetryOnRateLimit: true, fetch: fetch as never } as const;
  const connection = new Connection(rpc.live, options);
  const refuse = () => {
    throw new Error(
      "explore has no WebSocket, so the app cannot subscribe. Poll over HTTP, for example with getSignatureStatuses, or with confirm of intent-tx/solana.",
    );
  };
  for (const name of Object.getOwnPropertyNames(Connection.prototype))
    if (/^on[A-Z]/.test(name)) Object.defineProperty(connection, name, { value: refuse });
  return connection;
}

/** A proxy of an object with some members replaced. Methods run on the object, which has private fields. */
function withMembers<T extends object, Own extends object>(object: T, own: Own): T & Own {
  const get = (_: T, name: PropertyKey) => {
    const value: unknown = Reflect.get(Object.hasOwn(own, name) ? own : object, name);
    return typeof value === "function" ? value.bind(object) : value;
  };
  return new Proxy(object, { get }) as T & Own;
}

/** Creates the handles of a life. `random` is the jitter of the client's retries. */
export function lifeOf<S>(
  process: Process,
  { server: whole, ...parts }: Pick<Life<S>, "server" | "fetch" | "disk" | "state" | "signal">,
  libraries: Libraries,
  random: () => number,
): Life<S> {
  const { fetch } = parts;
  const crash = process.crash.signal;
  const clock = withMembers(whole.clock, {
    random,
    // A crash ends the sleep, so that it does not move the clock.
    sleep: (ms: number, signal = crash) =>
      process.guard(() => whole.clock.sleep(ms, AbortSignal.any([signal, crash]))),
  });
  const server: MockServer = withMembers(whole, {
    fetch,
    clock,
    clientOptions: (key?: string) => ({ ...whole.clientOptions(key), fetch, clock }),
    rpcTransport: (environment?: Environment) => whole.rpcTransport.call(server, environment),
  });
  return {
    ...parts,
    server,
    life: process.number,
    client: new IntentTx(server.clientOptions()),
    // Created when they are read, because either library can be missing.
    get connection() {
      return connectionOver(libraries, server);
    },
    get rpc() {
      const kit = installed(libraries.kit, "rpc", "@solana/kit");
      return kit.createSolanaRpcFromTransport(server.rpcTransport() as never);
    },
  };
}
