import type { createSolanaRpcFromTransport } from "@solana/kit";
import type { Connection } from "@solana/web3.js";
import { IntentTx } from "intent-tx";
import type { JournalLocks, JournalStorage } from "intent-tx/solana";
import type { MockFetch } from "../http/fetch.js";
import type { MockServer } from "../server/server.js";
import type { ServerClock } from "../world/server-clock.js";

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

/** A new promise each time: a shared one would keep every frame that waits for it in memory. */
const forever = () => new Promise<never>(() => {});

/** Whether a life still runs. After its crash, all that it waits for stays pending, as in a process that has ended. */
export class Process {
  readonly #crash = new AbortController();
  /** Resolves at the crash. */
  readonly crashed = new Promise<undefined>((resolve) =>
    this.#crash.signal.addEventListener("abort", () => resolve(undefined)),
  );
  sleepers = 0;

  constructor(
    /** 0 at the first start. */
    readonly number: number,
    readonly onActivity: () => void,
  ) {}

  get isAlive(): boolean {
    return !this.#crash.signal.aborted;
  }

  kill(): void {
    this.#crash.abort();
  }

  async guard<T>(call: () => Promise<T>): Promise<T> {
    if (!this.isAlive) return forever();
    this.onActivity();
    try {
      const value = await call();
      if (this.isAlive) return value;
    } catch (error) {
      if (this.isAlive) throw error;
    } finally {
      this.onActivity();
    }
    return forever();
  }

  /** Sleeps on a clock. A crash ends the sleep, so that it does not move the clock. */
  sleep(clock: ServerClock, ms: number, signal = this.#crash.signal): Promise<void> {
    this.sleepers++;
    const either = AbortSignal.any([signal, this.#crash.signal]);
    return this.guard(() => clock.sleep(ms, either)).finally(() => this.sleepers--);
  }
}

/** A disk. Its content outlives the lives that use it. */
export function newDisk(): (life: Process) => Disk {
  const items = new Map<string, string>();
  const locks = new Map<string, Promise<unknown>>();
  return (life) => ({
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void (life.isAlive && items.set(key, value)),
    removeItem: (key) => void (life.isAlive && items.delete(key)),
    locks: {
      request: (name, callback) => {
        const free = locks.get(name) ?? Promise.resolve();
        const held = free.then(() => life.guard(callback));
        locks.set(name, Promise.race([held.catch(() => {}), life.crashed]));
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

export function connectionOver({ web3 }: Libraries, url: string, fetch: MockFetch): Connection {
  const { Connection } = installed(web3, "connection", "@solana/web3.js");
  const options = { commitment: "confirmed", disableRetryOnRateLimit: true, fetch: fetch as never } as const;
  const connection = new Connection(url, options);
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
function withMembers<T extends object>(object: T, own: Partial<T>): T {
  return new Proxy(object, {
    get: (target, name) => {
      const value: unknown = Reflect.get(Object.hasOwn(own, name) ? own : target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** Creates the handles of a life. `random` is the jitter of the client's retries. */
export function lifeOf<S>(
  process: Process,
  parts: Pick<Life<S>, "server" | "fetch" | "disk" | "state" | "signal">,
  libraries: Libraries,
  random: () => number,
): Life<S> {
  const { server: whole, fetch } = parts;
  const clock = withMembers<ServerClock & { random(): number }>(Object.assign(whole.clock, { random }), {
    sleep: (ms, signal) => process.sleep(whole.clock, ms, signal),
  });
  const server: MockServer = withMembers<MockServer>(whole, {
    fetch,
    clock,
    clientOptions: (key) => ({ ...whole.clientOptions(key), fetch, clock }),
    rpcTransport: (environment) => whole.rpcTransport.call(server, environment) as never,
  });
  return {
    ...parts,
    server,
    life: process.number,
    client: new IntentTx(server.clientOptions()),
    // Created when they are read, because either library can be missing.
    get connection() {
      return connectionOver(libraries, server.rpc.live, fetch);
    },
    get rpc() {
      const kit = installed(libraries.kit, "rpc", "@solana/kit");
      return kit.createSolanaRpcFromTransport(server.rpcTransport());
    },
  };
}
