import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "node:events";
import type { createSolanaRpcFromTransport } from "@solana/kit";
import type { Connection } from "@solana/web3.js";
import { IntentTx } from "intent-tx";
import type { KeyValueStore } from "intent-tx/solana";
import type { MockFetch } from "../http/fetch.js";
import type { Host } from "../server/host.js";
import { MockServer } from "../server/server.js";

/** Storage of an app that outlives a crash, for `new KeyValueJournal(disk)` and for the app's own data. */
export interface Disk extends KeyValueStore {
  /**
   * The text under a key, or null.
   * @param key The key.
   */
  getItem(key: string): string | null;
  /**
   * Stores a text under a key.
   * @param key The key.
   * @param value The text.
   */
  setItem(key: string, value: string): void;
  /**
   * Removes a key.
   * @param key The key.
   */
  removeItem(key: string): void;
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

/** The process whose code is running. */
const current = new AsyncLocalStorage<Process>();

/**
 * Clears the timers of each process at its end: the deadline of a call would fire later, and run a `catch` of the app.
 * Replaces the global functions until it is disposed. The server's own timers are not among them.
 */
export function clearedTimers(): Disposable {
  const restores = (["setTimeout", "setInterval"] as const).map((name) => {
    const original = globalThis[name];
    const owned = new Proxy(original, {
      apply(set, self, args) {
        const timer = Reflect.apply(set, self, args);
        current.getStore()?.own(timer);
        return timer;
      },
    });
    Object.assign(globalThis, { [name]: owned });
    return () => globalThis[name] === owned && Object.assign(globalThis, { [name]: original });
  });
  return {
    [Symbol.dispose]() {
      for (const restore of restores) restore();
    },
  };
}

/** A process in which the app runs. After its crash, all that it waits for stays pending. */
export class Process {
  readonly #timers = new Set<NodeJS.Timeout>();
  /** Aborted with the reason that the trace shows. */
  readonly crash = new AbortController();
  readonly crashed = once(this.crash.signal, "abort");

  constructor(
    /** 0 at the first start. */
    readonly number: number,
    private readonly onActivity: () => void,
  ) {
    this.crash.signal.addEventListener("abort", () => {
      for (const timer of this.#timers) clearTimeout(timer);
    });
  }

  get isAlive(): boolean {
    return !this.crash.signal.aborted;
  }

  /** Calls `start`, whose timers belong to this process. */
  run<T>(start: () => T): T {
    return current.run(this, start);
  }

  /** Clears a timer when this process ends. */
  own(timer: NodeJS.Timeout): void {
    if (this.isAlive) this.#timers.add(timer);
    else clearTimeout(timer);
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
  return (process) => ({
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void (process.isAlive && items.set(key, value)),
    removeItem: (key) => void (process.isAlive && items.delete(key)),
    get: (key) => process.guard(async () => items.get(key)),
    compareAndSet: (key, expected, next) =>
      process.guard(async () => {
        if (items.get(key) !== expected) return false;
        if (next === undefined) items.delete(key);
        else items.set(key, next);
        return true;
      }),
    list: () => process.guard(async () => [...items]),
  });
}

/** An optional library. If it is not installed, its use throws. */
const optional = <T>(handle: string, name: string, library: Promise<T>) =>
  library.then(
    (loaded) => () => loaded,
    () => () => {
      throw new Error(`${handle} needs ${name}, which is not installed. Run: npm install ${name}`);
    },
  );

/** The client libraries. If one is not installed, its use throws. */
export interface Libraries {
  readonly web3: () => typeof import("@solana/web3.js");
  readonly kit: () => typeof import("@solana/kit");
}

export const clientLibraries = async (): Promise<Libraries> => ({
  web3: await optional("connection", "@solana/web3.js", import("@solana/web3.js")),
  kit: await optional("rpc", "@solana/kit", import("@solana/kit")),
});

export function connectionOver({ web3 }: Libraries, { rpc, fetch }: MockServer): Connection {
  const { Connection } = web3();
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

/** Creates the handles of a life. `random` is the jitter of the client's retries. */
export function lifeOf<S>(
  process: Process,
  host: Host,
  parts: Pick<Life<S>, "fetch" | "disk" | "state" | "signal">,
  libraries: Libraries,
  random: () => number,
): Life<S> {
  const whole = host.root.clock;
  const crash = process.crash.signal;
  const clock = {
    ...whole,
    get running() {
      return whole.running;
    },
    random,
    // A crash ends the sleep, so that it does not move the clock.
    sleep: (ms: number, signal = crash) =>
      process.guard(() => whole.sleep(ms, AbortSignal.any([signal, crash]))),
  };
  const server = new MockServer(host, parts.fetch, clock);
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
      return libraries.kit().createSolanaRpcFromTransport(server.rpcTransport() as never);
    },
  };
}
