import { Breath } from "../kernel/breath.js";
import { type Incoming, isTableName, StateProblem } from "./incoming.js";
import type { State } from "./state.js";
import type { TableName } from "./tables.js";

/** The name of a table. @throws {StateProblem} */
export function checkedTable(name: string): TableName {
  if (!isTableName(name)) throw new StateProblem(name, "is no table");
  return name;
}

/**
 * Checks a snapshot from outside, row by row, and gives way to others in between. Nothing is replaced until `state.take`
 * gets what it answers.
 *
 * @throws {StateProblem} with path and reason
 */
export async function readState(state: State, snapshot: unknown): Promise<Incoming> {
  if (typeof snapshot !== "object" || snapshot === null || Array.isArray(snapshot)) {
    throw new StateProblem("", "must be an object of tables");
  }
  const incoming = state.incoming();
  const breath = new Breath();
  for (const [table, entries] of Object.entries(snapshot)) {
    const known = checkedTable(table);
    if (!Array.isArray(entries)) throw new StateProblem(table, "must be a list of keys and rows");
    for (let at = 0; at < entries.length; at++) {
      const entry: unknown = entries[at];
      if (!Array.isArray(entry) || entry.length !== 2) {
        throw new StateProblem(`${table}[${at}]`, "must be a key and its row");
      }
      // Copied: what the caller does to its own rows later is not to happen here.
      incoming.add(known, entry[0], structuredClone(entry[1]), at);
      if (breath.due) await breath.take();
    }
  }
  incoming.finish();
  return incoming;
}
