import type { createSolanaRpcFromTransport } from "@solana/kit";
import type { Connection } from "@solana/web3.js";
import { IntentTx } from "intent-tx";
import type { FetchLike } from "../http/fetch.js";
import type { MockServer } from "../server/server.js";
import type { ServerClock } from "../server/server-clock.js";

/** Storage of an app that outlives a crash, with the methods of `localStorage`. */
export interface Disk {
  /** Number of items. */
  readonly length: number;
  /** Returns the key of an item. @param index Index of the item. */
  key(index: number): string | null;
  /** Returns the value of an item. @param key Key of the item. */
  getItem(key: string): string | null;
  /** Stores a value. @param key Key of the item. @param value The value. */
  setItem(key: string, value: string): void;
  /** Removes an item. @param key Key of the item. */
  removeItem(key: string): void;
  /** Removes all items. */
  clear(): void;
  /** Locks like `navigator.locks`, for `new StorageJournal(disk, disk.locks)`. A crash releases them. */
  readonly locks: {
    /** Runs `callback` while no other caller has the lock. @param name Name of the lock. @param callback The work. */
    request<T>(name: string, callback: () => Promise<T>): Promise<T>;
  };
}

/** Handles of one life of the app, from its start to its end or crash. After a crash, none of them answers any more. */
export interface Life<S> {
  /** The mock server. Its `fetch`, `clock` and client options are those of this life. */
  readonly server: MockServer;
  /** A client with the enterprise key. */
  readonly client: IntentTx;
  /** A `Connection` of `@solana/web3.js` at `confirmed`. Its subscriptions throw: poll over HTTP. */
  readonly connection: Connection;
  /** The rpc client of `@solana/kit`. */
  readonly rpc: ReturnType<typeof createSolanaRpcFromTransport>;
  /** A `fetch` to the mock server, for clients that you create. */
  readonly fetch: FetchLike;
  /** Storage that outlives a crash. */
  readonly disk: Disk;
  /** The result of `setup`. It outlives a crash, like a database. */
  readonly state: S;
  /** Number of this life: 0 at the first start. */
  readonly life: number;
  /** Aborts after `check`, for cleanup. */
  readonly signal: AbortSignal;
}

/** A new promise each time: one for all would keep every frame that waits for it. */
export const forever = () => new Promise<never>(() => {});

/** Whether a life still runs. What it has started stays pending after a crash, as in a process that has ended. */
export class Vitals {
  #isAlive = true;
  readonly #crash = new AbortController();
  /** Number of sleeps in progress. */
  sleepers = 0;

  constructor(readonly onActivity: () => void) {}

  get isAlive(): boolean {
    return this.#isAlive;
  }

  kill(): void {
    this.#isAlive = false;
    this.#crash.abort();
  }

  /** Resolves at the crash. */
  get crashed(): Promise<void> {
    const { signal } = this.#crash;
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
  }

