import { isUtf8 } from "node:buffer";
import { Breath } from "../kernel/breath.js";
import { JsonWalk, type Place } from "../kernel/json-walk.js";
import type { FrozenState } from "./frozen.js";
import { type Incoming, StateProblem } from "./incoming.js";
import { checkedTable } from "./read-state.js";
import type { State } from "./state.js";
import { TABLE_NAMES } from "./tables.js";

/** Characters that are written at once. */
const PART = 64 << 10;

/** Writes a snapshot as JSON, part after part, and gives way to others in between: `head`, and the rows as `state`. */
export async function* snapshotText(head: object, frozen: FrozenState): AsyncGenerator<string> {
  const breath = new Breath(1);
  let text = `${JSON.stringify(head).slice(0, -1)},"state":{`;
  for (const [index, table] of TABLE_NAMES.entries()) {
    let before = `${index > 0 ? "," : ""}${JSON.stringify(table)}:[`;
    for (const [key, row] of frozen.entriesOf(table)) {
      text += `${before}[${JSON.stringify(key)},${JSON.stringify(row)}]`;
      before = ",";
      if (text.length < PART) continue;
      yield text;
      text = "";
      if (breath.due) await breath.take();
    }
    text += before === "," ? "]" : `${before}]`;
  }
  yield `${text}}}`;
}

/** The parts of a snapshot's text. */
interface Outline {
  /** Everything beside the rows. */
  readonly head: Readonly<Record<string, unknown>>;
  /** Where the entries of each table are. */
  readonly tables: ReadonlyMap<string, readonly Place[]> | undefined;
}

/**
 * Reads a snapshot from its JSON, row by row, and gives way to others in between. Nothing is replaced until `state.take` gets
 * the rows.
 *
 * @param checkHead - throws for a snapshot that is of another world, before any row is read
 * @throws SyntaxError for what is no JSON, {ValueTooLong}, {StateProblem} with path and reason
 */
export async function readSnapshotText<Head>(
  state: State,
  bytes: Uint8Array,
  checkHead: (head: Readonly<Record<string, unknown>>) => Head,
): Promise<{ readonly head: Head; readonly incoming: Incoming }> {
  if (!isUtf8(bytes)) throw new SyntaxError("is not valid UTF-8");
  const walk = new JsonWalk(bytes);
  const outline = await outlineOf(walk);
  const head = checkHead(outline.head);
  if (!outline.tables) throw notTables();
  const incoming = state.incoming();
  const breath = new Breath();
  for (const [name, places] of outline.tables) {
    const table = checkedTable(name);
    for (const [at, place] of places.entries()) {
      const entry = walk.read(place);
      if (!Array.isArray(entry) || entry.length !== 2) {
        throw new StateProblem(`${table}[${at}]`, "must be a key and its row");
      }
      incoming.add(table, entry[0], entry[1], at);
      if (breath.due) await breath.take();
    }
  }
  incoming.finish();
  return { head, incoming };
}

async function outlineOf(walk: JsonWalk): Promise<Outline> {
  const head = new Map<string, unknown>();
  let tables: Map<string, Place[]> | undefined;
  for (const name of walk.isObject ? walk.members() : []) {
    if (name !== "state") head.set(name, walk.value());
    else if (walk.isObject) tables = await tablesOf(walk);
    else walk.value();
  }
  // Whatever else it is, it has no version.
  if (head.size === 0 && !tables && !walk.isEmpty) walk.value();
  walk.end();
  return { head: Object.fromEntries(head), tables };
}

function notTables(): StateProblem {
  return new StateProblem("", "must be an object of tables");
}

async function tablesOf(walk: JsonWalk): Promise<Map<string, Place[]>> {
  const tables = new Map<string, Place[]>();
  const breath = new Breath();
  for (const table of walk.members()) {
    if (!walk.isList) {
      walk.value();
      throw new StateProblem(checkedTable(table), "must be a list of keys and rows");
    }
    const places: Place[] = [];
    for (const _ of walk.items()) {
      places.push(walk.skip());
      if (breath.due) await breath.take();
    }
    tables.set(table, places);
  }
  return tables;
}
