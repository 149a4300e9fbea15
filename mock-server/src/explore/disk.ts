import type { KeyValueStore } from "intent-tx/solana";
import { loadPackage } from "../kernel/load-package.js";
import type { Network } from "./network.js";
import type { Process } from "./process.js";

/** Storage of an app that outlives a crash, for `new KeyValueJournal(disk)` and for the app's own data. */
export interface Disk extends KeyValueStore {
  /**
   * The text under a key, or null.
   * @param key The key.
   * @example
   * ```ts
   * import type { Disk } from "@intent-tx/mock-server/explore";
   * const paid = (disk: Disk) => disk.getItem("order 17") !== null;
   * ```
   */
  getItem(key: string): string | null;
  /**
   * Stores a text under a key. As with a file that is not flushed, a loss of power can lose it.
   * @param key The key.
   * @param value The text.
   * @example
   * ```ts
   * import type { Disk } from "@intent-tx/mock-server/explore";
   * const note = (disk: Disk) => disk.setItem("order 17", "paid");
   * ```
   */
  setItem(key: string, value: string): void;
  /**
   * Removes a key. As with a file that is not flushed, a loss of power can undo it.
   * @param key The key.
   * @example
   * ```ts
   * import type { Disk } from "@intent-tx/mock-server/explore";
   * const forget = (disk: Disk) => disk.removeItem("order 17");
   * ```
   */
  removeItem(key: string): void;
  /** An IndexedDB, for `new IndexedDbJournal({ indexedDB: disk.indexedDB })`. It needs `fake-indexeddb`. */
  readonly indexedDB: object;
}

/** The part of IndexedDB that makes transactions. */
interface Databases {
  open(name: string, version?: number): object;
}

/** A disk. Its content outlives the processes that use it. */
export function newDisk(network: Network): (process: Process) => Disk {
  const items = new Map<string, string>();
  let databases: Databases | undefined;
  const put = (key: string, value: string | undefined) => {
    if (value === undefined) items.delete(key);
    else items.set(key, value);
  };
  return (process) => {
    const write = (call: string, key: string, value: string | undefined) => {
      const before = items.get(key);
      const undo = () => put(key, before);
      network.write(process, call, key, () => put(key, value), undo);
    };
    return {
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => write("disk.setItem", key, value),
      removeItem: (key) => write("disk.removeItem", key, undefined),
      get: (key) => process.guard(async () => items.get(key)),
      compareAndSet: (key, expected, next) =>
        process.guard(async () => {
          if (items.get(key) !== expected) return false;
          network.write(process, "disk.compareAndSet", key, () => put(key, next));
          return true;
        }),
      list: () => process.guard(async () => [...items]),
      get indexedDB() {
        databases ??= new (loadPackage("fake-indexeddb") as { IDBFactory: new () => Databases }).IDBFactory();
        return written(databases, process, network);
      },
    };
  };
}

/** Counts each transaction that writes, and makes none after a crash. */
function written(databases: Databases, process: Process, network: Network): object {
  const wrap = <T extends object>(target: T, get: (name: string, value: unknown) => unknown): T =>
    new Proxy(target, {
      get: (_, name) => {
        const value = Reflect.get(target, name, target);
        return get(String(name), typeof value === "function" ? value.bind(target) : value);
      },
      set: (_, name, value) => Reflect.set(target, name, value, target),
    });
  const database = (target: object) =>
    wrap(target, (name, value) => {
      if (name !== "transaction") return value;
      return (stores: string | string[], mode?: string, ...more: unknown[]) => {
        if (!process.isAlive) throw new Error("The app has crashed.");
        if (mode === "readwrite") network.write(process, "disk.indexedDB", `${stores}`, () => {});
        return (value as (...all: unknown[]) => unknown)(stores, mode, ...more);
      };
    });
  return wrap(databases, (name, value) => {
    if (name !== "open") return value;
    return (...all: Parameters<Databases["open"]>) =>
      wrap(databases.open(...all), (member, result) =>
        member === "result" && process.isAlive ? database(result as object) : result,
      );
  });
}
