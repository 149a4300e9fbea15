import { KeyValueJournal } from "./key-value-journal.js";

/**
 * Stores payments in memory, for one process while it runs. To share payments between processes or keep them across
 * restarts, use `FileJournal` of `intent-tx/node`, `PostgresJournal` of `intent-tx/postgres` or `RedisJournal` of
 * `intent-tx/redis`. In a browser, use `IndexedDbJournal`.
 * @example
 * ```ts
 * import { MemoryJournal } from "intent-tx/solana";
 * const journal = new MemoryJournal();
 * const open = await journal.open();
 * ```
 */
export class MemoryJournal extends KeyValueJournal {
  constructor() {
    const rows = new Map<string, string>();
    super({
      get: async (key) => rows.get(key),
      async compareAndSet(key, expected, next) {
        if (rows.get(key) !== expected) return false;
        if (next === undefined) rows.delete(key);
        else rows.set(key, next);
        return true;
      },
      list: async () => rows,
    });
  }
}
