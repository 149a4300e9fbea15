import { Breath } from "../kernel/breath.js";
import type { RowsCopy } from "./row-maps.js";
import type { StateSnapshot } from "./snapshot.js";
import { TABLE_NAMES, type TableName } from "./tables.js";

/** Rows that are copied at once: a call for each would cost more than the copy. */
const COPIED = 50;

/** One table of a frozen State, or one network's part of it. */
export interface FrozenTable {
  readonly table: TableName;
  readonly prefix: string;
  readonly rows: RowsCopy;
}

/** State as it was at one moment. It takes a copy of lists of references, so that even a large one is frozen in milliseconds. */
export class FrozenState {
  constructor(readonly parts: readonly FrozenTable[]) {}

  /** Keys and rows of a table, as a snapshot has them. */
  *entriesOf(table: TableName): Generator<readonly [string, unknown]> {
    for (const part of this.parts) {
      if (part.table !== table) continue;
      for (const [key, row] of part.rows.entries()) yield [part.prefix + key, row];
    }
  }

  /** A copy of all of it as one value. It gives way to others in between. */
  async copy(): Promise<StateSnapshot> {
    const breath = new Breath(1);
    const tables: [TableName, unknown[]][] = [];
    for (const table of TABLE_NAMES) {
      const copied: unknown[] = [];
      let some: (readonly [string, unknown])[] = [];
      const take = () => {
        for (const entry of structuredClone(some)) copied.push(entry);
        some = [];
      };
      for (const entry of this.entriesOf(table)) {
        if (some.push(entry) < COPIED) continue;
        take();
        if (breath.due) await breath.take();
      }
      take();
      tables.push([table, copied]);
    }
    return Object.fromEntries(tables) as StateSnapshot;
  }

  /** All of it as one value. */
  snapshot(): StateSnapshot {
    return Object.fromEntries(
      TABLE_NAMES.map((table) => [table, [...this.entriesOf(table)]]),
    ) as StateSnapshot;
  }
}