  /** The result of a promise, or no result if the life has ended by then. */
  async guard<T>(promise: Promise<T>): Promise<T> {
    try {
      const value = await promise;
      return this.#isAlive ? value : await forever();
    } catch (error) {
      if (this.#isAlive) throw error;
      return forever();
    } finally {
      this.onActivity();
    }
  }

  async sleep(clock: ServerClock, ms: number, signal?: AbortSignal): Promise<void> {
    if (!this.#isAlive) return forever();
    // A dead life's sleeps must not move the clock.
    const ended = signal ? AbortSignal.any([signal, this.#crash.signal]) : this.#crash.signal;
    this.sleepers++;
    this.onActivity();
    try {
      return await this.guard(clock.sleep(ms, ended));
    } finally {
      this.sleepers--;
    }
  }
}

/** The items and locks that outlive a crash. */
export class DiskContent {
  readonly #items = new Map<string, string>();
  readonly #locks = new Map<string, Promise<void>>();

  /** The disk as one life sees it. After the life's end, its writes are dropped and its locks are free. */
  of(vitals: Vitals): Disk {
    const items = this.#items;
    const write = (change: () => void) => {
      if (vitals.isAlive) change();
    };
    return {
      get length() {
        return items.size;
      },
      key: (index) => [...items.keys()][index] ?? null,
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => write(() => items.set(key, String(value))),
      removeItem: (key) => write(() => items.delete(key)),
      clear: () => write(() => items.clear()),
      locks: {
        request: (name, callback) => {
          const free = this.#locks.get(name) ?? Promise.resolve();
          const held = free.then(() => (vitals.isAlive ? callback() : forever()));
          const over = held.then(
            () => {},
            () => {},
          );
          this.#locks.set(name, Promise.race([over, vitals.crashed]));
          return vitals.guard(held);
        },
      },
    };
  }
}

/** The modules of the client libraries, undefined where one is not installed. */
export async function clientLibraries() {
  const missing = () => undefined;
  const [web3, kit] = await Promise.all([
    import("@solana/web3.js").catch(missing),
    import("@solana/kit").catch(missing),
  ]);
  return { web3, kit };
}

export type Libraries = Awaited<ReturnType<typeof clientLibraries>>;

const SUBSCRIPTIONS = [
  "onAccountChange",
  "onProgramAccountChange",
  "onLogs",
  "onSlotChange",
  "onSlotUpdate",
  "onSignature",
  "onSignatureWithOptions",
  "onRootChange",
] as const;

function notInstalled(handle: string, name: string): Error {
  return new Error(`${handle} needs ${name}, which is not installed. Run: npm install ${name}`);
}

export function connectionOver({ web3 }: Libraries, url: string, fetch: FetchLike): Connection {
  if (web3 === undefined) throw notInstalled("connection", "@solana/web3.js");
  const connection = new web3.Connection(url, {
    commitment: "confirmed",
    disableRetryOnRateLimit: true,
    fetch: fetch as never,
  });
  for (const name of SUBSCRIPTIONS)
    Object.defineProperty(connection, name, {
      value: () => {
        throw new Error(
          `explore has no WebSocket, so ${name} cannot subscribe. Poll over HTTP instead, for example with getSignatureStatuses or with confirm of intent-tx/solana.`,
        );
      },
    });
  return connection;
}

/** Everything that a life shares with the schedule that runs it. */
export interface LifeParts<S> {
  readonly server: MockServer;
  readonly libraries: Libraries;
  readonly vitals: Vitals;
  readonly fetch: FetchLike;
  readonly disk: Disk;
  readonly state: S;
  readonly life: number;
  readonly signal: AbortSignal;
}

/** The server as a life sees it: requests and sleeps are the life's own. */
function serverOf({ server, vitals, fetch }: LifeParts<unknown>): MockServer {
  const clock = new Proxy(server.clock, {
    get: (target, name) =>
      name === "sleep"
        ? (ms: number, signal?: AbortSignal) => vitals.sleep(target, ms, signal)
        : Reflect.get(target, name),
  });
  const own: Partial<MockServer> = {
    fetch,
    clock,
    clientOptions: (key) => ({ ...server.clientOptions(key), fetch, clock }),
  };
  return new Proxy(server, {
    get: (target, name, receiver) => {
      if (Object.hasOwn(own, name)) return Reflect.get(own, name);
      // `rpcTransport` sends through `this.fetch`, so it gets the life's server.
      const value = Reflect.get(target, name, target);
      const self = name === "rpcTransport" ? receiver : target;
      return typeof value === "function" ? value.bind(self) : value;
    },
  });
}

export function lifeOf<S>(parts: LifeParts<S>): Life<S> {
  const { libraries, fetch, disk, state, life, signal } = parts;
  const server = serverOf(parts);
  return {
    server,
    client: new IntentTx(server.clientOptions()),
    // Created on use, because either library can be missing.
    get connection() {
      return connectionOver(libraries, server.rpc.live, fetch);
    },
    get rpc() {
      if (libraries.kit === undefined) throw notInstalled("rpc", "@solana/kit");
      return libraries.kit.createSolanaRpcFromTransport(server.rpcTransport());
    },
    fetch,
    disk,
    state,
    life,
    signal,
  };
}
